// @ts-check
// Folders of tests in the playground.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browser, file, folder, native, openTab, saved, settled, write } from './playground-page.mjs';
import { serve } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
async function judged(page) {
  await page.waitForFunction(() => !document.querySelector('#tests-summary')?.textContent?.includes('…'), undefined, { timeout: 60_000 });
  const rows = await page.locator('#tests-table tbody tr').evaluateAll((all) =>
    all.map((row) => Array.from(row.children, (cell) => cell.textContent)));
  return { summary: await page.locator('#tests-summary').textContent(), rows };
}

/** Drops files and folders. @param {Page} page @param {string[]} files */
async function drop(page, files) {
  await openTab(page, 'tests');
  const { x, y } = await page.locator('#panel-tests').evaluate((it) => it.getBoundingClientRect());
  const client = await page.context().newCDPSession(page);
  for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
    await client.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data: { items: [], files, dragOperationsMask: 1 } });
  }
  await page.waitForTimeout(500);
}

/** On a page from a server, folders can be dropped. @param {Page} _ @param {string[]} faults */
export async function checkDroppedFolders(_, faults) {
  const { url, stop } = await serve(dirname(file));
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  const tests = folder('dropped', { 'secret/T1.in': '[state]\n[state]\n', 'secret/T1.out': '', 'T2.in': '', 'T3.in': 'X\n' });
  await drop(page, [tests, folder('own', { 'T2.txt': 'other', 'T3.txt': native([], Buffer.from('X\n')) })]);
  const verdicts = (await judged(page)).rows.map(([name, verdict]) => `${name} ${verdict}`).join(', ');
  if (verdicts !== 'T1 accepted, T2 wrong answer, T3 accepted') faults.push(verdicts);
  await page.close();
  stop();
}

/** Folders of tests are judged as the judge does. @param {Page} page @param {string[]} faults */
export async function checkTests(page, faults) {
  /** @param {string} what @param {unknown} found @param {unknown} expected */
  const expect = (what, found, expected) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) faults.push(`${what}: ${JSON.stringify(found)}`);
  };
  const fixture = (/** @type {string} */ name) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
  const names = readdirSync(new URL('../../fixtures', import.meta.url)).flatMap((name) => /^(T\d+)\.out$/.exec(name)?.slice(1) ?? []).sort();
  const all = names.flatMap((name) => ['.in', '.out'].map((ending) => [name + ending, fixture(name + ending)]));
  await openTab(page, 'tests');
  await page.setInputFiles('#tests-folder', folder('all', Object.fromEntries(all)));
  const { summary, rows } = await judged(page);
  expect('the fixtures', summary, `${names.length} of ${names.length} accepted.`);
  expect('the order', rows.map(([name]) => name), names);

  const [script, right] = ['[state]\nREEF 3 4\nPRINT 0\n[state]\n', fixture('T01.out').toString()];
  const printed = native([], Buffer.from(script)).toString();
  const tests = folder('tests', {
    'T10.in': script, 'T10.out': printed, 'T10.txt': printed.replace('\n', ' \n'),
    'T2.in': fixture('T01.in'), 'T2.ans': right, 'T2.txt': right.replace('+', '?'),
    'T3.in': script, 'T3.out': 'other\n', 'T3.txt': 'other\n',
    'T4.in': script,
    'T5.in': script, 'T5.out': printed, 'T5.a': printed, 'T5.b': printed,
    'notes.md': 'nothing',
  });
  await page.setInputFiles('#tests-folder', tests);
  const mixed = await judged(page);
  expect('a mixed folder', mixed.summary, '1 of 5 accepted.');
  expect('verdicts', mixed.rows.map(([name, verdict]) => `${name} ${verdict}`), ['T2 wrong answer', 'T3 accepted', 'T4 –', 'T5 –', 'T10 only white space differs']);
  await page.locator('#tests-table .place', { hasText: 'T2' }).click();
  await settled(page);
  await page.waitForFunction(() => document.querySelector('#comparison')?.textContent?.includes('wrong'));
  expect('the script of a test', (await saved(page)).equals(fixture('T01.in')), true);
  expect('its output', await page.inputValue('#own'), right.replace('+', '?'));
  await openTab(page, 'tests');
  await page.locator('#tests-table .place', { hasText: 'T3' }).click();
  await settled(page);
  await page.waitForFunction(() => document.querySelector('#comparison')?.textContent?.includes('right'));
  await write(page, `${script}\n`);
  await page.waitForFunction(() => document.querySelector('#comparison')?.textContent?.includes('wrong'));

  // What Windows adds is named once.
  const windows = folder('windows', {
    'T1.in': script, 'T1.out': printed, 'T1.txt': printed.replaceAll('\n', '\r\n'),
    'T2.in': script, 'T2.out': printed, 'T2.txt': Buffer.from(`\ufeff${printed}`, 'utf16le'),
    'T3.in': script, 'T3.out': printed, 'T3.txt': `\ufeff${printed}`,
    'T4.in': script, 'T4.out': printed, 'T4.txt': printed.replace('#', '?').replaceAll('\n', '\r\n'),
  });
  await openTab(page, 'tests');
  await page.setInputFiles('#tests-folder', windows);
  expect('with what Windows adds', (await judged(page)).rows.map(([, verdict]) => verdict), ['only white space differs', ...Array(3).fill('wrong answer')]);
  expect('what Windows adds', await page.locator('#tests-encoding-text').textContent(), 'Outputs: 4. Windows line ends in 2, UTF-16 in 1, and a byte order mark in 1.');
  await page.click('#tests-lenient');
  expect('without what Windows adds', (await judged(page)).rows.map(([, verdict]) => verdict), [...Array(3).fill('accepted'), 'wrong answer']);
  await page.click('#tests-lenient');
  await page.setInputFiles('#tests-folder', tests);
  await judged(page);

  // Outputs alone belong to the tests before them.
  const mine = folder('mine', { 'T4.out': printed });
  await page.setInputFiles('#tests-folder', mine);
  expect('another folder', (await judged(page)).rows[2], ['T4', 'accepted', '']);
  await drop(page, [tests, mine]);
  expect('dropped folders', (await judged(page)).summary, 'The browser cannot read what was dropped: choose the folder instead.');
  await drop(page, [join(tests, 'T2.in'), join(tests, 'T2.ans')]);
  expect('dropped files', (await judged(page)).summary, '1 of 1 accepted.');
  await page.setInputFiles('#tests-files', [join(tests, 'notes.md'), join(tests, 'T4.in')]);
  expect('files', (await judged(page)).rows, [['T4', '–', 'Its output is missing: save what your program prints as T4.txt.']]);
  const source = folder('source', { 'main.c': 'int main(void) {}\n', 'T1.txt': '' });
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await page.click('#check-program');
  expect('a source file is wanted', (await page.locator('#panel-tests').innerText()).startsWith('This page does not run your program'), true);
  await page.setInputFiles('#tests-files', join(source, 'main.c'));
  expect('a source file', (await judged(page)).summary, 'There is no script (T1.in) here, only main.c. Choose the scripts together with what your program prints for them (T1.txt).');
  await page.setInputFiles('#tests-folder', source);
  expect('outputs alone', (await judged(page)).summary?.replace('T1.txt, main.c', 'main.c, T1.txt').includes('only main.c, T1.txt.'), true);
  await page.setInputFiles('#tests-files', [join(tests, 'T5.in'), join(mine, 'T4.out')]);
  await page.setInputFiles('#tests-folder', folder('hostile', { 'long.in': Buffer.alloc((1 << 26) + 1, '\n'), 'long.out': '', 'loop.in': `[state]\nBOARD_SIZE 1000 1000\n${'PRINT 0\n'.repeat(6_000)}[state]\n`, 'loop.out': '' }));
  const hostile = await judged(page);
  expect('hostile files', hostile.rows.map(([, verdict]) => verdict), ['–', '–']);
  const many = Array.from({ length: 10_001 }, (_, i) => [`${i}.in`, '']);
  await page.setInputFiles('#tests-folder', folder('many', Object.fromEntries(many)));
  expect('many files', (await judged(page)).summary?.startsWith('There are more than 10,000 files'), true);
}

