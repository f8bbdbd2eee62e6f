// @ts-check
// How pages are used: where they open, keys and clicks, screens, paper, colours, what a seat is shown.
// Each check returns what is wrong.

import { showStep } from './drawn.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./checks.mjs').Recorded} Recorded */

/** The width of A4 between its margins, upright and turned, in pixels. */
const [A4_WIDTH, A4_HEIGHT] = [703, 1032];

/** @param {Page} page */
const stepOf = (page) => page.$eval('#slider', (slider) => Number(/** @type {HTMLInputElement} */ (slider).value));

/**
 * The step that a page opens on, and the result in its heading.
 * @param {Page} page
 * @param {{opening: number, heading: string}} expected
 */
export async function checkOpening(page, { opening, heading }) {
  const faults = [];
  if (await stepOf(page) !== opening) faults.push(`opens on step ${await stepOf(page)} instead of ${opening}`);
  const shown = await page.textContent('h1');
  if (!shown?.endsWith(heading)) faults.push(`the heading is ${shown}`);
  const isFailed = heading.startsWith('Error');
  if (await page.isVisible('#explanation') !== isFailed) faults.push('the explanation');
  if (isFailed && !(await page.isVisible('.row.failed'))) faults.push('the failed line is out of sight');
  return faults;
}

/**
 * After a click anywhere, arrows step and Space plays.
 * @param {Page} page
 */
export async function checkKeysAfterClicks(page) {
  const faults = [];
  const targets = ['[data-seat=A]', '[data-seat=all]', '.theme', '#speed', '#next', '#play', '#script-panel .row', '#script-panel',
    '#parts', '#slider', '#board', 'summary', '#text > summary', '#text-board', '#printed', '#worst button', 'h1'];
  const isPlaying = async () => await page.getAttribute('#play', 'aria-label') === 'Pause';
  for (const target of targets) {
    const element = page.locator(target).first();
    // The page shows the output of a step at that step only; the second click is at the first step.
    await page.keyboard.press('Home');
    if (!(await element.count()) || !(await element.isVisible())) continue;
    await element.click();
    if (await isPlaying()) await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await element.click();
    if (await isPlaying()) await page.keyboard.press('Space');
    const open = await page.locator('details[open]').count();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    if (await stepOf(page) !== 1) faults.push(`after a click on ${target}, arrows go to step ${await stepOf(page)}`);
    await page.keyboard.press('Space');
    if (!(await isPlaying())) faults.push(`after a click on ${target}, Space does not play`);
    await page.keyboard.press('Space');
    if (await isPlaying()) faults.push(`after a click on ${target}, Space does not pause`);
    if (await page.locator('details[open]').count() !== open) faults.push(`after a click on ${target}, Space opens something`);
  }
  return faults;
}

/**
 * A click on a line of the script, on the chart and on a worst shot goes there, and the board is in sight.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function checkClicks(page, { steps, analysis }) {
  /** @type {string[]} */
  const faults = [];
  const last = steps.length - 1;
  const expectStep = async (/** @type {string} */ what, /** @type {(step: number) => boolean} */ isRight) => {
    const step = await stepOf(page);
    if (!isRight(step)) faults.push(`${what} goes to step ${step} of ${last}`);
    const isSeen = await page.$eval('#board', (board) => {
      const { top, bottom } = board.getBoundingClientRect();
      return top >= -1 && bottom <= innerHeight + 1;
    });
    if (!isSeen) faults.push(`${what} leaves the board out of sight`);
  };
  for (const part of [0.7, 0.2]) {
    const wanted = steps[Math.floor(part * last)].lines[1];
    await page.$eval('#script-panel', (panel, line) => { panel.scrollTop = 22 * (line - 3); }, wanted);
    const row = page.locator('.row', { has: page.getByText(String(wanted), { exact: true }) }).first();
    await row.click();
    await expectStep(`a click on line ${wanted}`, (step) => steps[step].lines[1] >= wanted && (steps[step - 1]?.lines[1] ?? 0) < wanted);
  }
  const chart = await page.locator('#parts').boundingBox();
  await page.locator('#parts').click({ position: { x: (chart?.width ?? 0) / 4, y: 8 } });
  await expectStep('a click on the chart', (step) => Math.abs(step - last / 4) <= 1 + last / 100);
  const worst = analysis?.players.flatMap((player) => player.worst) ?? [];
  if (worst.length > 0) {
    await page.locator('#worst button').last().click();
    await expectStep('a click on the worst shot', (step) => step === worst[worst.length - 1]);
  }
  return faults;
}

/**
 * The contents of the screen when a page opens.
 * @param {Page} page
 */
export async function checkScreen(page) {
  return page.evaluate(() => {
    const faults = [];
    const box = (/** @type {string} */ name) => /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
    const [board, frame] = [box('#board'), box('.frame')];
    for (const name of ['#board', '#play', 'h1', '#what']) {
      const { top, bottom, left, right } = box(name);
      if (top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1) faults.push(`${name} is not on the screen`);
    }
    for (const name of ['header', '#story', 'footer', '.script']) {
      const { top, bottom, left, right } = box(name);
      const isOver = top < board.bottom - 1 && bottom > board.top + 1 && left < board.right - 1 && right > board.left + 1;
      if (isOver) faults.push(`${name} lies over the board`);
    }
    const isBeside = box('#story').left >= board.right - 1;
    if (innerWidth > innerHeight && !isBeside) faults.push('the board is not beside the rest');
    if (innerWidth > innerHeight && board.height < 0.75 * innerHeight) faults.push(`the board is ${board.height} high`);
    if (innerWidth >= 960 && board.width < 0.48 * innerWidth) faults.push(`the board is ${board.width} wide`);
    if (innerWidth < innerHeight && frame.height < 0.4 * innerHeight && frame.width < 0.8 * innerWidth) faults.push('the board is small');
    if (document.querySelector('details[open]')) faults.push('something is unfolded');
    if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the screen');
    // Nothing covers the board after scrolling, either.
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 60) {
      scrollTo(0, top);
      const { x, y, width, height } = box('#board');
      for (const share of [0.1, 0.5, 0.9]) {
        const at = document.elementFromPoint(x + width / 2, y + share * height);
        if (at && !at.closest('#board') && !at.contains(document.querySelector('#board'))) faults.push(`${at.tagName} covers the board`);
      }
    }
    scrollTo(0, 0);
    return faults;
  });
}

/**
 * The heat scale is grey, has a legend, and a figure for each field; the best shot stands out.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function checkHeat(page, { steps }) {
  const isBest = steps.some(({ analysis }) => analysis?.best);
  const step = steps.findLastIndex(({ analysis }) => (isBest ? analysis?.best : analysis));
  const { heat = [], rect = [], best } = steps[step].analysis ?? {};
  await showStep(page, step, 'all');
  const max = Math.max(...heat);
  const columns = rect[3] - rect[1] + 1;
  const at = heat.indexOf(max);
  const place = [rect[0] + Math.floor(at / columns), rect[1] + at % columns];
  return page.evaluate(([most, [y, x], hasBest]) => {
    const faults = [];
    const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d', { willReadFrequently: true }));
    const rgb = (/** @type {string} */ color) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const light = (/** @type {number[]} */ color) => {
      const [r, g, b] = color.map((value) => (value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (/** @type {number[]} */ one, /** @type {number[]} */ other) => {
      const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const styleOf = (/** @type {string} */ name) => getComputedStyle(/** @type {Element} */ (document.querySelector(name)));
    const grey = rgb(styleOf('#board .heat rect').fill);
    if (Math.max(...grey) - Math.min(...grey) > 24) faults.push(`the heat is ${grey}`);
    const mark = rgb(styleOf('#best .best').stroke);
    for (const ground of [grey, rgb(styleOf('#board .water').fill), rgb(styleOf('.card').backgroundColor)]) {
      if (contrast(mark, ground) < 3) faults.push(`the best shot has a contrast of ${contrast(mark, ground).toFixed(1)}`);
    }
    if (hasBest && !document.querySelector('#board use[href="#best"]')) faults.push('the best shot is missing');
    const legend = document.querySelector('#heat');
    if (!legend?.checkVisibility() || !legend.textContent?.includes(`${most} %`)) faults.push(`the legend is ${legend?.textContent}`);
    const water = /** @type {Element} */ (document.querySelector('#board .frame rect:nth-of-type(2)'));
    const { left, top, width, height } = water.getBoundingClientRect();
    const [across, down] = ['width', 'height'].map((name) => Number(water.getAttribute(name)));
    const hovered = document.elementFromPoint(left + (x + 0.5) * width / across, top + (y + 0.5) * height / down);
    const figure = hovered?.querySelector('title')?.textContent;
    if (figure !== `${y} ${x}: ${most} %`) faults.push(`the field ${y} ${x} shows ${figure}`);
    return faults;
  }, /** @type {const} */ ([max, place, Boolean(best)]));
}

/**
 * The figures of an analysis add up, and there is an explanation for losses below 0.
 * @param {Page} page
 */
export async function checkSums(page) {
  const rows = await page.$$eval('#score-rows tr', (all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
  /** @param {string} name */
  const figures = (name) => rows.find(([head]) => head === name)?.slice(1).map(Number) ?? [NaN, NaN];
  const [fired, needed, expected, choice, chance] =
    ['Shots fired', 'Still needed', 'Expected at first', 'Lost by choice', 'Lost to chance'].map(figures);
  const note = await page.textContent('#below-zero') ?? '';
  return [0, 1].flatMap((player) => [
    ...(Math.abs(fired[player] + needed[player] - expected[player] - choice[player] - chance[player]) < 0.01 ? [] : [`column ${player} does not add up`]),
    ...(choice[player] >= 0 || note.includes('Lost by choice') ? [] : ['a loss below 0 is not explained']),
    ...(chance[player] >= 0 || note.includes('Lost to chance') ? [] : ['good luck is not explained']),
  ]).concat(needed.some((number) => number > 0) ? [] : ['nobody has lost']);
}

/**
 * All tables of a report sort; `±` is always the 95 % interval.
 * @param {Page} page
 */
export async function checkTables(page) {
  const faults = await page.evaluate(() => [...document.querySelectorAll('main table')].flatMap((table) => {
    const heads = [...table.querySelectorAll('thead tr:last-child th')];
    const body = /** @type {HTMLTableElement} */ (table).tBodies[0];
    return heads.flatMap((head, column) => {
      const cells = () => [...body.rows].map((row) => row.cells[column]?.textContent ?? '');
      const before = cells();
      const wrong = [];
      const name = `${table.textContent?.slice(0, 20)}: ${head.textContent}`;
      if (before.some((text) => text.includes('±')) && !head.textContent?.includes('± 95 %')) wrong.push(`${name}: ± of what?`);
      const button = head.querySelector('button');
      if (!button) return [`${name} does not sort`];
      button.click();
      button.click();
      const numbers = cells().map(Number.parseFloat);
      const isNumeric = head.classList.contains('number') && numbers.every((number) => !Number.isNaN(number));
      if (isNumeric && numbers.some((number, i) => number < numbers[i - 1])) wrong.push(`${name}: ${numbers}`);
      if (String(cells().toSorted()) !== String(before.toSorted())) wrong.push(`${name} loses rows`);
      return wrong;
    });
  }));
  const text = await page.textContent('main') ?? '';
  if (text.includes('±') && !text.includes('95 %')) faults.push('± is not explained');
  return faults;
}

/**
 * Tables are complete on paper, and the paper is light.
 * @param {Page} page
 */
export async function checkPrint(page) {
  const isTurned = await page.$('.grid table') !== null;
  const width = isTurned ? A4_HEIGHT : A4_WIDTH;
  await page.setViewportSize({ width, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const faults = await page.evaluate(() => {
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the paper');
    if (getComputedStyle(document.body).backgroundColor !== 'rgb(255, 255, 255)') wrong.push('the paper is not white');
    for (const table of document.querySelectorAll('table')) {
      if (!table.checkVisibility()) continue;
      const { right } = table.getBoundingClientRect();
      if (right > innerWidth + 1) wrong.push(`a table is ${right} wide`);
      const around = /** @type {Element} */ (table.parentElement);
      if (around.scrollHeight > around.clientHeight + 1 || around.scrollWidth > around.clientWidth + 1) wrong.push(`a table is cut: ${table.textContent?.slice(0, 40)}`);
    }
    for (const folded of document.querySelectorAll('main section > details > :not(summary)')) {
      if (folded.getBoundingClientRect().height === 0) wrong.push(`not printed: ${folded.textContent?.slice(0, 40)}`);
    }
    return wrong;
  });
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox ?\[0 0 (\d+)\S* (\d+)/g)].map(([, x, y]) => `${x} ${y}`);
  if (sizes.length === 0 || sizes.some((size) => !['594 841', '841 594'].includes(size))) faults.push(`pages of ${sizes}`);
  if (isTurned !== sizes.includes('841 594')) faults.push('the wide table is not turned');
  return faults;
}

/**
 * All pages remember the theme, and nothing fails if they cannot.
 * @param {Page} page
 * @param {(page: Page) => Promise<unknown>} reopen opens another page
 */
export async function checkTheme(page, reopen) {
  const faults = [];
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.click('header .theme');
  const after = await paper();
  if (before === after) faults.push('the theme does not change');
  await reopen(page);
  const isStored = await page.evaluate(() => {
    try {
      return localStorage.length > 0;
    } catch {
      return false;
    }
  });
  if (await paper() !== (isStored ? after : before)) faults.push('the theme is not remembered');
  await page.click('header .theme');
  if (await paper() === (isStored ? after : before)) faults.push('the theme does not change back');
  return faults;
}

/**
 * A replay opened after another looks like the first one; seat and speed stay.
 * @param {Page} page of an analysed game, without its content security policy
 */
export async function checkReopening(page) {
  return page.evaluate(async () => {
    const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
    const shown = () => [
      ...['board', 'story'].map((id) => byId(id).outerHTML),
      `the parts ${[...document.querySelectorAll('#parts .parts')].map((line) => line.getAttribute('d'))}`,
      `${byId('scores').hidden}`,
      `${byId('slider').getAttribute('max')} steps`,
      ...['play', 'speed'].map((id) => byId(id).outerHTML),
    ];
    // The modules of the page, without the last statement, which opens its replay.
    const code = document.querySelector('script[type=module]')?.textContent ?? '';
    const modules = `${code.slice(0, code.lastIndexOf('openPage()'))}\nexport { load, Page };`;
    const { load, Page } = await import(URL.createObjectURL(new Blob([modules], { type: 'text/javascript' })));
    const whole = JSON.parse(new TextDecoder().decode(await load('replay')));
    const begin = { ...whole, steps: whole.steps.slice(0, whole.steps.length / 2), analysis: undefined };
    /** @type {number[][]} */
    const marked = [];
    const script = { mark: (/** @type {number[]} */ lines) => marked.push(lines) };
    let draws = 0;
    const shower = new Page({ root: document.body, onDraw: () => { draws += 1; } });
    shower.speedUp();
    shower.open(begin, script, 3, 'A');
    const before = shown();
    shower.open(whole, script);
    const between = shown();
    shower.play();
    shower.open(begin, script, 3);
    const after = shown();
    const lines = [3, whole.opening, 3].map((step) => whole.steps[step].lines);
    return [
      ...before.flatMap((markup, i) => (markup === after[i] ? [] : [`${markup} became ${after[i]}`])),
      ...before.slice(0, 5).flatMap((markup, i) => (markup === between[i] ? [`the other replay shows ${markup}`] : [])),
      ...(JSON.stringify(marked) === JSON.stringify(lines) ? [] : [`marked ${marked}`]),
      ...(draws === 3 ? [] : [`drawn ${draws} times`]),
    ];
  });
}

/**
 * All that the page shows A at each step, also in a close-up.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function shownToA(page, { steps }) {
  const shown = [];
  for (const isClose of [false, true]) {
    if (isClose && await page.isVisible('#close-up')) await page.click('#close-up');
    for (let step = 0; step < steps.length; step += 1) {
      await showStep(page, step, 'A');
      shown.push(await page.evaluate(() => {
        const labels = [...document.querySelectorAll('[aria-label], [aria-valuetext], [title]')].map((it) =>
          ['aria-label', 'aria-valuetext', 'title'].map((name) => it.getAttribute(name)).join());
        const drawn = ['#board', '#parts'].map((name) => document.querySelector(name)?.outerHTML);
        return [/** @type {HTMLElement} */ (document.body).innerText, ...labels, ...drawn].join('\n');
      }));
    }
  }
  return shown;
}

/**
 * The games that a bot has lost come first, and those of a player with a result can be chosen.
 * @param {Page} page of a tournament with the bot `scout`
 */
export async function checkGames(page) {
  /** @type {string[]} */
  const faults = [];
  const games = async () => page.$$eval('.games > li:not([hidden])', (all) => all.map((one) => ({ .../** @type {HTMLElement} */ (one).dataset })));
  const [player, result] = [page.locator('.tools select').nth(0), page.locator('.tools select').nth(1)];
  const all = await games();
  const won = (/** @type {DOMStringMap} */ { a, b, winner }) => ({ a, b })[winner ?? ''];
  const isLost = (/** @type {DOMStringMap} */ game) => [game.a, game.b].includes('scout') && game.winner !== '' && won(game) !== 'scout';
  const lost = all.filter(isLost).length;
  if (!all.slice(0, lost).every(isLost)) faults.push('the lost games of the bot do not come first');
  let sum = 0;
  for (const name of ['won', 'lost', 'drawn']) {
    await player.selectOption('scout');
    await result.selectOption(name);
    const found = await games();
    sum += found.length;
    const isRight = (/** @type {DOMStringMap} */ game) => name === (game.winner === '' ? 'drawn' : won(game) === 'scout' ? 'won' : 'lost');
    if (!found.every((game) => [game.a, game.b].includes('scout') && isRight(game))) faults.push(`${name}: ${JSON.stringify(found)}`);
  }
  const own = all.filter((game) => [game.a, game.b].includes('scout')).length;
  if (sum !== own) faults.push(`${sum} games of ${own} are won, lost or drawn`);
  if (!(await page.textContent('h2:has-text("CPU time per turn") + .table'))?.includes('scout')) faults.push('the bot has no CPU time');
  return faults;
}
