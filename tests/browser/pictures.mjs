// @ts-check
// Remakes the pictures of the documents: node pictures.mjs --admiralty PATH [--out DIRECTORY] [--only NAME]. That of
// the terminal needs tmux, and those of the playground need web/build. The fonts are those of a plain desktop: install
// fonts-dejavu and fonts-noto-core.

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import { launch } from './checks.mjs';
import { makeClass } from './classes.mjs';
import { makePage, playGames } from './scripts.mjs';

/** @typedef {import('playwright-core').BrowserContextOptions} View */

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

/** A class: what the programs do with the output of a correct one. */
const CLASS = Object.entries({
  anna: '',
  ben: "| sed 's/ : 2$/ : 1/'",
  carla: '',
  david: "| sed 's/CANNOT BE PERFORMED/IMPOSSIBLE/'",
  elena: '| sed s/won/wins/',
  felix: '',
  greta: '| tr @ O',
  hugo: '| head -20',
  ines: '',
  jonas: "| sed 's/ *$//'",
  kira: '| sed s/REMAINING/LEFT/',
  luca: '> /dev/null; exit 3',
  maria: '',
  nils: "| sed 's/DOES NOT EXIST/IS MISSING/'",
  olga: '',
  paul: "| sed '/^$/d'",
  rosa: '| sed s/won/wins/',
});

/** How many turns of a game precede its resumption in the terminal. */
const TURNS = 11;
/** The colours of a terminal, dark and bright. */
const COLORS = ['#15161a', '#c83737', '#2d8f4e', '#d9a520', '#2446a8', '#8a3aa0', '#2a8f98', '#d9d9d9',
  '#55585f', '#f06a6a', '#56c47d', '#f0c94a', '#5f86e8', '#c37ad6', '#5cc5cf', '#ffffff'];

const { values: options } = parseArgs({
  options: {
    admiralty: { type: 'string' },
    only: { type: 'string', default: '' },
    out: { type: 'string', default: new URL('../../docs/', import.meta.url).pathname },
  },
});
if (!options.admiralty) throw new Error('--admiralty PATH is missing');
const admiralty = resolve(options.admiralty);
const out = resolve(options.out);
const directory = mkdtempSync(join(tmpdir(), 'admiralty-pictures-'));
const browser = await launch();

/**
 * Makes a picture of a page.
 * @param {string} name
 * @param {string} url
 * @param {View} view
 * @param {string} [part] a selector: only the first part of the page that it selects
 * @param {number} [margin] around the part
 */
async function picture(name, url, view, part, margin = 0) {
  const context = await browser.newContext(view);
  const page = await context.newPage();
  await page.goto(url);
  const path = join(out, `${name}.png`);
  if (part) {
    const box = await page.locator(part).first().boundingBox();
    if (!box) throw new Error(`${url} has no ${part}`);
    const clip = { x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin };
    await page.screenshot({ path, clip, fullPage: true });
  } else {
    await page.screenshot({ path });
  }
  shrink(path);
  await context.close();
}

/** Makes a picture smaller, if there is the tool. @param {string} path */
function shrink(path) {
  spawnSync('pngquant', ['--force', '--ext', '.png', path]);
}

/**
 * The address of the page of a game, with a name as its heading.
 * @param {import('./scripts.mjs').Game} game
 * @param {string} name
 */
function pageOf(game, name) {
  const script = join(directory, name);
  copyFileSync(game.script, script);
  return pathToFileURL(makePage(admiralty, { ...game, script }, directory)).href;
}

async function replays() {
  const [ships] = playGames(admiralty, directory, 'ships', ['admiral', 'hunt', '--extended', '--reefs', '12'], 2);
  const url = pageOf(ships, 'admiral-hunt.ships');
  await picture('replay-ships', `${url}#step=48&seat=A`, DESKTOP);
  await picture('replay-dark', `${url}#step=20&seat=B`, { ...DESKTOP, colorScheme: 'dark' });
  await picture('replay-phone', `${url}#step=49&seat=A`, { ...PHONE, colorScheme: 'dark' });
}

async function analysis() {
  const [italian] = playGames(admiralty, directory, 'italian', ['density', 'hunt', '--rules', 'italian'], 2);
  const url = pageOf({ ...italian, options: ['--analyse'] }, 'italian.ships');
  await picture('replay-analysis', `${url}#step=35`, DESKTOP);
}

/** The first script of the tutorial for students, with its error. */
async function playground() {
  const [tutorial, page] = ['docs/tutorials/student.md', 'web/dist/playground.html'].map((path) => new URL(`../../${path}`, import.meta.url));
  const script = /<<'END'\n(.*?)END\n/s.exec(readFileSync(tutorial, 'utf8'))?.[1] ?? '';
  const encoded = deflateRawSync(script).toString('base64url');
  await picture('playground', `${page.href}#script=${encoded}`, DESKTOP, 'body[data-ready]');
}

/** A game on a phone, after some shots; all random numbers are the same. */
async function phoneGame() {
  const page = await browser.newPage({ ...PHONE, hasTouch: true, isMobile: true });
  await page.addInitScript(() => {
    crypto.getRandomValues = (numbers) => Object.assign(numbers, [20]);
  });
  await page.goto(new URL('../../web/dist/playground.html', import.meta.url).href);
  await page.waitForSelector('body[data-ready]');
  await page.click('#play-game');
  await page.selectOption('#rules', 'italian');
  await page.selectOption('#first-mover', 'A');
  for (const button of ['#new-game [type=submit]', '#random-fleet', '#accept']) {
    await page.click(button);
    await page.waitForSelector('body:not([data-running])');
  }
  for (const target of ['13 3', '15 6', '17 2', '14 8', '19 5', '12 5', '18 8', '16 4']) {
    const [y, x] = target.split(' ').map(Number);
    await page.focus('#board');
    const cursor = await page.locator('.overlay .cursor').evaluate((rect) => ['y', 'x'].map((name) => Math.floor(Number(rect.getAttribute(name)))));
    for (let i = 0; i < Math.abs(y - cursor[0]); i += 1) await page.keyboard.press(y < cursor[0] ? 'ArrowUp' : 'ArrowDown');
    for (let i = 0; i < Math.abs(x - cursor[1]); i += 1) await page.keyboard.press(x < cursor[1] ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForSelector('body:not([data-running])');
  }
  await page.click('#hint');
  await page.waitForSelector('.overlay .heat');
  const path = join(out, 'playground-game.png');
  await page.screenshot({ path });
  shrink(path);
  await page.close();
}

async function classPages() {
  const pages = makeClass(admiralty, directory, CLASS);
  await picture('class', pathToFileURL(join(pages, 'index.html')).href, { viewport: { width: 1280, height: 1000 } });
  const student = pathToFileURL(join(pages, 'students', 'ben.html')).href;
  await picture('class-student', student, { viewport: { width: 1100, height: 1000 } });
}

/**
 * The screen of a terminal, as HTML.
 * @param {string} screen text with escape sequences for colours, bold, faint and underlined text
 */
function htmlOf(screen) {
  const plain = { color: COLORS[7], background: 'none', weight: 'normal', opacity: 1, line: 'none' };
  let style = plain;
  /** @param {string} text */
  const span = (text) => `<span style="color: ${style.color}; background: ${style.background}; font-weight: ${style.weight}; opacity: ${style.opacity}; text-decoration: ${style.line}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</span>`;
  const [first, ...parts] = screen.trimEnd().split('\x1b[');
  const spans = parts.map((part) => {
    const end = part.indexOf('m');
    const codes = part.slice(0, end).split(';').map(Number);
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at];
      if (code === 0) style = plain;
      else if (code === 1) style = { ...style, weight: 'bold' };
      else if (code === 2) style = { ...style, opacity: 0.7 };
      else if (code === 4) style = { ...style, line: 'underline' };
      else if (code === 39) style = { ...style, color: plain.color };
      else if (code === 49) style = { ...style, background: plain.background };
      else if (code === 38) style = { ...style, color: COLORS[codes[at += 2]] };
      else if (code === 48) style = { ...style, background: COLORS[codes[at += 2]] };
      else throw new Error(`the escape sequence ${part.slice(0, end)} is not known`);
    }
    return span(part.slice(end + 1));
  });
  return `<pre style="margin: 0; padding: 14px; width: max-content; font: 16px/1.19 DejaVu Sans Mono; background: ${COLORS[0]}">${span(first)}${spans.join('')}</pre>`;
}

/** Resumes a game of two players in place of the first, and asks for a hint. */
async function terminal() {
  const [game] = playGames(admiralty, directory, 'resumed', ['density', 'hunt', '--rules', 'italian'], 2);
  const log = join(directory, 'play.ships');
  const turns = readFileSync(game.script, 'utf8').split(/^(?=\[playerA\]\nSHOOT)/m);
  writeFileSync(log, turns.slice(0, TURNS).join(''));
  /** @param {string[]} args */
  const tmux = (...args) => execFileSync('tmux', ['-S', join(directory, 'tmux'), '-f', '/dev/null', ...args], { encoding: 'utf8' });
  /** @param {string} text */
  const screenWith = async (text) => {
    for (;;) {
      const screen = tmux('capture-pane', '-e', '-N', '-p');
      if (screen.includes(text)) return screen;
      await setTimeout(100);
    }
  };
  tmux('new-session', '-d', '-x', '100', '-y', '28', `'${admiralty}' play --resume '${log}' --a person --b hunt --lang en`);
  try {
    await screenWith('your move');
    tmux('send-keys', 'w');
    const screen = await screenWith('Digits: chance of a ship');
    const url = `data:text/html;charset=utf-8,${encodeURIComponent(htmlOf(screen))}`;
    await picture('play', url, DESKTOP, 'pre');
  } finally {
    tmux('kill-server');
  }
}

try {
  for (const part of [replays, analysis, playground, phoneGame, classPages, terminal]) {
    if (part.name.includes(options.only)) await part();
  }
} finally {
  await browser.close();
  rmSync(directory, { recursive: true });
}
