// Builds the page twice, with the parts of the replay page in it: as one file that loads nothing, and for
// servers, with the library as a file of its own, which is smaller and kept apart.
// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';
import { site } from './site.js';

const ASSETS = new URL('../crates/pages/src/assets/', import.meta.url);
const ENGINE = new URL(`file://${process.env.ADMIRALTY_WASM ?? '/missing'}`);
const LOCALES = 'virtual:locales';
/** The picture for links to the page, which needs the address of the site. */
const PICTURE = process.env.ADMIRALTY_SITE ? `<meta property="og:image" content="${new URL('docs/playground.png', process.env.ADMIRALTY_SITE)}">\n` : '';

/** @param {string} path */
const asset = (path) => readFileSync(new URL(path, ASSETS), 'utf8');

/**
 * The texts of a language: those of the page, the names of ships and the reasons of `admiralty play`, and in English
 * those of the replay page.
 * @param {string} language
 */
function textsOf(language) {
  const own = readFileSync(new URL(`locales/${language}.ftl`, import.meta.url), 'utf8');
  const play = readFileSync(new URL(`../crates/play/src/locales/${language}.ftl`, import.meta.url), 'utf8');
  const shared = language === 'en' ? [...asset('replay/texts.js').matchAll(/^ {2}'(.*)': '(.*)',$/gm)].map(([, name, text]) => `${name} = ${text}`) : [];
  return [own, ...shared, ...play.match(/^(class|reason)-.*/gm) ?? []].join('\n');
}

/** The module of all texts. */
function locales() {
  const languages = readdirSync(new URL('locales', import.meta.url)).map((name) => name.replace('.ftl', ''));
  const sources = languages.map((language) => [language, textsOf(language)]);
  return `export default ${JSON.stringify(Object.fromEntries(sources))};`;
}

/** @param {string} text */
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @returns {import('vite').Plugin} */
function parts() {
  return {
    name: 'admiralty-parts',
    enforce: 'pre',
    // The playground says in the reader's language what the replay page says in English.
    resolveId: (id) => (id === './texts.js' ? fileURLToPath(new URL('src/text.ts', import.meta.url)) : id === LOCALES ? `\0${LOCALES}` : undefined),
    load: (id) => (id === `\0${LOCALES}` ? locales() : undefined),
    transformIndexHtml: {
      order: 'pre',
      handler: (page) => page.replace(/<!-- include (\S+) -->/g, (_, path) => asset(path)).replace('<!-- picture -->\n', PICTURE),
    },
  };
}

/**
 * Puts styles and scripts into the pages, which allow nothing else.
 * @returns {import('vite').Plugin}
 */
function pages() {
  return {
    name: 'admiralty-pages',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find(({ fileName }) => fileName === 'index.html');
      if (page?.type !== 'asset') throw new Error('no page was built');
      let [style, code] = ['', ''];
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type === 'chunk') code += file.code;
        else if (name.endsWith('.css')) style += file.source;
        else continue;
        delete bundle[name];
      }
      const library = readFileSync(ENGINE);
      const packed = gzipSync(library, { level: 9 }).toString('base64');
      const body = String(page.source).replace(/<link [^>]*stylesheet[^>]*>|<script type="module"[^>]*><\/script>/g, '');
      const data = `<script type="application/gzip;base64" id="library">${packed}</script>`;
      page.source = pageOf(body, style, code, "'self'");
      this.emitFile({ type: 'asset', fileName: 'playground.html', source: pageOf(body.replace('</body>', () => `${data}\n</body>`), style, code, "'none'") });
      this.emitFile({ type: 'asset', fileName: 'library.wasm', source: library });
    },
  };
}

/**
 * The page, with all that it may run and load.
 * @param {string} body
 * @param {string} style
 * @param {string} code
 * @param {string} source where it may load from
 */
function pageOf(body, style, code, source) {
  const theme = asset('theme.js');
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `connect-src ${source}`,
    // The editor adds its style at run time.
    `style-src ${hash(style)} 'nonce-editor'`,
    // A browser writes such attributes itself where text is typed over a selection.
    "style-src-attr 'unsafe-inline'",
    `script-src ${[theme, code].map(hash).join(' ')} 'wasm-unsafe-eval'`,
    // The library, and what keeps the page for when there is no network.
    "worker-src 'self' blob:",
    'img-src blob: data:',
  ].join('; ');
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<style>${style}</style>`,
    `<script>${theme}</script>`,
  ].join('\n');
  return body
    .replace('<!-- head -->', () => head)
    .replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
}

export default defineConfig({
  base: './',
  plugins: [parts(), pages(), site()],
  resolve: { alias: { 'virtual:replay': fileURLToPath(new URL('replay/shared.js', ASSETS)) } },
  worker: { format: 'iife' },
  build: { assetsInlineLimit: () => true, cssCodeSplit: false, modulePreload: false, target: 'es2023' },
});
