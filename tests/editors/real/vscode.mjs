// @ts-check
// Types into Visual Studio Code in a browser, and compares what it shows:
//
//     node tests/editors/real/vscode.mjs --admiralty PATH --extension PATH [--update] [--pictures DIRECTORY]
//
// The editor is that of code-server, with the packed extension. What it shows is in vscode.txt beside this file.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const { values: options } = parseArgs({
  options: { admiralty: { type: 'string' }, extension: { type: 'string' }, update: { type: 'boolean' }, pictures: { type: 'string' } },
});
/** The longest that the editor may take for a step, in milliseconds. */
const STEP = options.update ? 20_000 : 60_000;
/** How long what is shown must stay the same before it is recorded, in milliseconds. */
const QUIET = 1500;
const PORT = 8137;

assert(options.admiralty && options.extension, 'name --admiralty and --extension');
const here = import.meta.dirname;
const main = join(here, 'node_modules/code-server/lib/vscode/out/server-main.js');
const record = join(here, 'vscode.txt');

const SCRIPT = readFileSync(join(here, '../before.ships'), 'utf8');

const LINES = '.view-lines .view-line';
const SUGGESTED = '.suggest-widget.visible .monaco-list-row';
const HINT = '.parameter-hints-widget.visible';
const HOVER = '.monaco-hover:not(.hidden) .hover-row';
const PROBLEMS = '.markers-panel .monaco-list-row';
const OUTLINE = '.outline-pane .monaco-list-row';
const BOARD = 'board';

/** A command of the palette. @param {string} name */
const palette = (name) => ['F1', `"${name}`, 'Enter'];

/**
 * What is tried; keys, and texts behind a quotation mark; what is looked at; and a part of what it shows.
 * @type {[title: string, keys: string[], place: string, word: string][]}
 */
const STEPS = [
  ['hints behind tags', [], LINES, 'turn 2'],
  ['completion of the next tag, and of whole groups', ['Control+End', '"['], SUGGESTED, '[state] ... [state]'],
  ['Enter behind a tag closes the group', ['Escape', 'Backspace', '"[playerA]', 'Escape', 'Enter'], LINES, 'turn 3'],
  ['completion of ships that can move', ['"MOVE '], SUGGESTED, '3 long on 7 4'],
  ['completion of movements that are possible', ['Enter', '" '], SUGGESTED, 'to 6 4 N'],
  ['signature help', [], HINT, 'MOVE i C m'],
  ['a hint behind a move', ['ArrowDown', 'Enter', 'Escape'], LINES, 'now 6 2 W'],
  ['hover on a ship', ['ArrowLeft', 'ArrowLeft', 'Control+K', 'Control+I'], HOVER, 'head on'],
  ['references', ['Escape', ...palette('References: Find All References')], '.tree-explorer-viewlet-tree-view .monaco-list-row', 'PLACE_SHIP'],
  ['rename', ['Control+1', 'F2', '"2', 'Enter'], LINES, 'N 2 CRU'],
  ['rename is undone', ['Control+Z'], LINES, 'N 0 CRU'],
  ['definition', ['F12'], '[id="status.editor.selection"]', 'Ln 7'],
  ['outline', palette('Explorer: Focus on Outline View'), OUTLINE, 'turn 2'],
  ['problems', ['Control+1', 'Control+End', 'ArrowUp', 'End', '"\nMOV 0 CRU L', 'Control+Shift+M'], PROBLEMS, 'not a command'],
  ['code actions', ['Control+1', 'Control+End', 'ArrowUp', 'Home', 'Control+.'], '.action-widget .monaco-list-row', 'Replace with'],
  ['the first action mends the command', ['Enter'], LINES, 'MOVE 0 CRU L'],
  ['formatting', ['End', '"\n  PRINT   1', 'Escape', ...palette('Format Document')], LINES, '\nPRINT 1'],
  ['the board beside the script', palette('Ships: Show Board to the Side'), BOARD, 'After line'],
  ['the board follows the cursor', ['Control+Home'], BOARD, 'After line 1\n'],
  ['run', palette('Ships: Run'), '.output-view .view-line', '?????'],
  ['replay', palette('Ships: Replay'), '.tab.active', 'Replay: game.ships'],
];

/** @param {import('playwright-core').Page} page @param {string} place */
async function shown(page, place) {
  if (place !== BOARD) {
    const rows = await page.locator(place).evaluateAll((found) => found.map((one) => {
      // Lines are not always in the order in which they are drawn.
      const top = one.getBoundingClientRect().top;
      return { top, text: /** @type {HTMLElement} */ (one).innerText };
    }));
    rows.sort((a, b) => a.top - b.top);
    return rows.map(({ text }) => `${text.replaceAll('\u00a0', ' ').replace(/\s*\n\s*/g, ' | ').trimEnd()}\n`).join('');
  }
  for (const frame of page.frames()) {
    const line = frame.locator('#line');
    if (await line.count()) return `${await line.innerText()}\n${await frame.locator('svg').count()} picture\n`;
  }
  return '';
}

/** Waits until something holds of what is shown, at most as long as a step may take; returns what is shown. */
async function waited(/** @type {() => Promise<string>} */ show, /** @type {(text: string) => boolean} */ holds) {
  const end = Date.now() + STEP;
  let text = await show();
  while (!holds(text) && Date.now() < end) {
    await new Promise((next) => setTimeout(next, 200));
    text = await show();
  }
  return text;
}

const recorded = new Map();
if (!options.update && existsSync(record)) {
  for (const part of readFileSync(record, 'utf8').split(/^== /m).slice(1)) {
    const end = part.indexOf('\n');
    recorded.set(part.slice(0, end), part.slice(end + 1));
  }
}

const home = mkdtempSync(join(tmpdir(), 'admiralty-vscode-'));
const folder = join(home, 'games');
for (const directory of ['games/.vscode', 'data/data/Machine']) mkdirSync(join(home, directory), { recursive: true });
writeFileSync(join(folder, 'game.ships'), SCRIPT);
const quiet = { 'workbench.startupEditor': 'none', 'editor.minimap.enabled': false, 'window.autoDetectColorScheme': false };
writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(quiet));
writeFileSync(join(home, 'data/data/Machine/settings.json'), JSON.stringify({ 'admiralty.path': resolve(options.admiralty) }));
const environment = { ...process.env, HOME: home };
const directories = [main, '--server-data-dir', join(home, 'data'), '--accept-server-license-terms'];
execFileSync(process.execPath, [...directories, '--install-extension', resolve(options.extension)], { env: environment });
const server = spawn(process.execPath, [...directories, '--port', String(PORT), '--without-connection-token'], { env: environment });
let failed = 0;
try {
  for await (const text of server.stdout) if (String(text).includes('Extension host agent started')) break;
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  page.setDefaultTimeout(STEP);
  await page.goto(`http://127.0.0.1:${PORT}/?folder=${folder}`);
  await page.getByText('Yes, I trust the authors').click();
  await page.getByRole('treeitem', { name: 'game.ships' }).dblclick();
  let text = '';
  for (const [number, [title, keys, place, word]] of STEPS.entries()) {
    for (const key of keys) {
      if (key.startsWith('"')) await page.keyboard.type(key.slice(1), { delay: 20 });
      else await page.keyboard.press(key);
      // Menus need a moment before they take keys.
      await page.waitForTimeout(300);
    }
    const expected = recorded.get(title);
    const show = () => shown(page, place);
    let seen = await waited(show, (now) => (expected === undefined ? now.includes(word) : now === expected));
    if (options.update) {
      await page.waitForTimeout(QUIET);
      seen = await show();
      if (!seen.includes(word)) console.log(`${title}: shows no ${JSON.stringify(word)}`);
    } else if (seen !== expected) {
      failed += 1;
      console.log(`${title}: recorded\n${expected}shown\n${seen}`);
    }
    text += `== ${title}\n${seen}`;
    if (options.pictures) await page.screenshot({ path: join(options.pictures, `${number}-${title.replaceAll(' ', '-')}.png`) });
  }
  if (options.update) writeFileSync(record, text);
  await browser.close();
} finally {
  server.kill();
  await once(server, 'exit');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`vscode: ${STEPS.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
