// @ts-check
// The pages of a class, and their checks. Each check returns what is wrong.

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('playwright-core').Page} Page */

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;

/** Programs by name, and what each does with the output of a correct one. */
const PROGRAMS = Object.entries({
  anna: '',
  Anna: '',
  ben: '| sed s/REMAINING/LEFT/',
  carla: '| sed s/won/wins/',
  '<u>dora "\'': '| tr x X',
  emil: '> /dev/null; exit 3',
});

/** A hidden group, and one with points. */
const CONFIG = `title = "Ships"
[[group]]
name = "basics"
cases = ["T0*", "T1*"]
points = 10
[[group]]
name = "others"
cases = ["T2*"]
points = 5
hidden = true
`;

/**
 * Judges a class; returns the directory of its pages.
 * @param {string} admiralty
 * @param {string} directory
 * @param {[string, string][]} outputs names of programs, and what they do with the output of a correct one
 */
export function makeClass(admiralty, directory, outputs = PROGRAMS) {
  const [cases, programs, pages] = ['cases', 'programs', 'class'].map((name) => join(directory, name));
  for (const path of [cases, programs]) mkdirSync(path);
  for (const name of readdirSync(FIXTURES).filter((it) => /^T[0-2].*\.(in|out)$/.test(it))) {
    spawnSync('cp', [join(FIXTURES, name), cases]);
  }
  writeFileSync(join(cases, 'judge.toml'), CONFIG);
  writeFileSync(join(programs, 'text'), 'no program\n');
  for (const [name, then] of outputs) {
    const path = join(programs, name);
    writeFileSync(path, `#!/bin/sh\n'${admiralty}' ${then}\n`);
    chmodSync(path, 0o755);
  }
  // The programs run the one under test, which is in another directory. The judge's exit code says that cases failed.
  spawnSync(admiralty, ['grade', cases, programs, '--no-build', '--no-sandbox', '--html', pages]);
  return pages;
}

/**
 * The texts of the first cells of both tables' visible rows.
 * @param {Page} page
 */
function names(page) {
  return page.evaluate(() => ['programs', 'cases'].map((id) =>
    [...document.querySelectorAll(`#${id} tbody tr:not([hidden])`)].map((row) => row.children[0].textContent ?? '')));
}

/**
 * @param {string[]} faults
 * @param {boolean} isRight
 * @param {string} fault
 */
function expect(faults, isRight, fault) {
  if (!isRight) faults.push(fault);
}

/**
 * Sorts by each column, in both directions.
 * @param {Page} page
 */
export async function checkSorting(page) {
  /** @type {string[]} */
  const faults = [];
  const [before] = await names(page);
  const heads = page.locator('#programs thead button');
  for (let column = 0; column < await heads.count(); column += 1) {
    for (const order of [0, 1]) {
      await heads.nth(column).click();
      const [results, verdicts] = await names(page);
      expect(faults, String(results) === String(verdicts), `the tables differ, sorted by column ${column}`);
      expect(faults, String(results.toSorted()) === String(before.toSorted()), `rows are lost, sorted by column ${column}`);
      const sorted = await page.locator('#programs th[aria-sort]').getAttribute('aria-sort');
      const numbers = (await page.locator(`#programs tbody tr td:nth-child(${column + 1}).number`).allTextContents())
        .filter((text) => text !== '').map(Number.parseFloat);
      const sign = sorted === 'ascending' ? 1 : -1;
      const isSorted = numbers.every((number, i) => i === 0 || sign * (number - numbers[i - 1]) >= 0);
      expect(faults, isSorted, `column ${column} is not ${sorted}: ${numbers}`);
      expect(faults, (sorted === 'ascending') === ((order === 0) === (numbers.length === 0)), `column ${column} is ${sorted}`);
    }
  }
  await page.locator('#cases thead tr:last-child th:nth-child(2) button').click();
  const [results, verdicts] = await names(page);
  expect(faults, String(results) === String(verdicts), 'the tables differ, sorted by a case');
  return faults;
}

/**
 * Filters by a name and by a remark.
 * @param {Page} page
 */
export async function checkFilter(page) {
  /** @type {string[]} */
  const faults = [];
  const [all] = await names(page);
  for (const [text, expected] of [['ANNA', 2], ['not judged', 1], ['nobody', 0], ['', all.length]]) {
    await page.fill('#filter', String(text));
    const [results, verdicts] = await names(page);
    expect(faults, results.length === expected && String(results) === String(verdicts), `${text}: ${results} and ${verdicts}`);
    const count = await page.locator('output').textContent();
    expect(faults, count === (text ? `${expected} of ${all.length}` : ''), `${text}: ${count}`);
  }
  return faults;
}

/**
 * Clicks on a failed case, to get to its place on a program's page, and from there to a replay.
 * @param {Page} page
 */
export async function checkLinks(page) {
  /** @type {string[]} */
  const faults = [];
  const row = page.locator('#cases tbody tr', { hasText: 'ben' });
  const cell = row.locator('td.W').nth(1);
  const column = await cell.evaluate((it) => /** @type {HTMLTableCellElement} */ (it).cellIndex);
  const name = await page.locator(`#cases thead tr:last-child th:nth-child(${column + 1})`).textContent();
  await cell.click();
  await page.waitForURL(new RegExp(`students/ben\\.html#failure-${column}$`));
  const heading = await page.locator('section:target h2').textContent();
  expect(faults, heading === `${name}: WA`, `${name} leads to ${heading}`);
  await page.locator('text=Replay of the short script').first().click();
  await page.waitForURL(/students\/ben-games\/script-1\.html$/);
  await page.waitForSelector('body[data-ready]');
  return faults;
}

/**
 * Each name links to a page, and the table works without a script.
 * @param {Page} page
 */
export async function checkPlain(page) {
  /** @type {string[]} */
  const faults = [];
  const [results, verdicts] = await names(page);
  expect(faults, results.length === PROGRAMS.length + 1 && String(results) === String(verdicts), `rows: ${results}`);
  expect(faults, await page.locator('button, input').count() === 0, 'there are controls without a script');
  const links = page.locator('#programs tbody a');
  const address = page.url();
  for (let i = 0; i < results.length; i += 1) {
    await links.nth(i).click();
    await page.waitForURL(/students/);
    const title = await page.locator('h1').textContent();
    expect(faults, title === results[i], `${results[i]} leads to ${title}`);
    await page.goto(address);
  }
  return faults;
}
