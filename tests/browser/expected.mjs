// @ts-check
// The output of `PRINT 1` at a step, for each seat.

import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** @typedef {'all' | 'A' | 'B'} Seat */
/** @typedef {Partial<Record<Seat, string>>} Boards rows without numbers, as far as they can be printed */

/** Ends a run before a player of the program moves. */
const STOP = 'STOP\n';
const ENDING = 'INVALID OPERATION "STOP": UNKNOWN COMMAND';

/**
 * The boards after the first lines of a script.
 * @param {string} admiralty
 * @param {Buffer} script
 * @param {number} lines
 * @param {boolean} isEnd whether targets that wait for the end of a turn may have been executed
 * @returns {Promise<Boards>}
 */
export async function expectedBoards(admiralty, script, lines, isEnd) {
  const begin = firstLines(script, lines);
  const { open, hasTargets } = groupAt(begin);
  if (isEnd && hasTargets) return {};
  if (open === 'state') return allBoards(admiralty, Buffer.concat([begin, Buffer.from('[state]\n')]));
  if (!open) return allBoards(admiralty, begin);
  // What a player sees can be printed in the open group. The end of the group may change the board.
  const seat = /** @type {Seat} */ (open.at(-1));
  const own = boardsOf(await run(admiralty, begin, `PRINT 1\n${STOP}`)).at(-1);
  const others = hasTargets ? {} : await allBoards(admiralty, Buffer.concat([begin, Buffer.from(`[${open}]\n`)]));
  return { ...others, [seat]: own };
}

/**
 * The boards for all seats after a script that ends outside a group; none if it ends the game.
 * @param {string} admiralty
 * @param {Buffer} begin
 * @returns {Promise<Boards>}
 */
async function allBoards(admiralty, begin) {
  const print = (/** @type {string} */ player) => `[state]\nNEXT_PLAYER ${player}\n[state]\n[player${player}]\nPRINT 1\n`;
  const output = await run(admiralty, begin, `[state]\nPRINT 1\n[state]\n${print('A')}[playerA]\n${print('B')}${STOP}`);
  if (!output.endsWith(`${ENDING}\n`)) return {};
  const [all, A, B] = boardsOf(output).slice(-3);
  return { all, A, B };
}

/**
 * @param {string} admiralty
 * @param {Buffer} script
 * @param {string} end
 */
async function run(admiralty, script, end) {
  const child = spawn(admiralty, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {}); // The run may end before it has read everything.
  child.stdin.end(Buffer.concat([script, Buffer.from(end)]));
  return (await buffer(child.stdout)).toString('latin1');
}

/**
 * The numbered boards in an output, without the numbers.
 * @param {string} output
 */
function boardsOf(output) {
  const boards = [];
  const lines = output.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    // Row 0 has as many digits as the last row, and the header is indented by as many blanks.
    const indent = /^( +)\d+$/.exec(lines[i])?.[1].length;
    if (!indent) continue;
    const columns = lines[i].length - indent;
    while (/^ +\d+$/.test(lines[i]) && lines[i].length === columns + indent) i += 1;
    const rows = [];
    while (lines[i]?.length === columns + indent && lines[i].startsWith(String(rows.length).padStart(indent, '0'))) {
      rows.push(lines[i].slice(indent));
      i += 1;
    }
    i -= 1;
    boards.push(rows.join('\n'));
  }
  return boards;
}

/**
 * @param {Buffer} script
 * @param {number} count
 */
function firstLines(script, count) {
  let end = 0;
  for (let line = 0; line < count && end < script.length; line += 1) {
    const next = script.indexOf(10, end);
    end = next < 0 ? script.length : next + 1;
  }
  const begin = script.subarray(0, end);
  return begin.length > 0 && begin.at(-1) !== 10 ? Buffer.concat([begin, Buffer.from('\n')]) : begin;
}

/**
 * The group that a script leaves open, and whether it has targets that wait for its end.
 * @param {Buffer} script
 */
function groupAt(script) {
  let [open, hasTargets, isAuto] = ['', false, false];
  for (const line of script.toString('latin1').split('\n').map((it) => it.trim())) {
    const tag = /^\[(state|playerA|playerB)\]$/.exec(line)?.[1];
    if (tag) {
      open = open ? '' : tag;
      hasTargets = false;
    }
    if (open === 'state' && line === 'AUTO_SHOOTING') isAuto = true;
    if (isAuto && open !== 'state' && /^(SHOOT|SPY)\b/.test(line)) hasTargets = true;
  }
  return { open, hasTargets };
}
