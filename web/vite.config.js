// Builds the page as one file that loads nothing, with the parts of the replay page in it.
// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { site } from './site.js';

const ASSETS = new URL('../crates/pages/src/assets/', import.meta.url);
const ENGINE = new URL(`file://${process.env.ADMIRALTY_WASM ?? '/missing'}`);
/** The scripts of the replay page that the playground shares, and what it uses of them. */
const SCRIPTS = ['model', 'board', 'analysis', 'script', 'page'];
const EXPORTS = ['Page', 'byId', 'drawChances', 'drawHull', 'html', 'svg', 'visible'];

/** @param {string} path */
const asset = (path) => readFileSync(new URL(path, ASSETS), 'utf8');

/** @param {string} text */
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Modules made of files that are not modules.
 * @type {Record<string, () => string>}
 */
const MODULES = {
  'virtual:replay': () => `${SCRIPTS.map((name) => asset(`replay/${name}.js`)).join('\n')}\nexport { ${EXPORTS.join(', ')} };`,
  'virtual:engine': () => `export default '${gzipSync(readFileSync(ENGINE), { level: 9 }).toString('base64')}';`,
};

/** @returns {import('vite').Plugin} */
function parts() {
  return {
    name: 'admiralty-parts',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => MODULES[id.slice(1)]?.(),
    transformIndexHtml: {
      order: 'pre',
      handler: (page) => page.replace(/<!-- include (\S+) -->/g, (_, path) => asset(path)),
    },
  };
}

/**
 * Puts styles and scripts into the page, which allows nothing else.
 * @returns {import('vite').Plugin}
 */
function oneFile() {
  return {
    name: 'admiralty-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find(({ fileName }) => fileName === 'index.html');
      if (page?.type !== 'asset') throw new Error('no page was built');
      const theme = asset('theme.js');
      /** @type {string[]} */
      const scripts = [theme];
      let [style, code] = ['', ''];
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') code += file.code;
        else if (name.endsWith('.css')) style += file.source;
        else continue;
        delete bundle[name];
      }
      scripts.push(code);
      const policy = [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        // The editor adds its style at run time.
        `style-src ${hash(style)} 'nonce-editor'`,
        // A browser writes such attributes itself where text is typed over a selection.
        "style-src-attr 'unsafe-inline'",
        `script-src ${scripts.map(hash).join(' ')} 'wasm-unsafe-eval'`,
        // The library, and what keeps the page for when there is no network.
        "worker-src 'self' blob:",
        'img-src blob: data:',
      ].join('; ');
      const head = [
        `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
        `<style>${style}</style>`,
        `<script>${theme}</script>`,
      ].join('\n');
      const text = String(page.source)
        .replace(/<link [^>]*stylesheet[^>]*>|<script type="module"[^>]*><\/script>/g, '')
        .replace('<!-- head -->', () => head)
        .replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
      page.source = text;
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [parts(), oneFile(), site()],
  worker: { format: 'iife' },
  build: { assetsInlineLimit: () => true, cssCodeSplit: false, modulePreload: false, target: 'es2023' },
});
