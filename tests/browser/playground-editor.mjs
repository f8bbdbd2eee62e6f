// @ts-check
// Writing in the playground.

import { openTab, saved, settled, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const REPLACED = [
  ['[state]\nREEFS 3 4\n[state]\n', '[state]\nREEF 3 4\n[state]\n'],
  ['[state]\n  REEF 3  15\n[state]\n', '[state]\n  REEF 15 3\n[state]\n'],
  ['[state]\n\u{feff}REEF 3 4\n[sttae]\n', '[state]\nREEF 3 4\n[state]\n'],
];

/** A completed command is followed by a blank, and so is not one word with its argument. @param {Page} page @param {string[]} faults */
export async function checkCompletion(page, faults) {
  await write(page, '[state]\n');
  await page.keyboard.type('PRI');
  await page.waitForSelector('.cm-tooltip-autocomplete li');
  // The editor takes no key for a list that has only just appeared.
  await page.waitForTimeout(200);
  await page.keyboard.press('Enter');
  await page.keyboard.type('0');
  await settled(page);
  const text = (await saved(page)).toString();
  if (text !== '[state]\nPRINT 0') faults.push(`completed: ${JSON.stringify(text)}`);
}

/** Enter after a word that is complete begins a line, whatever the list was. @param {Page} page @param {string[]} faults */
export async function checkCompleteWords(page, faults) {
  for (const word of ['[state]', '[playerA]', '[state]\nSAVE', '[state]\nEXTENDED_SHIPS', '[state]\nREEF 3 4\n[state]', '[playerB]\nPLACE_SHIP 3 4 N 0 DES']) {
    await write(page, '');
    await page.keyboard.type(word, { delay: 20 });
    // The list comes a little after the last letter.
    await page.waitForTimeout(400);
    await page.keyboard.press('Enter');
    await page.keyboard.type('0');
    const text = (await saved(page)).toString();
    if (text !== `${word}\n0`) faults.push(`completed: ${JSON.stringify(text)}`);
    await page.keyboard.press('Escape');
  }
}

/** The list and the editor both replace mistakes with corrections. @param {Page} page @param {string[]} faults */
export async function checkReplacements(page, faults) {
  for (const [script, meant] of REPLACED) {
    await openTab(page, 'problems');
    for (const way of ['#problems button:text("Replace with")', '.cm-diagnosticAction']) {
      await write(page, script);
      for (let left = await page.locator(way.startsWith('#') ? way : '#problems .place:text("Replace")').count(); left > 0; left -= 1) {
        if (way.startsWith('.')) {
          await page.locator('.cm-lintRange-error').first().hover();
          await page.waitForSelector(way);
        }
        await page.locator(way).first().click();
        await settled(page);
      }
      const text = (await saved(page)).toString();
      if (text !== meant) faults.push(`${way}: ${JSON.stringify(script)} becomes ${JSON.stringify(text)}`);
    }
  }
}

/** Commands, classes of the rule set and tags are coloured, and nothing else is. @param {Page} page @param {string[]} faults */
export async function checkColours(page, faults) {
  await write(page, '[state]\nRULES msx\n[state]\n[playerA]\nPLACE_SHIP 3 4 E 0 S\nPLACE_SHIP 3 4 S 0 CAR\nMOVE 0 P F\n[playerA]\n');
  const coloured = async (/** @type {string} */ kind) => (await page.locator(`.code-${kind}`).allTextContents()).join(' ');
  const found = [await coloured('command'), await coloured('class'), await coloured('tag')].join('; ');
  if (found !== 'RULES PLACE_SHIP PLACE_SHIP MOVE; S P; [state] [state] [playerA] [playerA]') faults.push(`coloured: ${found}`);
}

/** The way to the start of a group, and canonical lines. @param {Page} page @param {string[]} faults */
export async function checkGroupsAndFormat(page, faults) {
  const current = () => page.locator('.cm-lineNumbers .cm-activeLineGutter').textContent();
  await write(page, ' [state]\n\nREEF  +03   4\n  REEF x\n[state] \n[playerA]\n[playerA]\n');
  await page.keyboard.press('Control+End');
  if (await page.locator('#group').isVisible()) faults.push('there is a group at the end');
  for (const [line, start] of [[4, '1'], [5, '1'], [7, '6']]) {
    for (const go of [() => page.click('#group'), () => page.keyboard.press('Control+Shift+Backslash')]) {
      await page.locator('.cm-line').nth(Number(line) - 1).click();
      await go();
      if (await current() !== start) faults.push(`line ${line} leads to ${await current()}`);
    }
  }
  await page.click('#format');
  await settled(page);
  const formatted = '[state]\n\nREEF 3 4\n  REEF x\n[state]\n[playerA]\n[playerA]\n';
  const text = (await saved(page)).toString();
  if (text !== formatted) faults.push(`formatted: ${JSON.stringify(text)}`);
  if (await current() !== '6') faults.push(`formatting leads to ${await current()}`);
}


/** Tab reaches every control and leaves the editor; what it reaches shows its focus. @param {Page} page @param {string[]} faults */
export async function checkKeyboard(page, faults) {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) /** @type {HTMLDetailsElement} */ (details).open = true;
  });
  await write(page, '[state]\nREEFS 3 4\n[state]\n');
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const wanted = await page.locator(controls).evaluateAll((all) => {
    const reached = all.filter((one) => one.checkVisibility() && !one.matches(':disabled, [tabindex="-1"], .cm-panel *'));
    for (const [number, one] of reached.entries()) one.setAttribute('data-control', String(number));
    return reached.map((one) => one.id || one.textContent || one.tagName);
  });
  const reached = new Set();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  for (let presses = 0; presses < 2 * wanted.length; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const at = /** @type {HTMLElement} */ (document.activeElement);
      const { outlineStyle } = getComputedStyle(at);
      return { control: at.dataset.control, isShown: outlineStyle !== 'none' || at.matches('.cm-content'), name: at.outerHTML.slice(0, 80) };
    });
    if (focused.control !== undefined && !focused.isShown) faults.push(`the focus is not shown on ${focused.name}`);
    reached.add(Number(focused.control));
  }
  for (const [number, name] of wanted.entries()) {
    if (!reached.has(number)) faults.push(`Tab does not reach ${name}`);
  }
}
