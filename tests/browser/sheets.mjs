// @ts-check
// Where reports are cut into sheets of paper. It needs pdftotext.

import { spawnSync } from 'node:child_process';

/** @typedef {import('playwright-core').Page} Page */

/** A4 and shorter sheets, in millimetres: each cuts a report at other places. */
const HEIGHTS = [297, 281, 263];

/** Whether this machine can read what is on a sheet. */
export const canRead = spawnSync('pdftotext', ['-v']).error === undefined;

/**
 * No heading and no row of a table is cut, and no heading is the last thing on a sheet.
 * @param {Page} page
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkSheets(page) {
  await page.emulateMedia({ media: 'print' });
  // Each part gets a number of its own, at the beginning and at the end of all its texts.
  const parts = await page.evaluate(() => [...document.querySelectorAll('main > section > h2, main summary, main .table tr')].map((part, number) => {
    for (const text of part.tagName === 'TR' ? part.children : [part]) {
      const [first, last] = ['first', 'last'].map(() => Object.assign(document.createElement('span'), { textContent: `#${number}#` }));
      first.style.whiteSpace = last.style.whiteSpace = 'nowrap';
      text.prepend(first, ' ');
      text.append(' ', last);
    }
    return { isHeading: part.tagName !== 'TR', isShown: part.checkVisibility() };
  }));
  /** @type {string[]} */
  const faults = [];
  for (const height of HEIGHTS) {
    await page.evaluate((rule) => {
      const [sheet] = document.styleSheets;
      sheet.insertRule(rule, sheet.cssRules.length);
    }, `@page { size: 210mm ${height}mm }`);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const sheets = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).stdout.toString().split('\f');
    for (const [number, { isHeading, isShown }] of parts.entries()) {
      const mark = `#${number}#`;
      const found = sheets.filter((sheet) => sheet.includes(mark));
      if (isShown && found.length === 0) faults.push(`sheets of ${height} mm: part ${number} is not there`);
      if (found.length > 1) faults.push(`sheets of ${height} mm: part ${number} is cut`);
      if (isHeading && found.some((sheet) => sheet.trimEnd().endsWith(mark))) faults.push(`sheets of ${height} mm: heading ${number} is alone`);
    }
  }
  return faults;
}
