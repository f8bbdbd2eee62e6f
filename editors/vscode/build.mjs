// @ts-check
// Bundles the extension, and puts the licences beside it: ours, and those of the packages in the bundle.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
for (const licence of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(here, '../..', licence), join(here, licence));
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['src/extension.mjs'],
  outfile: 'dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  // Visual Studio Code 1.91, the oldest that the extension is for, has Node.js 20.
  target: 'node20',
  external: ['vscode'],
  minify: true,
  metafile: true,
});

const packages = new Set(Object.keys(metafile.inputs).flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
const notices = [...packages].sort().map((directory) => {
  const { name, version, license } = JSON.parse(readFileSync(join(here, directory, 'package.json'), 'utf8'));
  const file = readdirSync(join(here, directory)).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version}, ${license}\n\n${readFileSync(join(here, directory, file), 'utf8').trim()}\n`;
});
writeFileSync(join(here, 'dist/licences.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`));
