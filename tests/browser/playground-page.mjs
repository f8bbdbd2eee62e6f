// @ts-check
// The playground in a browser, and actions in it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as checks from './checks.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const { values: options } = parseArgs({
  options: {
    admiralty: { type: 'string', default: '' },
    wasm: { type: 'string', default: '' },
    page: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    screenshots: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
/** How many times as many scripts and games there are as for a change. */
export const scale = Number(options.scale);
export const [admiralty, wasm, file] = [options.admiralty, options.wasm, options.page].map((path) => resolve(path));
export const directory = mkdtempSync(join(tmpdir(), 'admiralty-playground-'));
export const browser = await checks.launch();
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });
/** How many checks have failed. */
export let failures = 0;

/** The standard output of native runs. @param {string[]} args @param {Uint8Array} input */
export function native(args, input) {
  return spawnSync(admiralty, args, { input, maxBuffer: 1 << 28 }).stdout;
}

/**
 * Opens the playground.
 * @param {string} name
 * @param {(page: Page, faults: string[]) => Promise<unknown>} check which adds to the faults
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
export async function visit(name, check, context = {}) {
  if (!name.includes(options.only)) return;
  /** @type {string[]} */
  const faults = [];
  const start = performance.now();
  const view = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...context });
  try {
    const page = await view.newPage();
    await checks.openPage(page, file, faults);
    await check(page, faults);
    if (options.screenshots) await page.screenshot({ path: join(options.screenshots, `${name.replaceAll(' ', '-')}.png`) });
  } catch (error) {
    faults.push(String(error));
  }
  await view.close();
  if (faults.length > 0) failures += 1;
  console.log(faults.length > 0 ? `FAILED ${name}\n  ${faults.slice(0, 8).join('\n  ')}` : `passed ${name} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
}

/**
 * Replaces the script, and waits for what follows from it.
 * @param {Page} page
 * @param {string} script
 */
export async function write(page, script) {
  await paste(page, script);
  await settled(page);
}

/** Pastes a text in place of the script. @param {Page} page @param {string} text */
export async function paste(page, text) {
  await page.click('.cm-content');
  await page.keyboard.press('Control+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits until the last change has been run. @param {Page} page */
export async function settled(page) {
  await page.waitForTimeout(250);
  await page.waitForSelector('body:not([data-running])', { timeout: 20_000 });
}

/** Opens the page again. @param {Page} page */
export async function reload(page) {
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await settled(page);
}

/** Presses something of the menu. @param {Page} page @param {string} item */
export async function choose(page, item) {
  await page.click('#file');
  await page.click(item);
}

/** Opens an example. @param {Page} page @param {string} name */
export async function openExample(page, name) {
  await page.click('#file');
  await page.selectOption('#examples', name);
  await settled(page);
}

/** Opens a tab, in any layout. @param {Page} page @param {string} name */
export async function openTab(page, name) {
  const tab = page.locator(`#tab-${name}`);
  if (await tab.isVisible()) await tab.click();
}

/** Waits for a notice. @param {Page} page @param {string} text */
export async function noticed(page, text) {
  await page.waitForFunction((wanted) => document.querySelector('#notice')?.textContent?.includes(wanted), text, { timeout: 60_000 });
}

/** The script in the editor, as it is saved. @param {Page} page */
export async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, '#save-script')]);
  return readFileSync(await download.path());
}

/**
 * A folder of files.
 * @param {string} name
 * @param {Record<string, string | Buffer>} files
 */
export function folder(name, files) {
  const path = join(directory, name);
  for (const [below, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, below)), { recursive: true });
    writeFileSync(join(path, below), content);
  }
  return path;
}
