// @ts-check
// The playground for those who do not see it, or see it in colours of their own.

import { checkAccessibility } from './checks.mjs';
import { openExample, openTab, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const IMPACTS = ['minor', 'moderate', 'serious', 'critical'];

/** No view has a finding of axe, and the edges of controls can be seen. @param {Page} page @param {string[]} faults */
export async function checkViews(page, faults) {
  const look = async (/** @type {string} */ view) => {
    for (const fault of await checkAccessibility(page, IMPACTS)) faults.push(`${view}: ${fault}`);
    for (const control of await faintControls(page)) faults.push(`${view}: the edge of ${control} is faint`);
  };
  await look('the first visit');
  await page.click('#learn');
  await look('a lesson');
  await openExample(page, 'T13');
  for (const view of ['board', 'results']) {
    const button = page.locator(`[data-show=${view}]`);
    if (await button.isVisible()) await button.click();
    await look(view);
  }
  await openTab(page, 'compare');
  await page.fill('#own', `${await page.locator('#output').textContent()}`.replace('x', '+'));
  await page.waitForSelector('#comparison .drawing', { state: 'attached' });
  for (const tab of ['problems', 'output', 'compare', 'tests', 'analysis']) {
    await openTab(page, tab);
    await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
    await look(tab);
  }
  await page.click('#file');
  await look('the menu');
  await page.keyboard.press('Escape');
  await page.click('#play-game');
  await page.waitForSelector('#new-game:not([hidden])');
  await look('before a game');
  await page.click('#new-game [type=submit]');
  await page.waitForSelector('#placing:not([hidden])');
  await look('placing');
  await page.click('#random-fleet');
  await page.waitForSelector('body:not([data-running])');
  await page.click('#accept');
  await page.waitForSelector('#turn:not([hidden])');
  await page.selectOption('#own-ships', { index: 1 });
  await look('a game');
}

/** Controls whose edges have a contrast below 3 to 1. @param {Page} page @returns {Promise<string[]>} */
function faintControls(page) {
  return page.evaluate(() => {
    const luminance = (/** @type {string} */ color) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('no canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isClear = (/** @type {string} */ color) => /, 0\)$/.test(color);
    const behind = (/** @type {Element | null} */ one) => {
      while (one && isClear(getComputedStyle(one).backgroundColor)) one = one.parentElement;
      return getComputedStyle(one ?? document.body).backgroundColor;
    };
    const controls = Array.from(document.querySelectorAll('button:not(:disabled), select, textarea, input:not([type=range], [type=file])'));
    return controls.filter((one) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(one);
      if (!one.checkVisibility() || borderTopWidth === '0px' || isClear(borderTopColor)) return false;
      const [dark, light] = [luminance(borderTopColor), luminance(behind(one.parentElement))].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05) < 3;
    }).map((one) => one.id || one.outerHTML.slice(0, 80));
  });
}

/** The arrow keys read the board, and a seat hears what it may know. @param {Page} page @param {string[]} faults */
export async function checkReading(page, faults) {
  await write(page, '[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\nSHIP A 4 5 N 0 DES 01\nSHIP B 12 5 N 0 DES 11\nREEF 4 7\n[state]\n');
  await page.focus('#board');
  const heard = async (/** @type {string[]} */ ...keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return page.textContent('#spoken');
  };
  const many = (/** @type {string} */ key, /** @type {number} */ count) => Array.from({ length: count }, () => key);
  const cases = /** @type {[string[], string][]} */ ([
    [[], 'row 0, column 0: water'],
    [[...many('ArrowDown', 4), ...many('ArrowRight', 5)], 'row 4, column 5: destroyer 0 of A, part 1, hit'],
    [['ArrowDown'], 'row 5, column 5: destroyer 0 of A, part 2, engine'],
    [['ArrowUp', ...many('ArrowRight', 2)], 'row 4, column 7: reef'],
    [['ArrowLeft', 'ArrowLeft', ...many('ArrowDown', 8)], 'row 12, column 5: destroyer 0 of B, part 1, radar'],
    [many('ArrowDown', 30), 'row 20, column 5: water'],
  ]);
  for (const [keys, text] of cases) {
    const said = await heard(...keys);
    if (said !== text) faults.push(`instead of ${text}: ${said}`);
  }
  await page.click('[data-seat=A]');
  await page.focus('#board');
  const hidden = await heard(...many('ArrowUp', 8));
  if (hidden !== 'row 12, column 5: unknown') faults.push(`A hears ${hidden}`);
}

/** The line of the step that is shown does not look like one with an error. @param {Page} page @param {string[]} faults */
export async function checkStepLine(page, faults) {
  await openExample(page, 'T13');
  await page.click('#last');
  const hues = await page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas');
    const hue = (/** @type {string} */ color) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
      return (180 / Math.PI * Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) + 360) % 360;
    };
    const step = getComputedStyle(/** @type {Element} */ (document.querySelector('.cm-line.step')));
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--bad)';
    return { step: hue(step.backgroundColor), error: hue(getComputedStyle(probe).color) };
  });
  const apart = Math.abs(hues.step - hues.error) % 360;
  if (Math.min(apart, 360 - apart) < 38) faults.push(`the hues of a step and of an error are ${JSON.stringify(hues)}`);
}

/** A pressed seat can be told from the others, whatever the colours. @param {Page} page @param {string[]} faults */
export async function checkForcedColours(page, faults) {
  const looks = await page.locator('[data-seat]').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  if (new Set(looks).size !== 2 || looks[1] !== looks[2]) faults.push(`the seats have the colours ${looks.join(' ')}`);
  await openExample(page, 'T13');
  const outlines = await page.locator('.cm-line').evaluateAll((all) => all.map((one) => [one.classList.contains('step'), getComputedStyle(one).outlineStyle !== 'none']));
  const wrong = outlines.filter(([isStep, isOutlined]) => isStep !== isOutlined).length;
  if (wrong > 0 || outlines.every(([isStep]) => !isStep)) faults.push(`${wrong} lines have a wrong outline`);
}
