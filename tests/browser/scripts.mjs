// @ts-check
// The scripts whose pages are tested.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** @typedef {{kind: string, script: string, options?: string[]}} Game its kind, the path of its script, options of `replay` */

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname;

/** Kinds of games: two players of the arena, and its options. */
const KINDS = Object.entries({
  ships: ['admiral', 'hunt'],
  'ships-extended': ['admiral', 'hunt', '--extended', '--reefs', '12'],
  'ships-auto': ['admiral', 'random', '--auto', '--reefs', '5'],
  'ships-40x40': ['admiral', 'hunt', '--extended', '--board', '40x40', '--fleet', '2,3,4,5', '--reefs', '60'],
  italian: ['density', 'hunt', '--rules', 'italian'],
  german: ['density', 'random', '--rules', 'german:12'],
  msx: ['parity', 'hunt', '--rules', 'msx'],
  russian: ['random', 'hunt', '--rules', 'russian'],
  hasbro: ['density', 'random', '--rules', 'hasbro'],
});

/** Text that must not become a part of the page. */
const HOSTILE = [
  '<script>window.broken = 1</script>',
  '</script><script>window.broken = 1</script>',
  '<!-- <script> -->',
  '<img src="x" onerror="window.broken = 1">',
  '"\'`&lt;&#60;${window.broken = 1}',
  'a\u2028b\u2029c',
  '\u202eabc\u202c \u2066def\u2069 \u200b\ufeff\u00ad',
  'e\u0301\u0301\u0301\u0301\u0301\u0301 \u{e0041}',
  `long ${'x'.repeat(100_000)}`,
];

/** A script that breaks a rule in B's second turn. */
const FAILED = `[state]
BOARD_SIZE 12 9
INIT_POSITION A 0 0 5 8
INIT_POSITION B 6 0 11 8
SET_FLEET A 0 0 1 1
SET_FLEET B 0 1 0 0
REEF 2 4
[state]
[playerA]
PLACE_SHIP 1 1 W 0 CRU
PLACE_SHIP 4 6 N 0 DES
[playerA]
[playerB]
PLACE_SHIP 8 5 N 0 BAT
[playerB]
[playerA]
SHOOT 8 5
[playerA]
[playerB]
MOVE 0 BAT F
SHOOT 99 <b>"\u202e"</b>
[playerB]
`;

/**
 * Games that look the same to A. They differ in which ship it sees in part, how much of it is left, where B moves, what an
 * unseen shot hits, which command of B is refused.
 */
const SECRETS = [
  ['SHIP B 5 6 W 0 BAT 0111\nSHIP B 20 0 W 0 CRU 111', 'MOVE 0 CRU F', 'SHOOT 5 6'],
  ['SHIP B 18 0 W 0 BAT 1111\nSHIP B 5 6 W 0 CRU 001', 'MOVE 0 BAT L', 'SHOOT 5 5 5'],
].map(([ships, move, refused]) => `[state]
SET_FLEET A 1 0 0 0
SET_FLEET B 0 1 1 0
SHIP A 15 8 N 0 CAR 11111
${ships}
[state]
[playerA]
SPY 0 5 5
SHOOT 5 6
[playerA]
[playerB]
${move}
[playerB]
[playerA]
SHOOT 18 0
[playerA]
[playerB]
${refused}
[playerB]
`);

/** A board that is shown in parts. */
const LARGE = `[state]
BOARD_SIZE 400 900
INIT_POSITION A 0 0 199 899
INIT_POSITION B 200 0 399 899
SET_FLEET A 1 0 0 0
SET_FLEET B 0 1 0 0
REEF 100 3
REEF 350 870
[state]
[playerA]
PLACE_SHIP 5 5 N 0 CAR
[playerA]
[playerB]
PLACE_SHIP 390 880 N 0 BAT
[playerB]
[playerA]
MOVE 0 CAR R
SHOOT 391 880
[playerA]
`;

/**
 * Games that the arena plays.
 * @param {string} admiralty
 * @param {string} directory
 * @param {string} kind
 * @param {string[]} options two players, and options of the arena
 * @param {number} count
 * @returns {Game[]}
 */
export function playGames(admiralty, directory, kind, options, count) {
  const games = join(directory, kind);
  execFileSync(admiralty, ['arena', ...options, '--seed', '1', '--games', String(count), '--games-dir', games], { stdio: 'pipe' });
  return readdirSync(games).sort().map((name) => ({ kind, script: join(games, name) }));
}

/**
 * Games of every kind.
 * @param {string} admiralty
 * @param {string} directory
 * @param {number} count games of each kind
 * @returns {Game[]}
 */
export function arenaGames(admiralty, directory, count) {
  return KINDS.flatMap(([kind, options]) => playGames(admiralty, directory, kind, options, count));
}

/** Inputs that no page can show: a board that is too large, and a file that is no script. */
const NOT_SHOWN = ['huge-board.in', 'binary.in'];

/**
 * Scripts of the fixtures: every n-th of those about one rule, and all others.
 * @param {number} each
 * @returns {Game[]}
 */
export function fixtures(each) {
  return ['.', 'contract', 'rules', 'errors', 'check', 'statistics'].flatMap((directory) => {
    const names = readdirSync(join(FIXTURES, directory)).filter((name) => name.endsWith('.in') && !NOT_SHOWN.includes(name)).sort();
    const some = names.filter((_, i) => directory === '.' || i % each === 0);
    return some.map((name) => ({ kind: `fixtures/${directory}`, script: join(FIXTURES, directory, name) }));
  });
}

/**
 * Scripts that end in special ways, and one that attacks the page.
 * @param {string} admiralty
 * @param {string} directory
 * @returns {{toEnd: Game, failed: Game, placed: Game, hostile: Game, empty: Game, large: Game, secrets: Game[]}}
 */
export function specialScripts(admiralty, directory) {
  /**
   * @param {string} kind
   * @param {string} name
   * @param {string | Uint8Array} text
   */
  const write = (kind, name, text) => {
    mkdirSync(join(directory, kind), { recursive: true });
    const script = join(directory, kind, name);
    writeFileSync(script, text);
    return { kind, script };
  };
  const toEnd = execFileSync(admiralty, ['run', '--to-end', join(FIXTURES, 'T36.in')]);
  const lines = HOSTILE.map((text) => `INFORMATION A ${text}\n`).join('');
  const invalid = Buffer.from([...Buffer.from('INFORMATION B '), 0xff, 0xfe, 0xc3, 0x28, 0x0a]);
  return {
    toEnd: write('to-end', 'T36.ships', toEnd),
    failed: write('failed', 'failed.ships', FAILED),
    placed: write('placed', 'placed.ships', FAILED.slice(0, FAILED.indexOf('MOVE'))),
    secrets: SECRETS.map((text, i) => write(`secret-${i}`, 'secret.ships', text)),
    hostile: write('hostile', '"><script>window.broken = 1<b>\u202e&amp;\'.ships', Buffer.concat([
      Buffer.from(`[state]\n${lines}`),
      invalid,
      Buffer.from('[state]\n[playerA]\nPLACE_SHIP 0 0 N 0 <img src=x onerror=alert(1)>\u202e"\'\n'),
    ])),
    empty: write('empty', 'empty.ships', ''),
    large: write('large', 'large.ships', LARGE),
  };
}

/**
 * Pages of reports: a tournament with a hostile name, one with SPRT, one with a bot, shots to sink a fleet, and a
 * program that fails some cases.
 * @param {string} admiralty
 * @param {string} directory
 */
export function reportPages(admiralty, directory) {
  const program = `${admiralty} run | sed s/A/B/`;
  /** @type {[string, string[]][]} */
  const commands = [
    ['tournament', ['arena', 'random', 'hunt', 'density', '<u>x</u>=parity', '--rules', 'italian', '--seed', '1', '--games', '12']],
    ['sprt', ['arena', 'density', 'random', '--rules', 'msx', '--seed', '1', '--games', '400', '--sprt', '0', '50', '0.05', '0.05']],
    ['bots', ['arena', 'hunt', `scout=live:python3 ${new URL('../../examples/bots/scout.py', import.meta.url).pathname}`, 'random', '--seed', '1', '--games', '4', '--turn-limit', '80']],
    ['solo', ['solo', '--strategy', 'random,hunt,density', '--rules', 'italian', '--games', '200']],
    ['judge', ['judge', FIXTURES, '--', 'sh', '-c', program]],
  ];
  return commands.map(([kind, args]) => {
    const file = join(directory, `${kind}.html`);
    // The judge's exit code says that cases failed.
    spawnSync(admiralty, [args[0], '--html', file, ...args.slice(1)]);
    return { kind, file };
  });
}

/**
 * Makes the page of a script.
 * @param {string} admiralty
 * @param {Game} game
 * @param {string} directory
 */
export function makePage(admiralty, { kind, script, options = [] }, directory) {
  const page = join(directory, `${kind.replaceAll('/', '-')}${options.join('')}-${basename(script)}.html`);
  execFileSync(admiralty, ['replay', script, '-o', page, ...options], { stdio: 'pipe' });
  return page;
}
