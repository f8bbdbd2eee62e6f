// @ts-check
// Work in the playground is in sight, stays where it is, and is never lost.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choose, folder, noticed, openExample, openTab, paste, reload, saved, settled, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SCRIPT = '[state]\nREEF 3 4\nPRINT 0\n[state]\n';

/** The text of the editor. @param {Page} page */
const textOf = async (page) => (await saved(page)).toString();

/** A laptop shows the script, the output and the whole board. @param {Page} page @param {string[]} faults */
export async function checkLayout(page, faults) {
  await page.click('#no-welcome');
  await openExample(page, 'T13');
  await openTab(page, 'output');
  const seen = await page.evaluate(() => {
    const height = (/** @type {string} */ place) => document.querySelector(place)?.getBoundingClientRect().height ?? 0;
    const output = /** @type {Element} */ (document.querySelector('#output'));
    const field = document.querySelector('#board .water')?.getBoundingClientRect() ?? new DOMRect();
    return {
      lines: height('.cm-scroller') / height('.cm-line'),
      output: height('#output') / parseFloat(getComputedStyle(output).lineHeight),
      isWhole: field.height > 0 && field.top >= 0 && field.bottom <= innerHeight,
    };
  });
  if (seen.lines < 22 || seen.output < 20 || !seen.isWhole) faults.push(`in sight: ${JSON.stringify(seen)}`);
  for (const [id, key] of [['script-divider', 'ArrowRight'], ['results-divider', 'ArrowLeft']]) {
    const width = () => page.locator('.middle').evaluate((pane) => pane.clientWidth);
    const before = await width();
    await page.focus(`#${id}`);
    await page.keyboard.press(key);
    if (await width() >= before) faults.push(`${id} does not move`);
  }
  const widths = () => page.locator('[data-view]').evaluateAll((panes) => panes.map((pane) => pane.clientWidth));
  const chosen = await widths();
  await reload(page);
  if (String(await widths()) !== String(chosen)) faults.push(`the panes are ${await widths()} px wide after a reload, before it ${chosen}`);
}

/** Whatever is pressed, the window stays where it is. @param {Page} page @param {string[]} faults */
export async function checkScrolling(page, faults) {
  await openExample(page, 'T13');
  const place = () => page.evaluate(() => [scrollX, scrollY].join());
  for (const view of ['script', 'board', 'results']) {
    const button = page.locator(`[data-show=${view}]`);
    if (await button.isVisible()) await button.click();
    const controls = page.locator('button:visible:not(#play-game, [data-go], [data-show], .theme, #open-file)');
    for (let i = 0; i < await controls.count(); i += 1) {
      const control = controls.nth(i);
      const name = await control.evaluate((one) => one.id || one.textContent);
      await control.click({ timeout: 500 }).catch(() => undefined);
      await page.evaluate(() => document.querySelectorAll('[popover]').forEach((menu) => /** @type {HTMLElement} */ (menu).hidePopover()));
      if (await place() !== '0,0') faults.push(`after ${name} the window is at ${await place()}`);
    }
  }
  for (let step = 0; step < 8; step += 1) await page.evaluate(() => document.querySelector('#on')?.dispatchEvent(new Event('click')));
  if (await place() !== '0,0') faults.push(`after eight steps the window is at ${await place()}`);
  // A telephone enlarges the page where the text of a field is smaller.
  const isPhone = (page.viewportSize()?.width ?? 0) < 500;
  const small = await page.locator('select, input, textarea, .cm-scroller').evaluateAll((all) => all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.id));
  if (isPhone && small.length > 0) faults.push(`fields with small texts: ${small}`);
}

/** A notice hides no control, in any view of a phone on its side. @param {Page} page @param {string[]} faults */
export async function checkNotice(page, faults) {
  await openExample(page, 'T13');
  for (const view of ['script', 'board', 'results']) {
    await page.click(`[data-show=${view}]`);
    const hidden = await page.evaluate(() => {
      const notice = /** @type {HTMLElement} */ (document.querySelector('#notice'));
      const place = notice.getBoundingClientRect();
      const others = [...document.querySelectorAll('button, input, [role=tab]')].filter((one) => one.checkVisibility() && !notice.contains(one));
      return place.height === 0 ? ['the notice'] : others.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < place.right && right > place.left && top < place.bottom && bottom > place.top;
      }).map((one) => one.id || one.textContent);
    });
    if (hidden.length > 0) faults.push(`not in sight with the ${view}: ${hidden}`);
  }
}

/** On a laptop, a notice hides neither the script nor what is said of it. @param {Page} page @param {string[]} faults */
export async function checkNoticePlace(page, faults) {
  const ways = {
    Learn: () => page.click('#learn'),
    Next: () => page.click('#next-lesson'),
    'the list of lessons': () => page.selectOption('#lessons', '0'),
    'the solution': () => page.click('#solution'),
    'an example': () => openExample(page, 'T13'),
    'the next turn': async () => {
      await openTab(page, 'output');
      await page.click('[data-play=turn]');
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    await way();
    await settled(page);
    const [notice, below] = await page.evaluate(() => ['#notice', 'main'].map((place) => document.querySelector(place)?.getBoundingClientRect() ?? new DOMRect()));
    if (notice.height === 0 || notice.bottom > below.top) faults.push(`after ${name} the notice ends at ${notice.bottom}`);
  }
}

/** Nothing moves while somebody types a script with mistakes. @param {Page} page @param {string[]} faults */
export async function checkTyping(page, faults) {
  await write(page, '');
  const places = () => page.locator('header *, h2, #editor, .middle > *, .results > :first-child, #board, #slider, .buttons button').evaluateAll((all) =>
    all.filter((one) => one.checkVisibility() && one.tagName !== 'OPTION' && !one.closest('#file-menu')).map((one) => {
      const { top, left, height } = one.getBoundingClientRect();
      return `${one.id || one.className || one.tagName} ${[top, left, height].map(Math.round)}`;
    }));
  const fleet = ['[state]', 'SET_FLEET A 0 0 1 1', 'SET_FLEET B 0 0 1 0', '[state]', '[playerA]', 'PLACE_SHIP 7 2 S 0 CRU', `SHOOTS ${'9 '.repeat(300)}`, '[playerA]', 'MOVE', '[playerB]'];
  const shots = Array.from({ length: 15 }, (_, i) => [`[player${'AB'[i % 2]}]`, `SHOOT ${i} 3`]).flat();
  const lines = [...fleet, ...shots];
  const before = await places();
  for (const line of lines) {
    await page.keyboard.insertText(`${line}\n`);
    await settled(page);
    const moved = (await places()).filter((place, i) => place !== before[i]);
    if (moved.length > 0) faults.push(`after ${line.slice(0, 30)}: ${moved.slice(0, 3).join('; ')}`);
  }
}

/** A reload, a closed tab and an edit after a link keep what was there. @param {Page} page @param {string[]} faults */
export async function checkKeeping(page, faults) {
  /** @param {string} what @param {unknown} found @param {unknown} expected */
  const expect = (what, found, expected) => {
    if (found !== expected) faults.push(`${what}: ${JSON.stringify(found)}`);
  };
  await write(page, SCRIPT);
  await page.click('#learn');
  await settled(page);
  await paste(page, SCRIPT);
  await openTab(page, 'compare');
  await page.fill('#own', 'mine\n');
  await page.waitForFunction(() => document.querySelector('#comparison')?.textContent?.includes('wrong'));
  await reload(page);
  expect('the script after a reload', await textOf(page), SCRIPT);
  expect('the output after a reload', await page.inputValue('#own'), 'mine\n');
  expect('the tab after a reload', await page.getAttribute('#tab-compare', 'aria-selected'), 'true');
  expect('the lesson after a reload', await page.isVisible('#lesson'), true);

  await choose(page, '#link');
  await page.waitForFunction(() => location.hash.startsWith('#script='));
  await write(page, SCRIPT.replace('3 4', '5 6'));
  await reload(page);
  expect('an edit after a link', await textOf(page), SCRIPT.replace('3 4', '5 6'));

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector('[data-ready]');
  expect('a new tab', await textOf(other), SCRIPT.replace('3 4', '5 6'));
  await noticed(other, 'last script');
  await other.close();

  await page.click('#play-game');
  await page.selectOption('#rules', 'italian');
  await page.click('#new-game [type=submit]');
  await page.waitForSelector('#placing:not([hidden])');
  await page.click('#random-fleet');
  await page.waitForFunction(() => document.querySelector('#game-status')?.textContent?.includes('complete'));
  await page.click('#accept');
  await page.waitForSelector('#turn:not([hidden])');
  await page.waitForTimeout(500);
  await reload(page);
  expect('a game after a reload', await page.isVisible('#turn'), true);
  await page.click('#leave');
  expect('the script after a game', await textOf(page), SCRIPT.replace('3 4', '5 6'));
  await page.click('#play-game');
  await page.waitForSelector('#turn:not([hidden])');
  await page.click('#game-script');
  expect('the script of the game', (await textOf(page)).includes('RULES italian'), true);
}

/** What takes the place of a script can be undone. @param {Page} page @param {string[]} faults */
export async function checkReplacing(page, faults) {
  const file = join(folder('opened', { 'game.in': SCRIPT.replace('3 4', '7 8') }), 'game.in');
  const ways = {
    example: () => openExample(page, 'T13'),
    lesson: () => page.click('#learn'),
    file: () => page.setInputFiles('#file-input', file),
    'dropped file': async () => {
      const client = await page.context().newCDPSession(page);
      const { x, y, height } = await page.locator('.cm-content').evaluate((it) => it.getBoundingClientRect());
      for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
        await client.send('Input.dispatchDragEvent', { type, x: x + 40, y: y + height / 2, data: { items: [], files: [file], dragOperationsMask: 1 } });
      }
    },
    'start afresh': () => choose(page, '#afresh'),
  };
  for (const [name, way] of Object.entries(ways)) {
    await write(page, SCRIPT);
    await way();
    await page.waitForSelector('#notice button');
    await settled(page);
    const text = await textOf(page);
    if (text === SCRIPT) faults.push(`${name}: the script is the same`);
    if (name.endsWith('file') && text !== readFileSync(file, 'utf8')) faults.push(`${name}: ${text}`);
    await page.click('#notice button');
    await settled(page);
    if (await textOf(page) !== SCRIPT) faults.push(`${name}: undone, the script is ${JSON.stringify(await textOf(page))}`);
  }
  await page.click('.cm-content');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
  if (readFileSync(await download.path(), 'utf8') !== SCRIPT) faults.push('Ctrl-S saves something else');
}
