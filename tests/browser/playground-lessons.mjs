// @ts-check
// The lessons of the playground.

import { choose, noticed, openTab, paste, reload, saved, settled, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const START = 'Your turn: change the script below.';
/** Of the first lesson. */
const [SCRIPT, PRINTED] = ['[state]\nREEF 3 4\n[state]\n', '[state]\nPRINT 0\n[state]\n'];

/** What the page says of the script. @param {Page} page */
const result = (page) => page.locator('#lesson-result').textContent();

/** The text of the editor. @param {Page} page */
const textOf = async (page) => (await saved(page)).toString();

/** The title of the open lesson. @param {Page} page */
const title = (page) => page.locator('#lessons option:checked').textContent();

/** Each lesson is open at first, and its solution is right. @param {Page} page @param {string[]} faults */
export async function checkLessons(page, faults) {
  await page.click('#learn');
  const lessons = page.locator('#lessons option');
  const count = await lessons.count();
  for (let number = 0; number < count; number += 1) {
    if (number > 0) await page.click('#next-lesson');
    await settled(page);
    if (await result(page) !== START) faults.push(`lesson ${number} begins with: ${await result(page)}`);
    await page.click('#solution');
    await settled(page);
    if (!(await result(page))?.startsWith('Right.')) faults.push(`the solution of lesson ${number}: ${await result(page)}`);
    const problems = await page.locator('#problems li').allTextContents();
    if (problems.length > 0) faults.push(`the solution of lesson ${number}: ${problems}`);
  }
  if (count !== 10) faults.push(`${count} lessons`);
  if (!(await result(page))?.includes('All lessons are done')) faults.push('the lessons have no end');
  await reload(page);
  const ticks = (await lessons.allTextContents()).filter((one) => one.startsWith('✓'));
  if (ticks.length !== count) faults.push(`${ticks.length} lessons are done after a reload`);
}

/** A lesson keeps its script, whatever comes between, until somebody wants it as it was. @param {Page} page @param {string[]} faults */
export async function checkScripts(page, faults) {
  const own = `${SCRIPT}${PRINTED}${PRINTED.replace('PRINT', 'REEF 5')}`;
  const ways = {
    'Next and Previous': async () => {
      await page.click('#next-lesson');
      await page.click('#previous-lesson');
    },
    'the list': async () => {
      await page.selectOption('#lessons', '3');
      await page.selectOption('#lessons', '0');
    },
    'another script': async () => {
      await choose(page, '#afresh');
      await page.click('#learn');
      await page.selectOption('#lessons', '0');
    },
    'the tests': async () => {
      await page.click('#check-program');
      if (await page.isVisible('#lesson')) faults.push('the lesson is open beside the tests');
      await page.click('#learn');
      await page.selectOption('#lessons', '0');
    },
    'a reload': async () => {
      await page.click('#next-lesson');
      await reload(page);
      await page.click('#previous-lesson');
    },
    'an undone step': async () => {
      await page.click('#next-lesson');
      await page.click('#notice button');
    },
  };
  await page.click('#learn');
  await write(page, own);
  for (const [name, way] of Object.entries(ways)) {
    await way();
    await settled(page);
    if (await title(page) !== '✓ 1. Groups') faults.push(`${name} leads to ${await title(page)}`);
    if (await textOf(page) !== own) faults.push(`after ${name}: ${JSON.stringify(await textOf(page))}`);
  }
  await page.click('#lesson-afresh');
  await settled(page);
  if (await textOf(page) !== SCRIPT) faults.push(`the lesson starts with ${JSON.stringify(await textOf(page))}`);
  await page.click('#notice button');
  await settled(page);
  if (await textOf(page) !== own) faults.push('starting afresh cannot be undone');
}

/** A lesson says what is missing, and shows it. @param {Page} page @param {string[]} faults */
export async function checkVerdicts(page, faults) {
  await page.click('#learn');
  const cases = [
    [SCRIPT, START, ''],
    [`${SCRIPT}[state]PRINT 0\n`, 'Line 4 has an error.', 'problems'],
    [`${SCRIPT}[state]\nPRINT 0\n`, 'Almost: line 4 has a warning.', 'problems'],
    [`${SCRIPT}[state]\n[state]\n`, 'Not yet: the output differs.', 'compare'],
    [`${SCRIPT.replace('3 4', '3 5')}${PRINTED}`, 'Not yet: the output differs.', 'compare'],
    [`${SCRIPT}${PRINTED}`, 'Right.', ''],
    [`${SCRIPT}${PRINTED}${PRINTED}`, 'Done before; now the output differs.', 'compare'],
  ];
  for (const [script, said, tab] of cases) {
    await openTab(page, 'output');
    await write(page, script);
    if (await result(page) !== said) faults.push(`${JSON.stringify(script)}: ${await result(page)}`);
    if (await page.isVisible('#lesson-why') !== (tab !== '')) faults.push(`${said} Why?`);
    if (tab === '') continue;
    await page.click('#lesson-why');
    if (await page.getAttribute(`#tab-${tab}`, 'aria-selected') !== 'true') faults.push(`${said} is not explained by ${tab}`);
    const shown = await page.locator('#lesson-difference .panes pre').count();
    if (tab === 'compare' && shown !== 2) faults.push(`${said} ${shown} texts`);
  }
}

/** The board of a lesson is that of its end, and its script begins at the top. @param {Page} page @param {string[]} faults */
export async function checkLessonBoards(page, faults) {
  const look = async (/** @type {string} */ when, isFromTop = true) => {
    await settled(page);
    const seen = await page.evaluate(() => {
      const { value, max } = /** @type {HTMLInputElement} */ (document.querySelector('#slider'));
      const scroller = document.querySelector('.cm-scroller');
      const lines = (scroller?.clientHeight ?? 0) / (document.querySelector('.cm-line')?.clientHeight ?? 1);
      return { isLast: value === max, top: scroller?.scrollTop, lines };
    });
    if (!seen.isLast || isFromTop && seen.top !== 0 || seen.lines < 11) faults.push(`${when}: ${JSON.stringify(seen)}`);
  };
  await page.click('#learn');
  for (let number = 1; number <= 4; number += 1) {
    await look(`lesson ${number}`);
    await page.locator('.cm-line').nth(2).click();
    await look(`lesson ${number} after a click`);
    await page.click('#solution');
    await look(`lesson ${number}, solved`);
    await reload(page);
    await look(`lesson ${number} after a reload`);
    await page.click('#next-lesson');
  }
}

/** A newcomer is told what the first example and the words of the page mean. @param {Page} page @param {string[]} faults */
export async function checkFirstWords(page, faults) {
  const told = async (/** @type {string} */ place) => (await page.locator(place).textContent() ?? '').includes('on purpose');
  if (!await told('#welcome') || !await told('#status')) faults.push('the error of the first example is not explained');
  await write(page, SCRIPT.replace('REEF', 'REEFS'));
  if (await told('#status')) faults.push('an error of another script is on purpose');
  if (await page.locator('.counts').first().textContent().then((text) => !text?.startsWith('Ship parts left'))) faults.push('nobody knows what the parts are');
  await page.click('#learn');
  await page.locator('.cm-line').nth(1).click();
  if (!await page.getAttribute('#group', 'title')) faults.push('the way to the group is not explained');
  const usages = ['', 'PLACE_SHIP y x D i C', 'SHOOT y x', 'MOVE i C m', '', 'SPY i y x'];
  for (const [number, usage] of usages.entries()) {
    await page.selectOption('#lessons', String(number));
    const shown = (await page.locator('#lesson-text code').allTextContents()).join();
    if (shown !== usage) faults.push(`the command of lesson ${number + 1} is ${shown}`);
  }
}

/** What another program prints is that of a script, and says nothing of another one. @param {Page} page @param {string[]} faults */
export async function checkOwnOutput(page, faults) {
  const verdict = () => page.locator('#compare-verdict').textContent();
  await openTab(page, 'compare');
  const ways = { 'a lesson': () => page.click('#learn'), 'the next lesson': () => page.click('#next-lesson'), 'the first example': () => choose(page, '#afresh') };
  for (const [name, way] of Object.entries(ways)) {
    await page.fill('#own', 'hello\n');
    await settled(page);
    if (await verdict() !== '≠') faults.push(`before ${name}: ${await verdict()}`);
    await way();
    await settled(page);
    if (await verdict() !== '' || await page.inputValue('#own') !== '') faults.push(`after ${name}: ${await verdict()}`);
    await page.click('#notice button');
    await settled(page);
    if (await verdict() !== '≠') faults.push(`${name}, undone: ${await verdict()}`);
    await way();
    await settled(page);
  }
  await write(page, SCRIPT);
  await choose(page, '#link');
  await noticed(page, 'copied');
  const address = page.url();
  await paste(page, PRINTED);
  await page.fill('#own', 'hello\n');
  await settled(page);
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('[data-ready]');
  await settled(page);
  if (await verdict() !== '') faults.push(`after a link: ${await verdict()}`);
}
