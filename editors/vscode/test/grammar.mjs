// @ts-check
// What the grammar makes of lines.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
/** @type {typeof import('vscode-oniguruma')} */
const oniguruma = require('vscode-oniguruma');
/** @type {typeof import('vscode-textmate')} */
const textmate = require('vscode-textmate');

/** The part of a scope that says what a word is. */
const KINDS = /\b(namespace|keyword|numeric|player|direction|class|rules|string|illegal|output)\b/;

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));

/**
 * The words of each line that have a scope, each with its kind.
 * @param {string} root
 * @param {string[]} lines
 */
export async function scopes(root, lines) {
  const path = join(root, 'syntaxes/ships.tmLanguage.json');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, 'utf8'), path),
  });
  const grammar = await registry.loadGrammar('source.ships');
  if (!grammar) throw new Error('there is no grammar');
  let state = textmate.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.flatMap(({ startIndex, endIndex, scopes: names }) => {
      const kind = KINDS.exec(names.at(-1) ?? '')?.[1];
      return kind ? [`${line.slice(startIndex, endIndex)} ${kind}`] : [];
    });
  });
}
