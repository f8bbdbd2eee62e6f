// @ts-check
// The playground as a server delivers it.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { browser, file } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.png': 'image/png', '.css': 'text/css' };

/** Serves the directory of the page; returns its address, and what stops it. */
async function serve() {
  const root = dirname(file);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(join(root, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
    readFile(path).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = () => { server.closeAllConnections(); server.close(); };
  return { url: `http://127.0.0.1:${address.port}/`, stop };
}

/** Without the server, the page is still there. @param {Page} _ @param {string[]} faults */
export async function checkOffline(_, faults) {
  const { url, stop } = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  await page.goto(url);
  await page.waitForSelector('body[data-ready]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  stop();
  for (const again of [url, `${url}index.html`]) {
    await page.goto('about:blank');
    await page.goto(again);
    await page.waitForSelector('body[data-ready]');
    const output = await page.locator('#output').textContent();
    if (!output?.includes('PARTS REMAINING')) faults.push(`without the server, the page prints ${output}`);
  }
  await context.close();
}
