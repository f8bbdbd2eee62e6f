// @ts-check
// The checks of a page. Each returns what is wrong.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { faultsOf, showStep } from './drawn.mjs';
import { expectedBoards } from './expected.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{heat: number[], rect: number[], best?: number[]}} Analysis */
/** @typedef {{lines: [number, number], text: string, player?: string, analysis?: Analysis}} Step */
/** @typedef {{ending: string, failed?: number, steps: Step[], analysis?: {players: {worst: number[], shots: number}[]}}} Recorded */
/** @typedef {{boards: number, unprinted: number}} Tally boards compared, and boards that no command prints */

const SEATS = /** @type {const} */ (['all', 'A', 'B']);
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts the browser. */
export function launch() {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: '/usr/bin/chromium', args });
}

/**
 * Opens a page, which must not load or print anything.
 * @param {Page} page
 * @param {string} file
 * @param {string[]} faults to which later events are added
 * @param {string} ready what appears when the page is open
 */
export async function openPage(page, file, faults, ready = 'body[data-ready]') {
  const url = new URL(`file://${file.split('/').map(encodeURIComponent).join('/')}`).href;
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error}`));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    // A blob is data of the page itself.
    if (!request.url().startsWith('blob:') && request.url().split('#')[0] !== url) faults.push(`request: ${request.url()}`);
  });
  const start = performance.now();
  await page.goto(url);
  await page.waitForSelector(ready, { timeout: 20_000 });
  return performance.now() - start;
}

/**
 * The recorded game in a page.
 * @param {string} file
 * @returns {Recorded}
 */
export function recorded(file) {
  const data = /<script id="replay"[^>]*>([^<]*)</.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString());
}

/**
 * Compares boards with what a run prints, at some steps out of order, for all seats.
 * @param {Page} page
 * @param {{admiralty: string, script: string, file: string, samples: number, tally: Tally}} options
 */
export async function checkBoards(page, { admiralty, script, file, samples, tally }) {
  const { steps, ending } = recorded(file);
  const bytes = readFileSync(script);
  const faults = [];
  const end = steps.length - 1;
  const between = Array.from({ length: samples }, (_, i) => 1 + (i * 7919 + 104729) % Math.max(1, end));
  for (const step of new Set([end, 0, ...between.filter((it) => it < end)])) {
    const last = steps[step].lines[1];
    const isEnd = step === end;
    const isUndone = isEnd && !ending.startsWith('Nobody');
    // The end of a turn may refuse an earlier line, a target.
    const isBefore = isEnd && steps.some(({ lines }, i) => i < end && lines[1] > last);
    const boards = isBefore ? {} : await expectedBoards(admiralty, bytes, isUndone ? last - 1 : last, isEnd);
    for (const seat of SEATS) {
      const shown = await showStep(page, step, seat);
      tally.boards += boards[seat] === undefined ? 0 : 1;
      tally.unprinted += boards[seat] === undefined ? 1 : 0;
      for (const fault of faultsOf(shown, boards[seat])) faults.push(`step ${step}, seat ${seat}: ${fault}`);
    }
  }
  return faults;
}

/**
 * Violations of accessibility: the serious and critical ones, or all.
 * @param {Page} page
 * @param {string[]} [impacts]
 */
export async function checkAccessibility(page, impacts = ['serious', 'critical']) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    // In colours that the reader chooses, a style does not say which are drawn.
    const isForced = matchMedia('(forced-colors: active)').matches;
    // @ts-expect-error defined by the line above
    const result = await window.axe.run({ rules: { 'color-contrast': { enabled: !isForced } } });
    return result.violations.map((/** @type {any} */ it) => ({
      impact: it.impact,
      text: `${it.id}: ${it.help}: ${it.nodes.slice(0, 3).map((/** @type {any} */ node) => `${node.html.slice(0, 120)} ${node.any[0]?.message ?? ''}`).join(' | ')}`,
    }));
  });
  return violations
    .filter((/** @type {any} */ it) => impacts.includes(it.impact))
    .map((/** @type {any} */ it) => `${it.impact}: ${it.text}`);
}

/**
 * Uses a page with the keyboard alone.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function checkKeyboard(page, { steps }) {
  /** @type {string[]} */
  const faults = [];
  const last = steps.length - 1;
  const at = () => page.$eval('#slider', (slider) => Number(/** @type {HTMLInputElement} */ (slider).value));
  /**
   * @param {string} what
   * @param {unknown} found
   * @param {unknown} expected
   */
  const expect = (what, found, expected) => {
    if (found !== expected) faults.push(`${what}: ${found} instead of ${expected}`);
  };
  /** @type {[string, number][]} */
  const keys = [['End', last], ['ArrowRight', last], ['ArrowLeft', last - 1], ['Home', 0], ['ArrowLeft', 0], ['ArrowRight', 1], ['ArrowRight', 2]];
  for (const [key, step] of keys) {
    await page.keyboard.press(key);
    expect(key, await at(), step);
    expect(`live text after ${key}`, await page.textContent('#what[aria-live=polite]'), steps[step].text);
  }
  await page.keyboard.press('Shift+ArrowRight');
  const turn = await at();
  expect('Shift+ArrowRight goes on', turn > 2, true);
  await page.keyboard.press('Shift+ArrowLeft');
  expect('Shift+ArrowLeft goes back', await at() < turn, true);
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.querySelector('#slider')).value) >= 2, undefined, { timeout: 5000 });
  await page.keyboard.press('Space');
  const paused = await at();
  await page.waitForTimeout(600);
  expect('Space pauses', await at(), paused);

  // Tab reaches every control, which shows its focus and works with a key.
  const wanted = new Set(await page.$$eval('button, input, summary, [tabindex="0"]', (elements) =>
    elements.filter((it) => it.checkVisibility()).map((it) => it.id || it.getAttribute('data-seat') || it.className || it.textContent || '')));
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (let i = 0; i < 60 && wanted.size > 0; i += 1) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      return {
        id: element.id || element.getAttribute('data-seat') || element.className || element.textContent || '',
        isShown: getComputedStyle(element).outlineStyle !== 'none',
      };
    });
    if (!focus) continue;
    if (!focus.isShown) faults.push(`the focus on ${focus.id} is not shown`);
    wanted.delete(focus.id);
    const shownAs = () => page.evaluate((id) => {
      const theme = document.documentElement.dataset.theme ?? '';
      const seat = document.querySelector('[data-seat][aria-pressed="true"]')?.getAttribute('data-seat');
      return { theme, seat, isOpen: document.getElementById(id)?.parentElement?.hasAttribute('open') };
    }, focus.id);
    if (focus.id === 'A' || focus.id === 'B' || focus.id === 'all') {
      await page.keyboard.press('Enter');
      expect('the seat', (await shownAs()).seat, focus.id);
    } else if (focus.id === 'theme') {
      const before = (await shownAs()).theme;
      await page.keyboard.press('Enter');
      expect('the theme changes', (await shownAs()).theme !== before, true);
    } else if (focus.id === 'next') {
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      expect('the next turn', await at() > 0, true);
    }
  }
  for (const id of wanted) faults.push(`Tab does not reach ${id}`);
  return faults;
}

/**
 * Seats and themes by mouse, and a swipe.
 * @param {Page} page
 */
export async function checkControls(page) {
  const faults = [];
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.click('.theme');
  if (await paper() === before) faults.push('the theme does not change');
  await page.click('.theme');
  if (await paper() !== before) faults.push('the theme does not change back');
  await page.keyboard.press('End');
  const drawings = new Set();
  for (const seat of SEATS) {
    await page.click(`[data-seat=${seat}]`);
    drawings.add(await page.$eval('#board', (board) => board.innerHTML));
  }
  if (drawings.size < 3) faults.push('the seats show the same');
  await page.click('[data-seat=all]');
  await page.keyboard.press('Home');
  const moved = await page.evaluate(() => {
    const board = /** @type {Element} */ (document.querySelector('#board'));
    const touch = (/** @type {number} */ x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
    board.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(200)], changedTouches: [touch(200)] }));
    board.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch(100)] }));
    return /** @type {HTMLInputElement} */ (document.querySelector('#slider')).value;
  });
  if (moved !== '1') faults.push(`a swipe goes to step ${moved}`);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  if (isWide) faults.push('the page is wider than the screen');
  return faults;
}

/**
 * A script that attacks the page is only text, and its invisible characters are shown.
 * @param {Page} page
 */
export async function checkHostile(page) {
  const faults = [];
  await page.keyboard.press('End');
  const found = await page.evaluate(async () => {
    const panel = /** @type {HTMLElement} */ (document.querySelector('#script-panel'));
    let text = '';
    for (let top = 0; top <= panel.scrollHeight; top += 100) {
      panel.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      text += panel.textContent;
    }
    return {
      text,
      isBroken: 'broken' in window,
      elements: document.querySelectorAll('body img, body b:not(footer b), body script:not(body > script)').length,
      scripts: document.scripts.length,
      title: document.querySelector('h1')?.textContent ?? '',
    };
  });
  if (found.isBroken) faults.push('a script of the script was executed');
  if (found.elements > 0 || found.scripts !== 4) faults.push(`there are elements of the script: ${found.elements}, ${found.scripts} scripts`);
  const all = `${found.text}${found.title}${await page.textContent('#what')}`;
  for (const text of ['</script><script>', '<!-- <script> -->', '\\u{2028}', '\\u{202e}abc', '\\u{200b}\\u{feff}\\u{ad}', '\\u{e0041}', '\ufffd', '"\'`&lt;&#60;$', '… 9']) {
    if (!found.text.includes(text)) faults.push(`the script does not show ${text}`);
  }
  if (/[\u202a-\u202e\u2066-\u2069\u2028\u2029\u200b\ufeff]/.test(all)) faults.push('invisible characters are in the page');
  if (!found.title.startsWith('"><script>')) faults.push(`the title is ${found.title}`);
  return faults;
}

/**
 * A script that breaks a rule ends with the failure and its explanation.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function checkFailure(page, { steps }) {
  await page.keyboard.press('End');
  const faults = [];
  const text = await page.textContent('#what') ?? '';
  const { text: message } = steps[steps.length - 1];
  if (!message.startsWith('INVALID') || text !== message) faults.push(`the end shows ${text}`);
  if (!(await page.isVisible('#explanation')) || !(await page.textContent('#explanation'))?.includes('error[')) faults.push('there is no explanation');
  if (!(await page.isVisible('.row.failed'))) faults.push('the line is not marked');
  await page.keyboard.press('Home');
  if (await page.isVisible('#end')) faults.push('the failure is shown before the end');
  return faults;
}

/**
 * The heat map and the best shot of some steps, hidden from the other player, and the scores.
 * @param {Page} page
 * @param {Recorded} game
 */
export async function checkAnalysis(page, { steps, analysis }) {
  const faults = [];
  const drawn = () => page.$$eval('.heat rect', (fields) => fields.filter((field) => field.closest('#board')).length);
  const analysed = steps.flatMap(({ analysis: it, player }, step) => (it ? [{ ...it, player, step }] : []));
  if (analysed.length === 0) faults.push('nothing is analysed');
  for (const { heat, best, player, step } of analysed.filter((_, i) => i % 20 === 0)) {
    await showStep(page, step, 'all');
    const fields = heat.filter((value) => value > 0).length;
    if (await drawn() !== fields) faults.push(`step ${step}: ${await drawn()} fields instead of ${fields}`);
    if ((await page.$$('#board use[href="#best"]')).length !== (best ? 1 : 0)) faults.push(`step ${step}: the best shot`);
    await showStep(page, step, player === 'A' ? 'B' : 'A');
    if (await drawn() !== 0) faults.push(`step ${step}: the other player sees the heat map`);
  }
  if (await page.isVisible('#scores') !== Boolean(analysis)) faults.push('the scores');
  const worst = analysis?.players.flatMap((player) => player.worst) ?? [];
  if ((await page.$$('#worst button')).length !== worst.length) faults.push('the worst shots');
  if (worst.length > 0) {
    await page.click('#worst button');
    const at = await page.$eval('#slider', (slider) => Number(/** @type {HTMLInputElement} */ (slider).value));
    if (at !== worst[0]) faults.push(`the worst shot is at step ${at}`);
  }
  return faults;
}

/**
 * The last step of a large game, and how long the slowest of some steps takes, in milliseconds.
 * @param {Page} page
 */
export async function measureSteps(page) {
  return page.evaluate(() => {
    const slider = /** @type {HTMLInputElement} */ (document.querySelector('#slider'));
    const last = Number(slider.max);
    const times = [];
    for (const part of [1, 0.5, 0.501, 0.25, 0.75, 0.1, 0.0999, 0]) {
      const start = performance.now();
      slider.value = String(Math.floor(part * last));
      slider.dispatchEvent(new Event('input'));
      void document.body.offsetHeight;
      times.push(performance.now() - start);
    }
    return { last, slowest: Math.max(...times) };
  });
}
