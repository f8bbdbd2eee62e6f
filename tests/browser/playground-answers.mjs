// @ts-check
// What the library answers has the types that the page has for it.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directory, wasm } from './playground-page.mjs';

/** Answers requests. @returns {Promise<(name: string, body: string) => string>} */
async function library() {
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm));
  const { memory, request_buffer, call, answer_buffer } = /** @type {any} */ (instance.exports);
  return (name, body) => {
    const request = Buffer.from(`${name}\n${body}`);
    const at = request_buffer(request.length);
    new Uint8Array(memory.buffer, at, request.length).set(request);
    const length = call();
    return Buffer.from(new Uint8Array(memory.buffer, answer_buffer(), length)).toString();
  };
}

/** A game of some rules from its choices to its end. @param {(name: string, body: string) => string} ask @param {string} rules */
function gameOf(ask, rules) {
  const answers = [ask('begin', JSON.stringify({ rules, level: 1, side: null, reefs: 0, extended: true, first: 'A', seed: 5 }))];
  /** @param {unknown} action */
  const play = (action) => {
    const { script, draft } = JSON.parse(answers[answers.length - 1]);
    answers.push(ask('play', `${JSON.stringify({ action, draft: draft?.ships ?? [] })}\n${script}`));
  };
  for (const action of ['rotate', { random: 3 }, 'accept', 'hint', { execute: 'SHOOT 99 99' }]) play(action);
  if (rules === 'ships') play('end-turn');
  const [top, left, bottom, right] = rules === 'ships' ? [0, 0, -1, -1] : JSON.parse(answers[3]).turn.targets;
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) play({ execute: `SHOOT ${y} ${x}` });
  }
  return answers;
}

/** @param {import('playwright-core').Page} _ @param {string[]} faults */
export async function checkAnswers(_, faults) {
  const ask = await library();
  const script = '[state]\nREEF 3 4\nPRINT 0\nREFE 1 1\n[state]\n';
  const printed = ask('run', script);
  const compared = [printed, printed.replace('#', '+'), 'other\n', ''].map((output) => ask('compare', `${script.length}\n${script}${output}`));
  // A game of each kind has all that a replay may have; a failure has an explanation.
  const games = ['italian', 'ships'].map((rules) => ask('to-end', `[state]\nRULES ${rules}\nSET_AI_PLAYER A\nSET_AI_PLAYER B\nSRAND 4\n[state]\n`));
  const replays = [ask('replay', script), ask('texts replay', script), ask('analysis', games[0]), ask('texts replay', games[1])];
  /** @type {[string, string[]][]} */
  const answers = [
    ['Language', [ask('language', '')]],
    ['Finding[]', [ask('check', script), ask('check', ''), ask('texts check', script)]],
    ['Replay', replays],
    ['Comparison', [...compared, ask('texts compare', `${script.length}\n${script}other\n`)]],
    ['Choices[]', [ask('games', '')]],
    ['Position', [...gameOf(ask, 'italian'), ...gameOf(ask, 'ships')]],
    ['Refused', [ask('begin', '{}')]],
  ];
  const types = new URL('../../web/src/answers', import.meta.url).pathname;
  const names = answers.map(([type]) => type.replace('[]', '')).filter((type) => type !== 'Replay');
  const model = new URL('../../crates/pages/src/assets/replay/model.js', import.meta.url).pathname;
  const lines = answers.flatMap(([type, all]) => all.map((answer) => `void (${answer} satisfies ${type});`));
  const file = join(directory, 'answers.ts');
  writeFileSync(file, [`import type { ${names.join(', ')} } from '${types}';`, `type Replay = import('${model}').Replay;`, ...lines].join('\n'));
  const tsc = new URL('node_modules/.bin/tsc', import.meta.url).pathname;
  const { status, stdout } = spawnSync(tsc, ['--strict', '--noEmit', '--allowJs', '--target', 'es2023', '--ignoreConfig', '--module', 'esnext', '--moduleResolution', 'bundler', file], { cwd: directory, encoding: 'utf8' });
  if (status !== 0) faults.push(...stdout.split('\n').slice(0, 8));
  console.log(`${lines.length} answers have their types`);
}
