// @ts-check
// What people do in the playground, in each browser that is installed: the first minute of a newcomer, a program that
// is checked by a folder of tests, and a game won on a phone. Each ends with a reload, after which the work is still
// there: node acceptance.mjs --admiralty PATH --dist DIRECTORY [--only BROWSER]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serve } from './serve.mjs';
import { BROWSERS, isInstalled, Window } from './webdriver.mjs';

const { values: options } = parseArgs({
  options: { admiralty: { type: 'string', default: '' }, dist: { type: 'string', default: '' }, only: { type: 'string', default: '' } },
});
const directory = mkdtempSync(join(tmpdir(), 'admiralty-acceptance-'));
const DESKTOP = { width: 1366, height: 625 };
/** A phone is in a window that has room for it. */
const PHONE = { width: 600, height: 900 };

/** Waits for the page, which may be in a phone. @param {Window} window */
async function ready(window) {
  await window.enter('iframe');
  await window.seen('body[data-ready]');
}

/** Reloads the page. @param {Window} window */
async function reload(window) {
  // What was done last is kept when it has rested.
  await new Promise((done) => { setTimeout(done, 1000); });
  await window.leave();
  await window.send('reload');
  await ready(window);
}

/** Waits until the page has done what was asked for. @param {Window} window */
async function answered(window) {
  await window.seen('body:not([data-running])');
}

/** From opening to a lesson that is done, with nothing but what is on the screen. @param {Window} window */
async function firstMinute(window) {
  await window.seen('#welcome:not([hidden])');
  await window.click('#welcome [data-text="welcome-learn"]');
  await window.seen('#lesson:not([hidden])');
  // The group that the lesson asks for, below its script.
  await window.click('.cm-content');
  await window.keys(['Control+End', 'Enter', ...'[state]', 'Enter', ...'PRINT 0', 'Enter', ...'[state]', 'Enter']);
  await window.until(() => document.querySelector('#lesson-result')?.textContent?.startsWith('Right'));
  await reload(window);
  const lessons = await window.run(() => Array.from(document.querySelectorAll('#lessons option'), (one) => one.textContent));
  if (lessons.filter((title) => title?.startsWith('✓')).length !== 1) throw new Error(`after a reload: ${lessons}`);
  if (!(await window.text('.cm-content')).includes('PRINT 0')) throw new Error('the script is gone after a reload');
}

/** The tests T01 to T33 with the outputs of a program that gets one of them wrong. */
function folderOfTests() {
  const folder = join(directory, 'tests');
  mkdirSync(folder, { recursive: true });
  const fixtures = new URL('../../fixtures/', import.meta.url);
  const names = readdirSync(fixtures).filter((name) => /^T(0[1-9]|[12]\d|3[0-3])\.in$/.test(name));
  for (const name of names) {
    const script = readFileSync(new URL(name, fixtures));
    const output = spawnSync(resolve(options.admiralty), [], { input: script }).stdout;
    writeFileSync(join(folder, name), script);
    writeFileSync(join(folder, name.replace('.in', '.out')), output);
    writeFileSync(join(folder, name.replace('.in', '.txt')), name === 'T13.in' ? output.toString().replace('x', '+') : output);
  }
  return { folder, count: names.length };
}

/** A program is checked by a folder of tests, and its fault is shown. @param {Window} window @param {string} name */
async function checkedProgram(window, name) {
  const { folder, count } = folderOfTests();
  await window.click('#check-program');
  // Only the driver of Chromium chooses a folder as a person does.
  if (name === 'chromium') await window.type('#tests-folder', folder);
  else await window.type('#tests-files', readdirSync(folder).map((file) => join(folder, file)).join('\n'));
  await window.until((/** @type {string} */ wanted) => document.querySelector('#tests-summary')?.textContent?.includes(wanted), `${count - 1} of ${count}`);
  await window.click('#tests-table tr:has(.bad) button');
  await window.seen('#comparison .field.differs');
  const differing = await window.run(() => Array.from(document.querySelectorAll('#comparison .field.differs'), (one) => one.textContent));
  if (String(differing) !== 'x+') throw new Error(`these fields differ: ${differing}`);
  await reload(window);
  await window.seen('#comparison .field.differs');
}

/**
 * Plays a game by hints, and returns whether it was won.
 * @param {Window} window @param {boolean} isReloaded after some shots
 */
async function isWonByHints(window, isReloaded) {
  await window.seen('[data-playing=choosing]');
  await window.run(() => {
    for (const [id, value] of [['rules', 'italian'], ['level', '1']]) {
      const list = /** @type {HTMLSelectElement} */ (document.querySelector(`#${id}`));
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  await window.click('#new-game [type=submit]');
  await window.seen('[data-playing=placing]');
  await answered(window);
  await window.click('#random-fleet');
  await answered(window);
  await window.click('#accept');
  await answered(window);
  for (let shot = 0; await window.run(() => document.body.dataset.playing !== 'over'); shot += 1) {
    if (shot === 100) throw new Error('the game has no end');
    await window.click('#hint');
    await answered(window);
    const [, y, x] = /on (\d+) (\d+):/.exec(await window.text('#game-status')) ?? [];
    const place = await window.run((/** @type {number} */ row, /** @type {number} */ column) => {
      const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.querySelector('#board')));
      const { x: left, y: top } = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(board.getScreenCTM() ?? undefined);
      return [left, top];
    }, Number(y), Number(x));
    await window.press(place[0], place[1]);
    await answered(window);
    if (isReloaded && shot === 3) {
      const before = await window.text('#game-status');
      await reload(window);
      await window.seen('[data-playing=playing]');
      if (await window.run(() => scrollY) !== 0) throw new Error('the window has scrolled');
      if (!before) throw new Error('the game says nothing');
    }
  }
  return (await window.text('#game-status')).startsWith('You have won');
}

/** A game against the weakest player is won with hints, by touching fields. @param {Window} window */
async function wonGame(window) {
  const size = await window.run(() => [innerWidth, innerHeight]);
  if (String(size) !== '390,844') throw new Error(`the phone has ${size} px`);
  await window.click('#play-game');
  // Nobody wins each game, not even by hints.
  const GAMES_MAX = 5;
  for (let game = 1; !(await isWonByHints(window, game === 1)); game += 1) {
    if (game === GAMES_MAX) throw new Error(`no game of ${GAMES_MAX} was won`);
    await window.click('#another-game');
  }
}

let failures = 0;
const { url, stop } = await serve(resolve(options.dist));
for (const name of /** @type {(keyof typeof BROWSERS)[]} */ (Object.keys(BROWSERS))) {
  if (!name.includes(options.only)) continue;
  if (!isInstalled(name)) {
    console.log(`skipped ${name}: it is not installed`);
    continue;
  }
  for (const [act, size] of /** @type {const} */ ([[firstMinute, DESKTOP], [checkedProgram, DESKTOP], [wonGame, PHONE]])) {
    const start = performance.now();
    let window;
    try {
      window = await Window.open(name, size);
      await window.send('open', { url: size === PHONE ? `${url}phone` : url });
      await ready(window);
      await act(window, name);
      console.log(`passed ${name}, ${act.name} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED ${name}, ${act.name}: ${error}`);
    }
    await window?.end();
  }
}
stop();
rmSync(directory, { recursive: true });
console.log(failures ? `${failures} failed` : 'acceptance: all passed');
process.exitCode = failures ? 1 : 0;
