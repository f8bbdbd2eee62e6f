// Renders the documents as pages beside the playground, which opens their scripts.
// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { linkTo } from './src/share.ts';

const ROOT = new URL('../', import.meta.url);
/** The first page; every page that it links to follows. */
const FIRST = 'README.md';
/** The directory of the pages, beside the playground. */
const DIRECTORY = 'docs';
const SCRIPT = /^\[(state|playerA|playerB)\]$/m;

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, ROOT));
/** @param {string} text */
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The path of a page or a picture in the site. @param {string} source */
function target(source) {
  const path = source.replace(/^docs\//, '').replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');
  return `${DIRECTORY}/${path}`;
}

/** The target of a link, if it is a file of the site. @param {string} from @param {string} href */
function linked(from, href) {
  const path = posix.join(posix.dirname(from), href);
  const file = new URL(path, ROOT);
  if (!existsSync(file)) throw new Error(`${from}: there is no ${href}`);
  const source = statSync(file).isDirectory() ? `${path}/README.md` : path;
  return /\.(md|png)$/.test(source) && existsSync(new URL(source, ROOT)) ? source : undefined;
}

/** The name of a heading in addresses, as GitHub makes it. @param {string} text */
const slug = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replaceAll(' ', '-');

/**
 * A document as HTML, and the targets of its links.
 * @param {string} source
 */
async function rendered(source) {
  /** @type {Set<string>} */
  const leadsTo = new Set();
  /** @type {Map<string, number>} */
  const slugs = new Map();
  /** @type {{depth: number, id: string, text: string}[]} */
  const headings = [];
  const relative = (/** @type {string} */ path) => posix.relative(posix.dirname(target(source)), path);
  /** The address of a link in the site. @param {string} href */
  const address = (href) => {
    if (/^(https?:|#)/.test(href)) return href;
    const [path, anchor] = href.split('#');
    const file = linked(source, path);
    if (file === undefined) return undefined;
    leadsTo.add(file);
    return relative(target(file)) + (anchor ? `#${anchor}` : '');
  };
  const marked = new Marked();
  /** @type {Map<unknown, string>} */
  const links = new Map();
  marked.use({
    async: true,
    walkTokens: async (token) => {
      if (token.type !== 'code' || !(token.lang === 'ships' || (token.lang === 'text' && SCRIPT.test(token.text.split('\n')[0])))) return;
      links.set(token, relative('index.html') + await linkTo({ script: `${token.text}\n` }));
    },
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const name = slug(text.replace(/&#?\w+;/g, ''));
        const count = slugs.get(name) ?? 0;
        slugs.set(name, count + 1);
        const id = count > 0 ? `${name}-${count}` : name;
        headings.push({ depth, id, text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code(token) {
        const link = links.get(token);
        const open = link ? `<p class="open"><a href="${link}">Open in the playground</a></p>\n` : '';
        return `<pre tabindex="0"><code>${escaped(token.text)}\n</code></pre>\n${open}`;
      },
      table(token) {
        return `<div class="wide" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = address(href);
        return to === undefined ? text : `<a href="${escaped(to)}">${text}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(address(href) ?? '')}" alt="${escaped(text)}">`;
      },
    },
  });
  const html = await marked.parse(read(source).toString());
  return { source, html, headings, leadsTo, relative };
}

/**
 * The page of a document.
 * @param {Awaited<ReturnType<typeof rendered>>} document
 * @param {{source: string, title: string}[]} pages
 */
function page({ source, html, headings, relative }, pages) {
  const style = read('crates/pages/src/assets/base.css').toString() + read('web/site.css').toString();
  const theme = read('crates/pages/src/assets/theme.js').toString();
  const title = pages.find((one) => one.source === source)?.title ?? '';
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${hash(style)}; script-src ${hash(theme)}; img-src 'self' file:`;
  const language = /\.([a-z]{2})\.md$/.exec(source)?.[1] ?? 'en';
  const list = (/** @type {string[]} */ links) => `<ul>\n${links.map((link) => `<li>${link}</li>`).join('\n')}\n</ul>`;
  const all = pages.map((one) => {
    const here = one.source === source ? ' aria-current="page"' : '';
    return `<a href="${relative(target(one.source))}"${here}>${one.title}</a>`;
  });
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => `<a href="#${id}">${text}</a>`);
  const contents = sections.length > 1 ? `<nav class="contents" aria-label="On this page">\n${list(sections)}\n</nav>` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
<script>${theme}</script>
</head>
<body>
<header><a href="${relative('index.html')}">Playground</a></header>
<nav class="pages" aria-label="Documents">
${list(all)}
</nav>
<main>
${html.replace('</h1>', `</h1>\n${contents}`)}</main>
</body>
</html>
`;
}

/** @returns {import('vite').Plugin} */
export function site() {
  return {
    name: 'admiralty-site',
    async generateBundle() {
      const documents = [];
      const sources = new Set([FIRST]);
      // Iterating a set includes what is added meanwhile.
      for (const source of sources) {
        if (source.endsWith('.png')) {
          this.emitFile({ type: 'asset', fileName: target(source), source: read(source) });
          continue;
        }
        const document = await rendered(source);
        documents.push(document);
        for (const next of document.leadsTo) sources.add(next);
      }
      const pages = documents.map(({ source, headings }) => ({ source, title: headings[0].text }));
      for (const document of documents) {
        this.emitFile({ type: 'asset', fileName: target(document.source), source: page(document, pages) });
      }
    },
  };
}
