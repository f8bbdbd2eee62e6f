// @ts-check
// Tests the pages of replays in a browser: node run.mjs --admiralty PATH [--games N]
// [--samples N] [--each N] [--kind TEXT] [--screenshots DIRECTORY]; --each N takes every n-th fixture about one rule.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as checks from './checks.mjs';
import * as classes from './classes.mjs';
import * as usage from './usage.mjs';
import { arenaGames, fixtures, makePage, reportPages, specialScripts } from './scripts.mjs';
import { canRead, checkSheets } from './sheets.mjs';

/** @typedef {import('./scripts.mjs').Game} Game */
/** @typedef {import('playwright-core').Page} Page */

/** How many workers test pages at the same time. */
const WORKERS = 2;
/** A large game must open within this time, even on a busy machine. */
const OPEN_MS_MAX = 5000;
const SIZES = /** @type {const} */ ({ 1440: 900, 844: 390, 390: 844 });
const SCHEMES = /** @type {const} */ (['light', 'dark']);
/** How reports are looked at: in both themes, in colours that the reader chooses, on a screen and on a phone. */
const VIEWS = /** @type {const} */ ([
  ...[1280, 390].flatMap((width) => SCHEMES.map((colorScheme) => ({ width, colorScheme, forcedColors: /** @type {const} */ ('none') }))),
  { width: 1280, colorScheme: 'light', forcedColors: 'active' },
  { width: 390, colorScheme: 'dark', forcedColors: 'active' },
]);

const { values: options } = parseArgs({
  options: {
    admiralty: { type: 'string' },
    games: { type: 'string', default: '20' },
    samples: { type: 'string', default: '6' },
    each: { type: 'string', default: '10' },
    kind: { type: 'string', default: '' },
    screenshots: { type: 'string' },
  },
});
if (!options.admiralty) throw new Error('--admiralty PATH is missing');
const admiralty = resolve(options.admiralty);
const directory = mkdtempSync(join(tmpdir(), 'admiralty-browser-'));
const browser = await checks.launch();
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });
let failures = 0;
const tally = { boards: 0, unprinted: 0 };

/** @param {string} text */
function report(text) {
  console.log(`${(performance.now() / 1000).toFixed(0).padStart(4)} s: ${text}`);
}

/**
 * Opens a browser window for a page.
 * @param {string} name
 * @param {(page: Page, faults: string[]) => Promise<unknown>} check which adds to the faults
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
async function visit(name, check, context = {}) {
  /** @type {string[]} */
  const faults = [];
  const view = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  try {
    await check(await view.newPage(), faults);
  } catch (error) {
    faults.push(String(error));
  }
  await view.close();
  if (faults.length > 0) {
    failures += 1;
    console.log(`FAILED ${name}\n  ${faults.slice(0, 8).join('\n  ')}`);
  }
}

/**
 * Opens the page of a script and checks it.
 * @param {Game} game
 * @param {(page: Page, file: string) => Promise<string[]>} check
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
async function test(game, check, context) {
  await visit(`${game.kind}: ${game.script}`, async (page, faults) => {
    const file = makePage(admiralty, game, directory);
    await checks.openPage(page, file, faults);
    faults.push(...await check(page, file));
  }, context);
}

/**
 * Does something for each item, several at a time.
 * @template T
 * @param {T[]} items
 * @param {(item: T) => Promise<void>} work
 */
async function forAll(items, work) {
  const rest = items[Symbol.iterator]();
  await Promise.all(Array.from({ length: WORKERS }, async () => {
    for (const item of rest) await work(item);
  }));
}

/**
 * The first game of each kind.
 * @param {Game[]} games
 */
function onePerKind(games) {
  return games.filter(({ kind }, i) => games.findIndex((it) => it.kind === kind) === i);
}

/** @param {Game[]} games */
async function checkBoards(games) {
  await forAll(games, (game) => test(game, (page, file) =>
    checks.checkBoards(page, { admiralty, script: game.script, file, samples: Number(options.samples), tally })));
  report(`boards of ${games.length} scripts: ${tally.boards} compared, ${tally.unprinted} cannot be printed`);
}

/** @param {Game[]} games */
async function checkAccessibility(games) {
  const views = games.flatMap((game, i) => [
    { game, width: 1280, scheme: SCHEMES[i % 2] },
    { game, width: 390, scheme: SCHEMES[(i + 1) % 2] },
  ]);
  await forAll(views, ({ game, width, scheme }) => test(game, async (page) => {
    const faults = [];
    for (const [key, seat] of [['End', 'all'], ['ArrowLeft', 'A']]) {
      await page.keyboard.press(key);
      await page.click(`[data-seat=${seat}]`);
      await page.$eval('#text', (text) => text.setAttribute('open', ''));
      faults.push(...await checks.checkAccessibility(page));
      faults.push(...(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth) ? ['wider than the screen'] : []));
    }
    return faults;
  }, { viewport: { width, height: 844 }, colorScheme: scheme }));
  report(`accessibility of ${views.length} views`);
}

/**
 * Looks at a report in each way, folded and opened.
 * @param {string} name
 * @param {string} file
 */
async function checkViews(name, file) {
  for (const { width, colorScheme, forcedColors } of VIEWS) {
    const view = `${name}-${width}-${colorScheme}${forcedColors === 'active' ? '-forced' : ''}`;
    await visit(view, async (page, faults) => {
      await checks.openPage(page, file, faults, 'main');
      if (options.screenshots) await page.screenshot({ path: join(options.screenshots, `${view}.png`), fullPage: true });
      for (const isOpen of [false, true]) {
        if (isOpen) await page.$$eval('details', (all) => all.forEach((one) => { one.open = true; }));
        faults.push(...await checks.checkAccessibility(page, ['minor', 'moderate', 'serious', 'critical']));
        faults.push(...(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth) ? ['wider than the screen'] : []));
      }
      faults.push(...(await page.$('main u') ? ['a name is markup'] : []));
      if (await page.isVisible('.theme') !== (forcedColors === 'none')) faults.push('the button for light and dark, where it changes nothing');
    }, { viewport: { width, height: 844 }, colorScheme, forcedColors });
  }
}

/** Opens the pages of a class, sorts, filters and follows links. */
async function checkClasses() {
  const pages = classes.makeClass(admiralty, directory);
  const index = join(pages, 'index.html');
  const students = readdirSync(join(pages, 'students')).filter((name) => name.endsWith('.html'));
  const files = [index, ...students.map((name) => join(pages, 'students', name))];
  await forAll(files, (file) => checkViews(`class-${basename(file)}`, file));
  for (const check of [classes.checkSorting, classes.checkFilter]) {
    await visit(check.name, async (page, faults) => {
      await checks.openPage(page, index, faults, '#filter');
      faults.push(...await check(page));
    });
  }
  await forAll(files, (file) => checkReport(file, file));
  const url = new URL(`file://${index}`).href;
  for (const [check, javaScriptEnabled] of /** @type {const} */ ([[classes.checkLinks, true], [classes.checkPlain, false]])) {
    await visit(check.name, async (page, faults) => {
      await page.goto(url);
      faults.push(...await check(page));
    }, { javaScriptEnabled });
  }
  report(`${files.length} pages of a class`);
}

/**
 * Sorts the tables of a report, prints it, and changes its theme.
 * @param {string} name
 * @param {string} file
 */
async function checkReport(name, file) {
  await visit(name, async (page, faults) => {
    await checks.openPage(page, file, faults, 'main');
    faults.push(...await usage.checkTheme(page, (it) => it.reload()));
    faults.push(...await usage.checkTables(page));
    faults.push(...await usage.checkPrint(page));
    if (canRead) faults.push(...await checkSheets(page));
  });
}

/**
 * The theme of a replay is that of a report, even if nothing can be stored.
 * @param {string} file of a report
 * @param {Game} game
 */
async function checkThemes(file, game) {
  const replay = makePage(admiralty, game, directory);
  for (const isForbidden of [false, true]) {
    await visit('theme', async (page, faults) => {
      if (isForbidden) {
        await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('no', 'SecurityError'); } }));
      }
      page.on('pageerror', (error) => faults.push(`error: ${error}`));
      await page.goto(`file://${file}`);
      faults.push(...await usage.checkTheme(page, async (it) => it.goto(`file://${replay}`)));
    });
  }
}

/** Opens the pages of reports, and a replay that one of them links to. */
async function checkReports() {
  const pages = reportPages(admiralty, directory);
  await forAll(pages, ({ kind, file }) => checkReport(kind, file));
  await checkThemes(pages[0].file, specialScripts(admiralty, directory).failed);
  await forAll(pages, ({ kind, file }) => checkViews(kind, file));
  await visit('games', async (page, faults) => {
    await checks.openPage(page, join(directory, 'bots.html'), faults, '.games');
    faults.push(...await usage.checkGames(page));
  });
  const replay = join(directory, 'tournament-games');
  await visit('linked replay', (page, faults) => checks.openPage(page, join(replay, readdirSync(replay)[0]), faults));
  report(`${pages.length} reports`);
}

/**
 * Where pages open, what is on each screen, keys after clicks, the analysis, what a seat is shown.
 * @param {Game[]} games
 * @param {Game[]} analysed
 */
async function checkUsage(games, analysed) {
  const { failed, placed, empty, secrets } = specialScripts(admiralty, directory);
  const openings = /** @type {const} */ ([
    [failed, { opening: 7, heading: 'Error in line 21' }],
    [placed, { opening: 4, heading: 'Nobody has won, A is to move' }],
    [empty, { opening: 0, heading: 'Nobody has won, A is to move' }],
  ]);
  await forAll([...openings].filter(([{ kind }]) => kind.includes(options.kind)), ([game, expected]) => test(game, (page) => usage.checkOpening(page, expected)));
  await forAll([...games, ...analysed], async (game) => {
    for (const [width, height] of Object.entries(SIZES)) {
      await test(game, async (page, file) => [
        ...await usage.checkScreen(page), ...await usage.checkClicks(page, checks.recorded(file)),
      ], { viewport: { width: Number(width), height } });
    }
  });
  await forAll([...games.slice(0, 1), ...analysed], (game) => test(game, usage.checkKeysAfterClicks, { viewport: { width: 1440, height: 900 } }));
  const announced = analysed.filter(({ kind }) => kind !== 'ships');
  await forAll(announced, (game) => test(game, usage.checkReopening, { bypassCSP: true }));
  for (const colorScheme of SCHEMES) {
    await forAll(analysed, (game) => test(game, (page, file) => usage.checkHeat(page, checks.recorded(file)), { colorScheme }));
    await forAll(announced, (game) => test(game, async (page) => [
      ...await usage.checkSums(page), ...await usage.checkPrint(page),
    ], { colorScheme }));
  }
  /** @type {string[][]} */
  const shown = [];
  for (const game of chosen(secrets)) {
    await test(game, async (page, file) => {
      shown.push(await usage.shownToA(page, checks.recorded(file)));
      return [];
    });
  }
  if (shown.length === 2) {
    const step = shown[0].findIndex((text, i) => text !== shown[1][i]);
    await visit('secrets', async (_, faults) => {
      if (step >= 0 || shown[0].length !== shown[1].length) {
        const [one, other] = shown.map((texts) => texts[step]?.split('\n') ?? []);
        const line = one.findIndex((text, i) => text !== other[i]);
        faults.push(`step ${step}: ${one[line]} and ${other[line]}`);
      }
    });
  }
  report('openings, screens, clicks, heat, sums, paper, secrets');
}

/** @param {Game[]} games */
async function takeScreenshots(games) {
  if (!options.screenshots) return;
  for (const game of games) {
    for (const [width, height] of Object.entries(SIZES)) {
      for (const scheme of SCHEMES) {
        for (const seat of ['all', 'A', 'B']) {
          await test(game, async (page, file) => {
            const { steps } = checks.recorded(file);
            await page.evaluate((hash) => { location.hash = hash; }, `#step=${Math.floor(steps.length * 0.7)}&seat=${seat}`);
            await page.waitForSelector(`[data-seat=${seat}][aria-pressed=true]`);
            await page.screenshot({ path: join(String(options.screenshots), `${game.kind}-${seat}-${width}-${scheme}.png`) });
            return [];
          }, { viewport: { width: Number(width), height }, colorScheme: scheme });
        }
      }
    }
  }
}

/** @param {Game[]} games */
const chosen = (games) => games.filter(({ kind }) => kind.includes(options.kind));

try {
  if ('reports'.includes(options.kind)) await checkReports();
  if ('classes'.includes(options.kind)) await checkClasses();
  const arena = chosen(arenaGames(admiralty, directory, Number(options.games)));
  const { toEnd, failed, hostile, empty, large } = specialScripts(admiralty, directory);
  const kinds = onePerKind(arena);
  await checkBoards(chosen([...arena, ...fixtures(Number(options.each)), toEnd, failed, empty, large]));

  await forAll(kinds, (game) => test(game, (page) => checks.checkControls(page), { hasTouch: true }));
  await forAll(kinds, (game) => test(game, (page, file) => checks.checkKeyboard(page, checks.recorded(file))));
  await forAll(chosen([hostile]), (game) => test(game, (page) => checks.checkHostile(page)));
  await forAll(chosen([failed]), (game) => test(game, (page, file) => checks.checkFailure(page, checks.recorded(file))));
  const analysed = kinds.filter(({ kind }) => ['italian', 'hasbro', 'ships'].includes(kind)).map((game) => ({ ...game, options: ['--analyse'] }));
  await forAll(analysed, (game) => test(game, (page, file) => checks.checkAnalysis(page, checks.recorded(file))));
  report('controls, keyboard, hostile script, failure, analysis');
  await checkUsage(kinds, analysed);
  await checkAccessibility(chosen([...kinds, ...analysed.slice(0, 2), toEnd, failed, hostile, empty, large]));

  const size = (/** @type {Game} */ { script }) => statSync(script).size;
  const largest = arena.toSorted((one, other) => size(other) - size(one)).slice(0, 1);
  await forAll(largest, (game) => test(game, async (page, file) => {
    const opened = await checks.openPage(page, file, []);
    const { last, slowest } = await checks.measureSteps(page);
    report(`${last} steps, ${statSync(file).size >> 10} KiB: opens in ${opened.toFixed(0)} ms, slowest step ${slowest.toFixed(0)} ms`);
    return opened > OPEN_MS_MAX ? ['opening takes too long'] : [];
  }));
  await takeScreenshots([...kinds, failed, ...analysed.map((game) => ({ ...game, kind: `${game.kind}-analysis` }))]);
} finally {
  await browser.close();
  rmSync(directory, { recursive: true });
}
console.log(failures === 0 ? 'browser tests passed' : `${failures} pages failed`);
process.exitCode = failures === 0 ? 0 : 1;
