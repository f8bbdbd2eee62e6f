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
const STEP = options.update ? 30_000 : 60_000;
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
const HIGHLIGHTS = '.wordHighlight, .wordHighlightStrong';
const FADED = '.squiggly-inline-unnecessary';
const BOARD = 'board';
const COLOURS = 'colours';
/** What is recorded for a mark without text of its own. */
const MARKED = 'marked';
const MARKS = [HIGHLIGHTS, FADED];

/** A command of the palette. @param {string} name */
const palette = (name) => ['F1', `"${name}`, 'Enter'];

/**
 * Replaces the script, after which the cursor is at its end. The editor adds a bracket behind it.
 * @param {string} lines what follows the usual beginning
 */
const script = (lines) => ['Escape', 'Control+1', 'Control+A', `'${SCRIPT}${lines}`, 'Delete', 'Escape'];

/** The first action for the cursor's line. */
const FIRST_ACTION = ['Control+.', '~.action-widget .monaco-list-row', 'Enter'];

/** @param {string} name */
const task = (name) => ['Control+P', `"task ${name}`, `~.quick-input-list .monaco-list-row:has-text("${name}")`, 'Enter', 'Control+Shift+M'];

/**
 * What is tried: a row of the table in docs/EDITORS.md, a colon, and what it is; keys, texts behind a quotation mark
 * that are typed, and behind an apostrophe that are inserted at once; selectors behind a tilde of what is waited for;
 * what is looked at; and a part of what it shows.
 * @type {[title: string, keys: string[], place: string, word: string][]}
 */
const STEPS = [
  ['inlay hints: turns', [], LINES, 'turn 2'],
  ['grammar: colours of the light theme', [], COLOURS, 'state rgb'],
  ['grammar: colours of the dark theme', palette('Preferences: Toggle between Light/Dark Themes'), COLOURS, 'state rgb'],
  ['semantic tokens: a class', ['Control+1', 'Control+G', '"7:20', 'Enter', ...palette('Developer: Inspect Editor Tokens and Scopes')], '.token-inspect-widget', 'class'],
  ['folding: all groups', ['Escape', ...palette('Fold All')], LINES, '[playerB] turn 2'],
  ['completion: tags and whole groups', [...palette('Unfold All'), 'Control+End', '"['], SUGGESTED, '[state] ... [state]'],
  ['typing: Enter closes the group', ['Escape', 'Backspace', '"[playerA]', 'Escape', 'Enter'], LINES, 'turn 3'],
  ['completion: ships that can move', ['"MOVE '], SUGGESTED, '3 long on 7 4'],
  ['completion: possible moves', ['Enter', '" '], SUGGESTED, 'to 6 4 N'],
  ['signature help: while typing', [], HINT, 'MOVE i C m'],
  ['inlay hints: moves', ['ArrowDown', 'Enter', 'Escape'], LINES, 'now 6 2 W'],
  ['hover: a ship', ['ArrowLeft', 'ArrowLeft', 'Control+K', 'Control+I'], HOVER, 'head on'],
  ['navigation: references', ['Escape', ...palette('References: Find All References')], '.tree-explorer-viewlet-tree-view .monaco-list-row', 'PLACE_SHIP'],
  ['rename: F2', ['Control+1', 'F2', '"2', 'Enter'], LINES, 'N 2 CRU'],
  ['rename: is undone', ['Control+Z'], LINES, 'N 0 CRU'],
  ['navigation: definition (F12)', ['F12'], '[id="status.editor.selection"]', 'Ln 7'],
  ['navigation: highlights', ['ArrowRight', 'ArrowLeft'], HIGHLIGHTS, MARKED],
  ['outline: groups and ships', palette('Explorer: Focus on Outline View'), OUTLINE, 'turn 2'],
  ['errors and warnings: problems', [...script('[playerA]\nMOV 0 CRU L\n[playerA]'), 'ArrowUp', 'Control+Shift+M'], PROBLEMS, 'not a command'],
  ['code actions: replace a command (Ctrl-.)', ['Control+1', 'Home', ...FIRST_ACTION], LINES, '\nMOVE 0 CRU L'],
  ['code actions: swap row and column', [...script('[state]\nREEF 3 15\n[state]'), 'ArrowUp', ...FIRST_ACTION], LINES, 'REEF 15 3'],
  ['code actions: close a group', [...script('[playerA]'), ...FIRST_ACTION], LINES, '\n[playerA] turn 3\n[playerA]'],
  ['code actions: insert an empty turn', [...script('[playerB]\n[playerB]'), 'ArrowUp', ...FIRST_ACTION], LINES, 'turn 4'],
  ['code actions: declare the fleet', [...script('[playerA]\nPLACE_SHIP 2 8 N 1 CRU\n[playerA]'), 'ArrowUp', ...FIRST_ACTION], LINES, 'SET_FLEET A 0 0 2 0'],
  ['code actions: show the board', [...script(''), ...palette('Source Action...')], '.action-widget .monaco-list-row', 'Show the board'],
  ['errors and warnings: faded lines', [...script(''), 'Control+Home', "'fire\n"], FADED, MARKED],
  ['formatting: the script', [...script('[playerA]\n  PRINT   1\n[playerA]'), ...palette('Format Document')], LINES, '\nPRINT 1'],
  ['typing: both tags change together', [...script('[playerA]\n[playerA]'), 'ArrowLeft', '~.linked-editing-decoration', 'Backspace', '~.linked-editing-decoration', '"B', 'Escape'], LINES, '\n[playerB]\n[playerB]'],
  ['extension: failed cases of a task that judges', [...script(''), ...task('judge')], PROBLEMS, 'instead of'],
  ['extension: the board beside the script', [...script('[playerA]\nPRINT 1\n[playerA]'), ...palette('Ships: Show Board to the Side')], BOARD, 'After line'],
  ['extension: the board follows the cursor', ['Control+Home'], BOARD, 'After line 1\n'],
  ['extension: run', palette('Ships: Run'), '.output-view .view-line', '?????'],
  ['extension: replay', palette('Ships: Replay'), '.tab.active', 'Replay: game.ships'],
];

/**
 * Words of each kind, with their colours.
 * @param {import('playwright-core').Page} page
 */
async function colours(page) {
  return page.evaluate((lines) => {
    const found = new Map();
    for (const part of document.querySelectorAll(`${lines} span span:not(:has(span))`)) {
      const word = part.textContent?.replaceAll('\u00a0', ' ').trim();
      if (word) found.set(word, getComputedStyle(part).color);
    }
    const words = ['state', 'PLACE_SHIP', 'A', 'CRU', 'N', '0'];
    return words.map((word) => `${word} ${found.get(word)}\n`).join('');
  }, LINES);
}

/** @param {import('playwright-core').Page} page @param {string} place */
async function shown(page, place) {
  if (place === COLOURS) return colours(page);
  if (place !== BOARD) {
    const rows = await page.locator(place).evaluateAll((found) => found.map((one) => {
      // Lines are not always in the order in which they are drawn.
      const top = one.getBoundingClientRect().top;
      return { top, text: /** @type {HTMLElement} */ (one).innerText };
    }));
    rows.sort((a, b) => a.top - b.top);
    const marks = MARKS.includes(place);
    return rows.map(({ text }) => `${marks ? MARKED : text.replace(/[\u00a0\u200a]/g, ' ').replace(/\s*\n\s*/g, ' | ').trimEnd()}\n`).join('');
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
for (const directory of ['games/.vscode', 'games/cases', 'data/data/Machine']) mkdirSync(join(home, directory), { recursive: true });
writeFileSync(join(folder, 'game.ships'), SCRIPT);
writeFileSync(join(folder, 'cases/first.in'), '[state]\nPRIMT 0\n[state]\n');
writeFileSync(join(folder, 'cases/first.out'), '  ++++\n');
const judging = { type: 'admiralty', label: 'judge', args: ['judge', 'cases', '--', 'cat'], problemMatcher: [], presentation: { reveal: 'never' } };
writeFileSync(join(folder, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [judging] }));
const quiet = { 'workbench.startupEditor': 'none', 'task.quickOpen.showAll': true, 'workbench.colorTheme': 'Default Light Modern', 'editor.minimap.enabled': false, 'window.autoDetectColorScheme': false };
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
      else if (key.startsWith("'")) await page.keyboard.insertText(key.slice(1));
      else if (key.startsWith('~')) await page.locator(key.slice(1)).first().waitFor({ state: 'attached' }).catch(() => {});
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
    if (options.pictures) await page.screenshot({ path: join(options.pictures, `${number}-${title.replaceAll(/\W+/g, '-')}.png`) });
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
