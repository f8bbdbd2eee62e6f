// @ts-check
// Whatever is too long, too slow or broken, the playground says so and goes on.

import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { browser, choose, file, noticed, openTab, saved, settled, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** A link opens the same script and step elsewhere. @param {Page} page @param {string[]} faults */
export async function checkLink(page, faults) {
  const script = '[state]\nINFORMATION A \u2028</script> \u00e4 \u{1f6a2}\nREEF 3 4\n[state]\n';
  await write(page, script);
  await choose(page, '#link');
  await page.waitForFunction(() => location.hash.startsWith('#script='));
  const other = await browser.newPage();
  await other.goto(page.url());
  await other.waitForSelector('body[data-ready]');
  const shown = await other.locator('#output').textContent();
  const [one, two] = await Promise.all([page, other].map((it) => it.locator('.cm-content').textContent()));
  if (one !== two || shown !== await page.locator('#output').textContent()) faults.push('the link shows something else');
  for (const hash of ['#script=%%%', '#script=AAAA', `#script=${'A'.repeat(1 << 20)}`]) {
    const broken = await browser.newPage();
    await broken.goto(`file://${file}${hash}`);
    await broken.waitForSelector('body[data-ready]');
    const said = await broken.locator('#notice').textContent();
    if (!said?.startsWith('The link is damaged')) faults.push(`a broken link is told as ${said}`);
    await broken.close();
  }
  await other.close();
}

/** A link keeps the step and the seat; another one, Back and Forward change the script. @param {Page} page @param {string[]} faults */
export async function checkHistory(page, faults) {
  const script = readFileSync(new URL('../../fixtures/T13.in', import.meta.url));
  const other = Buffer.from('[state]\nREEF 3 4\nPRINT 0\n[state]\n');
  await write(page, script.toString());
  await openTab(page, 'output');
  await page.click('[data-seat=B]');
  await page.click('#first');
  for (let step = 0; step < 3; step += 1) await page.click('#on');
  await choose(page, '#link');
  await page.waitForFunction(() => location.hash.startsWith('#script='));
  const [address, step] = [page.url(), await page.inputValue('#slider')];
  const seen = await page.context().newPage();
  await seen.goto(address);
  await seen.waitForSelector('body[data-ready]');
  const shown = async () => [await seen.inputValue('#slider'), await seen.locator('[data-seat][aria-pressed=true]').getAttribute('data-seat')];
  if (String(await shown()) !== `${step},B`) faults.push(`the link of step ${step} and seat B opens ${await shown()}`);
  await seen.evaluate((hash) => { location.hash = hash; }, fragment(other));
  const moves = /** @type {const} */ ([['another address', other, async () => undefined], ['Back', script, () => seen.goBack()], ['Forward', other, () => seen.goForward()]]);
  for (const [name, expected, move] of moves) {
    await move();
    await settled(seen);
    const text = await saved(seen);
    if (!text.equals(expected)) faults.push(`after ${name} the script is ${JSON.stringify(text.toString().slice(0, 80))}`);
  }
  await seen.close();
}

/** @param {Buffer} script */
const fragment = (script) => `#script=${deflateRawSync(script).toString('base64url')}`;

/** Addresses with long scripts. @param {Page} _ @param {string[]} faults */
export async function checkFragments(_, faults) {
  // White space compresses to about a bit for each character.
  let state = 1;
  const blanks = Buffer.from(Array.from({ length: 6_200_000 }, (__, i) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return i % 100 === 99 ? 10 : state >>> 31 ? 32 : 9;
  }));
  const script = Buffer.concat([Buffer.from('[state]\nREEF 3 4\nPRINT 0\n'), blanks, Buffer.from('\n[state]\n')]);
  const [long, bomb] = [fragment(script), fragment(Buffer.alloc(1 << 30, '\n'))];
  if (long.length < 1 << 20) faults.push(`the long fragment has only ${long.length} characters`);
  for (const [hash, output, status] of [[long, /PARTS REMAINING/, /No problems/], [bomb, /./, /error/]]) {
    const page = await browser.newPage();
    await page.goto(`file://${file}${hash}`);
    await page.waitForSelector('body[data-ready]', { timeout: 20_000 });
    const shown = await page.locator('#output').textContent() ?? '';
    if (!(/** @type {RegExp} */ (output)).test(shown)) faults.push(`a script of an address prints ${shown.slice(0, 100)}`);
    const said = await page.locator('#status').textContent() ?? '';
    if (!(/** @type {RegExp} */ (status)).test(said)) faults.push(`of a script of an address, the page says: ${said}`);
    if (hash === bomb) await noticed(page, 'too long');
    await page.close();
  }
}

/** On a busy machine, the library may take longer than a request may. @param {Page} _ @param {string[]} faults */
export async function checkSlowStart(_, faults) {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function later(/** @type {unknown} */ data, /** @type {any} */ options) {
      const delay = data instanceof WebAssembly.Module ? 6000 : 0;
      window.setTimeout(() => send.call(this, data, options), delay);
    };
  });
  await page.goto(`file://${file}`);
  const ready = page.waitForSelector('body[data-ready]', { timeout: 20_000 });
  await ready.catch(() => faults.push('a page whose library is late does not come'));
  await page.close();
}

/** A library that never starts is not waited for without end. @param {Page} _ @param {string[]} faults */
export async function checkNoStart(_, faults) {
  const page = await browser.newPage();
  await page.clock.install();
  await page.addInitScript(() => { Worker.prototype.postMessage = () => undefined; });
  await page.goto(`file://${file}`);
  const said = () => page.evaluate(() => document.querySelector('#editor')?.textContent);
  for (let minute = 0; minute < 10 && !await said(); minute += 1) await page.clock.fastForward(60_000);
  if (!(await said())?.startsWith('The page could not start')) faults.push(`without its library, the page says: ${await said()}`);
  await page.close();
}

/** The page refuses texts that are too long, and nothing freezes. @param {Page} page @param {string[]} faults */
export async function checkPastes(page, faults) {
  const script = '[state]\nREEF 3 4\n[state]\n';
  await write(page, script);
  await openTab(page, 'compare');
  for (const place of ['.cm-content', '#own']) {
    await page.click(place);
    const took = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'REEF 1 1\n'.repeat(2 ** 28 / 9));
      const start = performance.now();
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      return performance.now() - start;
    });
    const said = await page.locator('#notice').textContent() ?? '';
    if (!/at most/.test(said)) faults.push(`after a long paste into ${place}: ${said}`);
    if (took > 2_000) faults.push(`a long paste into ${place} takes ${took} ms`);
  }
  await write(page, script.replace('3 4', '4 5'));
  const text = await page.locator('.cm-content').innerText();
  if (!text.includes('REEF 4 5')) faults.push(`afterwards the script is ${text.slice(0, 100)}`);
}

/** Scripts that take too much leave the page alive. @param {Page} page @param {string[]} faults */
export async function checkHostile(page, faults) {
  const prints = 'PRINT 0\n'.repeat(6_000);
  await write(page, `[state]\nBOARD_SIZE 1000 1000\n${prints}[state]\n`);
  await page.waitForFunction(() => /Stopped/.test(document.querySelector('#status')?.textContent ?? ''), undefined, { timeout: 20_000 });
  await write(page, '[state]\nBOARD_SIZE 400 400\nINIT_POSITION A 0 0 199 399\nINIT_POSITION B 200 0 399 399\nSET_FLEET A 10 10 10 10\nSET_FLEET B 10 10 10 10\nSET_AI_PLAYER A\nSET_AI_PLAYER B\n[state]\n');
  const stopped = noticed(page, 'Stopped');
  await openTab(page, 'output');
  await page.click('[data-play=to-end]');
  // Meanwhile, the page answers.
  await page.click('[data-seat=A]');
  await page.click('[data-seat=all]');
  await stopped;
  await write(page, '[state]\nBOARD_SIZE 2000000000 2000000000\n[state]\n</script><script>window.broken = 1</script>\n');
  if (await page.evaluate(() => 'broken' in window)) faults.push('text became code');
  await write(page, '[state]\nREEF 99 99\n[state]\n');
  const output = await page.locator('#output').textContent();
  if (!output?.startsWith('INVALID OPERATION')) faults.push(`afterwards the page prints ${output}`);
}
