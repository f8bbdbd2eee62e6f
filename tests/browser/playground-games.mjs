// @ts-check
// Plays games on the playground as a person does.

import { native, noticed, openTab, saved, settled, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {(page: Page, y: number, x: number) => Promise<void>} Pointing acts on a field of the board */

/** Pseudorandom numbers below a limit, the same in each run. @param {number} seed */
export function numbers(seed) {
  let state = seed;
  return (/** @type {number} */ limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

/** Waits until the last order has been carried out. @param {Page} page */
async function answered(page) {
  await page.waitForSelector('body:not([data-running])', { timeout: 60_000 });
}

/** Where a field is on the screen. @param {Page} page @param {number} y @param {number} x */
async function placeOf(page, y, x) {
  return page.evaluate(([row, column]) => {
    const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.querySelector('#board')));
    const point = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(board.getScreenCTM() ?? undefined);
    return /** @type {[number, number]} */ ([point.x, point.y]);
  }, [y, x]);
}

/** @type {Record<string, Pointing>} */
const POINTING = {
  async clicks(page, y, x) {
    await page.mouse.click(...await placeOf(page, y, x));
  },
  async taps(page, y, x) {
    await page.touchscreen.tap(...await placeOf(page, y, x));
  },
  async keys(page, y, x) {
    await page.focus('#board');
    const cursor = await page.locator('.overlay .cursor').evaluate((rect) => ['y', 'x'].map((name) => Math.floor(Number(rect.getAttribute(name)))));
    for (const [by, back, on] of /** @type {const} */ ([[y - cursor[0], 'ArrowUp', 'ArrowDown'], [x - cursor[1], 'ArrowLeft', 'ArrowRight']])) {
      for (let i = 0; i < Math.abs(by); i += 1) await page.keyboard.press(by < 0 ? back : on);
    }
    await page.keyboard.press('Enter');
  },
};

/** Whether a game has ended. @param {Page} page */
async function isOver(page) {
  return await page.getAttribute('body', 'data-playing') === 'over';
}

/**
 * Begins a game; the fleet is placed field by field, or at random.
 * @param {Page} page
 * @param {Record<string, string>} choices
 * @param {Pointing | undefined} point
 */
async function beginGame(page, choices, point) {
  await page.click('#play-game');
  await page.waitForSelector('[data-playing="choosing"]');
  for (const [id, value] of Object.entries(choices)) await page.selectOption(`#${id}`, value);
  await page.click('#new-game [type=submit]');
  await page.waitForSelector('[data-playing="placing"]');
  await answered(page);
  const placed = page.locator('.overlay .hull.A');
  const isFull = async () => (await page.textContent('#game-status'))?.includes('complete');
  for (let field = 0; point && field < 100 && !await isFull(); field += 1) {
    const choose = async () => {
      await point(page, Math.floor(field / 10), field % 10);
      // The page takes no order while it carries out another.
      await answered(page);
    };
    const before = await placed.count();
    await choose();
    // A click on a ship takes it back.
    if (await placed.count() < before) await choose();
    await page.keyboard.press('r');
    await answered(page);
  }
  if (!await isFull()) await page.click('#random-fleet');
  await answered(page);
  await page.click('#accept');
  await answered(page);
}

/**
 * Shoots at all fields of the enemy’s waters in some order until the game is over.
 * @param {Page} page
 * @param {(limit: number) => number} below
 * @param {Pointing} point
 */
async function shootAtWaters(page, below, point) {
  const fields = Array.from({ length: 100 }, (_, field) => field);
  while (fields.length > 0 && !await isOver(page)) {
    const [field] = fields.splice(below(fields.length), 1);
    await point(page, 11 + Math.floor(field / 10), field % 10);
    await answered(page);
    const shown = await page.locator('#board .hull.B:not(.wreck)').count();
    if (shown > 0 && !await isOver(page)) throw new Error('a ship of the enemy is shown that is not sunk');
  }
}

/** Shoots where the hints expect the enemy. @param {Page} page @param {(limit: number) => number} _ @param {Pointing} point */
async function followHints(page, _, point) {
  while (!await isOver(page)) {
    await page.click('#hint');
    await answered(page);
    const [, y, x] = /on (\d+) (\d+):/.exec(await page.textContent('#game-status') ?? '') ?? [];
    await point(page, Number(y), Number(x));
    await answered(page);
  }
}

/**
 * Lets a ship move and shoot at fields that it reaches, until the game is over.
 * @param {Page} page
 * @param {(limit: number) => number} below
 * @param {Pointing} point
 */
async function fightAtSea(page, below, point) {
  for (let turn = 0; turn < 100 && !await isOver(page); turn += 1) {
    const ships = await page.locator('#own-ships option').evaluateAll((all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value));
    await page.selectOption('#own-ships', ships[1 + below(ships.length - 1)]);
    const moves = page.locator('#orders button:enabled');
    if (await moves.count() > 0) await moves.first().click();
    await answered(page);
    const reach = await page.locator('.overlay .reach').evaluateAll((all) => all.map((one) => ['y', 'x'].map((name) => Number(one.getAttribute(name)))));
    for (let shot = 0; shot < 3 && !await isOver(page); shot += 1) {
      const [y, x] = reach[below(reach.length)] ?? [11 + below(10), below(10)];
      await point(page, y, x);
      await answered(page);
    }
    if (!await isOver(page)) await page.click('#end-turn');
    await answered(page);
  }
}

/**
 * A person plays games to the end; the program runs their scripts to the same end.
 * @param {Page} page
 * @param {string[]} faults
 * @param {{classic: number, ships: number, hints: number, by: string}} plan how many games, and how many against a
 * weak player with hints, which the person wins
 */
export async function playGames(page, faults, { classic, ships, hints, by }) {
  const rules = ['italian', 'german', 'msx', 'russian', 'hasbro'];
  const games = [
    ...Array.from({ length: hints }, () => ({ choices: { rules: 'italian', level: '1' }, play: followHints })),
    ...Array.from({ length: classic }, (_, i) => ({ choices: { rules: rules[i % rules.length], level: String(1 + i % 5) }, play: shootAtWaters })),
    ...Array.from({ length: ships }, () => ({ choices: { rules: 'ships', level: '3' }, play: fightAtSea })),
  ];
  // The same games in each run.
  await page.evaluate(() => {
    let seed = 0;
    crypto.getRandomValues = (buffer) => Object.assign(buffer, [seed += 1]);
  });
  const wins = { A: 0, B: 0 };
  for (const [game, { choices, play }] of games.entries()) {
    await beginGame(page, choices, game % 3 === 0 ? POINTING[by] : undefined);
    await play(page, numbers(game), POINTING[by]);
    const status = await page.textContent('#game-status');
    const winner = status?.startsWith('You have won') ? 'A' : 'B';
    if (!await isOver(page)) faults.push(`game ${game} has no end: ${status}`);
    if (status?.includes(' in 0 shots')) faults.push(`game ${game} is over, but one side has not shot: ${status}`);
    if (game < hints && winner === 'B') faults.push(`game ${game} is lost with hints`);
    wins[winner] += 1;
    const isReviewed = game < hints;
    await page.click(isReviewed ? '#review' : '#game-script');
    if (isReviewed) await page.waitForSelector('#scores:not([hidden])', { timeout: 60_000 });
    await settled(page);
    const output = native([], await saved(page)).toString();
    if (!output.endsWith(`${winner} won\n`)) faults.push(`game ${game}: ${winner} has won, but the script prints ${output.slice(-100)}`);
  }
  console.log(`${games.length} games by ${by}, of which ${ships} of Ships: the person won ${wins.A}, the program ${wins.B}`);
}

/** The fields of a wide board are large enough for a finger, and show where a ship may be placed. @param {Page} page @param {string[]} faults */
export async function checkFields(page, faults) {
  await page.click('#play-game');
  await page.waitForSelector('[data-playing="choosing"]');
  await page.selectOption('#rules', 'german');
  await page.fill('#side', '20');
  await page.click('#new-game [type=submit]');
  await page.waitForSelector('.overlay .reach');
  const size = await page.locator('#board').evaluate((board) => /** @type {SVGSVGElement} */ (board).getScreenCTM()?.a ?? 0);
  if (size < 23.99) faults.push(`fields of ${size} pixels`);
  // The first ship has five fields, and points to the north.
  const heads = await page.locator('.overlay .reach').count();
  if (heads !== 16 * 20) faults.push(`${heads} fields are marked for the head of a ship`);
  for (let i = 0; i < 20; i += 1) await page.press('#board', 'ArrowRight');
  const cursor = await page.locator('.overlay .cursor').boundingBox();
  const sea = await page.locator('.sea').boundingBox();
  if (!cursor || !sea || cursor.x + cursor.width > sea.x + sea.width + 1) faults.push('the cursor is not in sight');
}

/** Where the enemy has shot, and what it has hit, is told in sight. @param {Page} page @param {string[]} faults */
export async function checkNews(page, faults) {
  await beginGame(page, { rules: 'italian', 'first-mover': 'A' }, undefined);
  const told = page.locator('#news .B').last();
  for (const column of [0, 1, 2]) {
    if (await isOver(page)) break;
    await POINTING.keys(page, 11, column);
    await answered(page);
    const text = await told.textContent();
    if (!/shoots at \d+ \d+: /.test(text ?? '')) faults.push(`the enemy's turn is told as ${text}`);
    const isInSight = await told.evaluate((line) => {
      const { left, top, bottom } = line.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + 1, y) === line);
    });
    if (!isInSight) faults.push(`out of sight: ${text}`);
  }
}

/** After a long turn, all of it can be read, and the ways out of the game are in sight. @param {Page} page @param {string[]} faults */
export async function checkLongTurn(page, faults) {
  await beginGame(page, { rules: 'ships', 'first-mover': 'B' }, undefined);
  await page.selectOption('#own-ships', { index: 1 });
  const expectInSight = async (/** @type {string} */ place) => {
    const isInSight = await page.locator(place).evaluate((one) => {
      const { left, top, width, bottom } = one.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(left + width / 2, y)));
    });
    if (!isInSight) faults.push(`out of sight: ${place}`);
  };
  await expectInSight('#leave');
  // The fleet has been placed, which is more than the few lines that there is room for.
  await page.click('#whole-news', { timeout: 5000 });
  await expectInSight('#news li:first-child');
  const isCut = await page.locator('#news').evaluate((news) => news.scrollHeight > news.clientHeight);
  if (isCut) faults.push('not all that has happened is told');
  await page.locator('#news li').last().scrollIntoViewIfNeeded();
  await expectInSight('#news li:last-child');
  if (await page.evaluate(() => scrollY) !== 0) faults.push('the window has scrolled');
  await page.click('#whole-news');
  await expectInSight('#news li:last-child');
  await expectInSight('#leave');
}

/** The chances before each shot are shown. @param {Page} page @param {string[]} faults */
export async function checkAnalysis(page, faults) {
  const setup = '[state]\nRULES italian\nSET_AI_PLAYER A\nSET_AI_PLAYER B\nSRAND 4\n[state]\n';
  await write(page, setup);
  await page.click('[data-play=to-end]');
  await settled(page);
  await openTab(page, 'analysis');
  await page.click('#analyse');
  await noticed(page, 'chances');
  if (!await page.isVisible('#scores')) faults.push('there are no scores');
  // The last step may be the end of a turn.
  const heat = page.locator('#board .heat rect');
  for (let back = 0; back < 3 && await heat.count() === 0; back += 1) await page.click('#back');
  if (await heat.count() === 0) faults.push('there are no chances');
}
