// @ts-check
// Tests the extension: node test/run.mjs --admiralty PATH. It packs the extension, so `npm ci` comes first.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { openPromise } from 'yauzl';
import { scopes } from './grammar.mjs';
import { activated } from './editor.mjs';

const { values } = parseArgs({ options: { admiralty: { type: 'string' } } });
const admiralty = values.admiralty;
assert(admiralty, 'usage: node test/run.mjs --admiralty PATH');
const root = join(import.meta.dirname, '..');
const repository = join(root, '../..');
const manifest = createRequire(import.meta.url)('../package.json');

test('the grammar names what each word is', async () => {
  const lines = [
    ['[state]', ['[state] namespace']],
    [' REEF  3 +4', ['REEF keyword', '3 numeric', '+4 numeric']],
    ['SHIP A 1 0 N 0 CAR 11111', ['SHIP keyword', 'A player', '1 numeric', '0 numeric', 'N direction', '0 numeric', 'CAR class', '11111 numeric']],
    ['RULES german 12', ['RULES keyword', 'german rules', '12 numeric']],
    ['INFORMATION A SHOOT 3 [state]', ['INFORMATION keyword', 'A player', 'SHOOT 3 [state] string']],
    ['REEFS 3 4', ['REEFS 3 4 illegal']],
    ['[playerA]', ['[playerA] illegal']],
    ['[state]', ['[state] namespace']],
    ['REEF 3 4', ['REEF 3 4 illegal']],
    ['  ++ x#', ['  ++ x# output']],
    ['PARTS REMAINING:: A : 4 B : 5', ['PARTS REMAINING:: A : 4 B : 5 output']],
    ['A won', ['A won output']],
    ['SUNK 20 9 DES 0', ['SUNK 20 9 DES 0 output']],
    ['INVALID OPERATION "SHOOT 9 9": FIELD DOES NOT EXIST', ['"SHOOT 9 9" string', 'FIELD DOES NOT EXIST illegal']],
    ['[playerB]', ['[playerB] namespace']],
    ['MOVE 0 DES L', ['MOVE keyword', '0 numeric', 'DES class', 'L direction']],
    ['[playerB]', ['[playerB] namespace']],
  ];
  const found = await scopes(root, lines.map(([line]) => /** @type {string} */ (line)));
  for (const [i, [line, expected]] of lines.entries()) assert.deepEqual(found[i], expected, String(line));
});

test('no line of a right script is marked as wrong', async () => {
  for (const name of ['T13.in', 'T31.in', 'rules/italian.in', 'T33.out'].filter((one) => existsSync(join(repository, 'fixtures', one)))) {
    const lines = readFileSync(join(repository, 'fixtures', name), 'latin1').split('\n');
    for (const words of await scopes(root, lines)) assert(!words.some((word) => word.endsWith(' illegal')), `${name}: ${words}`);
  }
});

test('the manifest is consistent', () => {
  const cargo = readFileSync(join(repository, 'Cargo.toml'), 'utf8');
  assert.equal(manifest.version, /^\[workspace\.package\]\nversion = "(.*)"/m.exec(cargo)?.[1]);
  assert.equal(manifest.license, /^license = "(.*)"/m.exec(cargo)?.[1]);
  assert.equal(manifest.devDependencies['@types/vscode'], manifest.engines.vscode.replace('^', ''));
  const { languages, grammars, snippets, configuration } = manifest.contributes;
  for (const path of [languages[0].configuration, grammars[0].path, snippets[0].path]) {
    assert(JSON.parse(readFileSync(join(root, path), 'utf8')));
  }
  // A workspace that is not trusted must not choose the program that is started.
  assert.equal(configuration.properties['admiralty.path'].scope, 'machine-overridable');
  assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, ['admiralty.path']);
});

test('the package has what it needs, and nothing else', async () => {
  execFileSync('npm', ['run', 'package'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const zip = await openPromise(join(root, 'admiralty.vsix'));
  const names = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  assert.deepEqual(names.sort(), [
    '[Content_Types].xml',
    'extension.vsixmanifest',
    ...['LICENSE-APACHE', 'LICENSE-MIT', 'dist/extension.js', 'dist/licences.txt', 'language-configuration.json',
      'package.json', 'readme.md', 'snippets.json', 'syntaxes/ships.tmLanguage.json'].map((name) => `extension/${name}`),
  ]);
  const licences = readFileSync(join(root, 'dist/licences.txt'), 'utf8');
  assert.match(licences, /^vscode-languageclient .*, MIT$/m);
});

test('the extension talks to the server', async () => {
  const editor = await activated(root, admiralty, '[state]\nREEFS 3 4\n[state]\n');
  try {
    assert.deepEqual(editor.errors, []);
    const own = manifest.contributes.commands.map((/** @type {{ command: string }} */ one) => one.command);
    // The last one is the server's, for its code action.
    assert.deepEqual([...editor.commands.keys()].sort(), [...own, 'admiralty.showBoard'].sort());
    const [found] = await editor.diagnostics();
    assert.equal(found.code, 'UNKNOWN COMMAND');
    assert.deepEqual([found.range.start.line, found.range.start.character, found.range.end.character], [1, 0, 5]);
    editor.type(1, 0, 5, 'REEF');
    assert.deepEqual(await editor.diagnostics(), []);
    editor.type(1, 0, 4, 'REEFS');
    assert.equal((await editor.diagnostics())[0]?.code, 'UNKNOWN COMMAND');
    await editor.commands.get('admiralty.run')?.();
    assert.match(editor.output(), /^INVALID OPERATION "REEFS 3 4": UNKNOWN COMMAND\nerror\[UNKNOWN COMMAND\]/);
    await editor.commands.get('admiralty.replay')?.();
    assert.match(editor.shown.pop() ?? '', /^<!doctype html>[^]*Content-Security-Policy/i);
    await editor.commands.get('admiralty.board')?.();
    assert.match(editor.shown.pop() ?? '', /^1 <svg/);
  } finally {
    await editor.deactivate();
  }
});

test('a program that is missing is reported', async () => {
  const editor = await activated(root, '/nowhere/admiralty', '');
  assert.deepEqual(editor.errors, ['The program /nowhere/admiralty was not found. Install Admiralty, or set admiralty.path to it.']);
  await editor.deactivate();
});
