// @ts-check
// The playground as a server delivers it.

import { dirname } from 'node:path';
import { checkAccessibility } from './checks.mjs';
import { browser, file, native } from './playground-page.mjs';
import { serve } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** With a server that fails or says nothing, or without one, the page and what was read of the manuals are still there. @param {Page} _ @param {string[]} faults */
export async function checkOffline(_, faults) {
  const mood = /** @type {{fails: 'never' | 'at once' | 'by silence'}} */ ({ fails: 'never' });
  const { url, stop } = await serve(dirname(file), mood);
  const context = await browser.newContext();
  const page = await context.newPage();
  const isExpected = (/** @type {string} */ text) => mood.fails !== 'never' && text.includes('Failed to load resource');
  page.on('console', (message) => isExpected(message.text()) || faults.push(`console: ${message.text()}`));
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${url}docs/index.html`);
  for (const fails of /** @type {const} */ (['at once', 'by silence'])) {
    mood.fails = fails;
    const start = performance.now();
    await page.goto(url);
    await page.waitForSelector('body[data-ready]');
    if (performance.now() - start > 10_000) faults.push(`with a server that fails ${fails}, the page takes ${performance.now() - start} ms`);
  }
  stop();
  await page.goto(`${url}docs/`);
  if (await page.locator('h1').count() === 0) faults.push('without the server, there are no manuals');
  for (const again of [url, `${url}index.html`]) {
    await page.goto('about:blank');
    await page.goto(again);
    await page.waitForSelector('body[data-ready]');
    const output = await page.locator('#output').textContent();
    if (!output?.includes('PARTS REMAINING')) faults.push(`without the server, the page prints ${output}`);
  }
  await context.close();
}

/**
 * The documents: their links lead somewhere, and their scripts to the playground, where they run as the document says.
 * @param {Page} _
 * @param {string[]} faults
 */
export async function checkSite(_, faults) {
  const { url, stop } = await serve(dirname(file));
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  const first = `${url}docs/index.html`;
  /** The names in each page. @type {Map<string, string[]>} */
  const pages = new Map();
  /** @type {[string, string][]} */
  const links = [];
  /** @type {{href: string, script: string}[]} */
  const scripts = [];
  for (const waiting = new Set([first]), visited = waiting.values(); ;) {
    const { value: address, done } = visited.next();
    if (done) break;
    const response = await page.goto(address);
    if (!response?.ok()) {
      faults.push(`${address} is not there`);
      continue;
    }
    const found = await page.evaluate(() => ({
      ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
      links: Array.from(document.querySelectorAll('a'), ({ href }) => href),
      broken: Array.from(document.images).filter((image) => !image.complete || image.naturalWidth === 0).map(({ src }) => src),
      overflow: document.documentElement.scrollWidth - innerWidth,
      scripts: Array.from(document.querySelectorAll('.open'), (open) => ({
        href: open.querySelector('a')?.href ?? '',
        script: open.previousElementSibling?.textContent ?? '',
      })),
    }));
    pages.set(address, found.ids);
    scripts.push(...found.scripts);
    for (const image of found.broken) faults.push(`${address}: no picture ${image}`);
    if (found.overflow > 0) faults.push(`${address} is ${found.overflow} px too wide`);
    for (const link of found.links.filter((one) => one.startsWith(url) && !one.includes('#script='))) {
      links.push([address, link]);
      if (link.split('#')[0] !== `${url}index.html`) waiting.add(link.split('#')[0]);
    }
    if (address === first || address.endsWith('LANGUAGE.html')) faults.push(...await checkAccessibility(page));
  }
  faults.push(...await checkSearch(page, pages, url), ...await checkMissing(url));
  for (const [from, link] of links) {
    const [address, anchor] = link.split('#');
    if (anchor && !pages.get(address)?.includes(decodeURIComponent(anchor))) faults.push(`${from}: no ${link}`);
  }
  for (const { href, script } of scripts) {
    await page.goto('about:blank');
    await page.goto(href);
    await page.waitForSelector('body[data-ready]');
    const output = await page.locator('#output').textContent();
    const expected = native([], Buffer.from(script)).toString();
    // The documents show what the program prints, which their own tests check.
    if (!output?.startsWith(expected)) faults.push(`the playground prints ${output} for ${script}`);
  }
  console.log(`${pages.size} documents, ${links.length} links, ${scripts.length} scripts`);
  if (pages.size < 15 || scripts.length < 9) faults.push('documents or scripts are missing');
  await context.close();
  stop();
}

/**
 * The search leads to sections that are there, from a server as from disk, and in the list of documents each occurs once.
 * @param {Page} page
 * @param {Map<string, string[]>} pages the names in each page
 * @param {string} url
 */
async function checkSearch(page, pages, url) {
  /** @type {string[]} */
  const faults = [];
  for (const root of [url, `file://${dirname(file)}/`]) {
    await page.goto(`${root}docs/tutorials/student.html`);
    const listed = await page.locator('nav.pages a').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
    if (new Set(listed).size !== listed.length || listed.length !== pages.size) faults.push(`${listed.length} documents are listed, of ${pages.size}`);
    for (const [text, expected] of [['late penalty', 'JUDGE.html#'], ['sprt', 'ARENA.html#'], ['too_many shoots', ''], ['MOVE', 'LANGUAGE.html#']]) {
      await page.fill('#search', text);
      const found = await page.locator('#results a').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
      if (expected === '' ? found.length > 0 : !found.some((link) => link.includes(expected))) faults.push(`${root}: ${text} finds ${found}`);
      for (const link of found) {
        const [address, id] = link.replace(root, url).split('#');
        if (!pages.get(address)?.includes(decodeURIComponent(id))) faults.push(`${text} finds ${link}, which is not there`);
      }
    }
    faults.push(...await checkAccessibility(page));
    const before = page.url();
    await page.press('#search', 'Enter');
    await page.waitForURL((address) => address.href !== before);
  }
  return faults;
}

/** At an address that is not there, in whatever directory, links lead to the playground and the documents. @param {string} url */
async function checkMissing(url) {
  /** @type {string[]} */
  const faults = [];
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const page = await context.newPage();
  for (const path of ['missing', 'docs/tutorials/missing.html']) {
    const response = await page.goto(url + path);
    if (response?.status() !== 404) faults.push(`${path} has the status ${response?.status()}`);
    faults.push(...await checkAccessibility(page));
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
    if (String(links) !== `${url}index.html,${url}docs/index.html`) faults.push(`${path} leads to ${links}`);
  }
  await context.close();
  return faults;
}
