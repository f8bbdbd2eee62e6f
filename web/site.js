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
/** The groups of documents, in order; what is in none is of the last. @type {[string, RegExp][]} */
const GROUPS = [
  ['Start', /^README|tutorials\//],
  ['Scripts', /(LANGUAGE|DECISIONS|CLASSIC|AI-MEMORY|PLAYGROUND|REPLAY|EDITORS)\.md$/],
  ['Judging', /(JUDGE|CLUSTER)\.md$/],
  ['Playing', /(PLAY|ARENA|SOLO|OTHELLO)\.md$|^examples\//],
  ['Development', /./],
];
/** The first paragraph with so many characters describes a document. */
const DESCRIPTION_MIN = 50;
/** What no search needs. */
const COMMON = new Set('the and for with that this are its not all but from has which one can may other'.split(' '));

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
 * The index of the search: the sections of all documents, and which of them have a word.
 * @param {Awaited<ReturnType<typeof rendered>>[]} documents
 */
function indexOf(documents) {
  /** @type {string[][]} */
  const sections = [];
  /** @type {Map<string, Set<number>>} */
  const words = new Map();
  for (const { source, html, headings } of documents) {
    const page = posix.relative(DIRECTORY, target(source));
    for (const part of html.split(/(?=<h[123] id=)/)) {
      const id = /^<h[123] id="([^"]*)"/.exec(part)?.[1];
      const heading = headings.find((one) => one.id === id);
      if (!heading) continue;
      const number = sections.push([page, plain(headings[0].text), plain(heading.text), heading.id]) - 1;
      for (const word of plain(part).toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []) {
        if (COMMON.has(word)) continue;
        words.set(word, (words.get(word) ?? new Set()).add(number));
      }
    }
  }
  return { sections, words: Object.fromEntries([...words].map(([word, numbers]) => [word, [...numbers]])) };
}

/** Markup as text. @param {string} html */
function plain(html) {
  const characters = new Map(Object.entries({ lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }));
  return html.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (all, name) => characters.get(name) ?? (name[0] === '#' ? String.fromCharCode(Number(name.slice(1))) : all)).replace(/\s+/g, ' ').replace(/ (?=[,.:;)])|(?<=\() /g, '').trim();
}

/**
 * All of a page before its body.
 * @param {string} title
 * @param {string} description
 * @param {string} [language]
 */
function head(title, description, language = 'en') {
  const style = read('crates/pages/src/assets/base.css').toString() + read('web/site.css').toString();
  const theme = read('crates/pages/src/assets/theme.js').toString();
  const icon = /<link rel="icon".*>/.exec(read('web/index.html').toString())?.[0] ?? '';
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${hash(style)}; script-src ${hash(theme)} 'self' file:; img-src 'self' file: data:`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${escaped(description)}">
${icon}
<style>${style}</style>
<script>${theme}</script>
</head>`;
}

/**
 * What servers send for addresses that they do not have. As these may be in any directory, its links begin with that of the site.
 */
function missing() {
  const root = process.env.ADMIRALTY_SITE ? new URL(process.env.ADMIRALTY_SITE).pathname.replace(/\/?$/, '/') : '/';
  const text = 'There is no page at this address.';
  return `${head('Page not found', text)}
<body>
<main>
<h1>Page not found</h1>
<p>${text} It may have another name now.</p>
<ul>
<li><a href="${root}index.html">Playground</a></li>
<li><a href="${root}${DIRECTORY}/index.html">Documents</a></li>
</ul>
</main>
</body>
</html>
`;
}

/**
 * The page of a document.
 * @param {Awaited<ReturnType<typeof rendered>>} document
 * @param {{source: string, title: string}[]} pages
 */
function page({ source, html, headings, relative }, pages) {
  const title = pages.find((one) => one.source === source)?.title ?? '';
  const texts = [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text]) => plain(text));
  const description = texts.find((text) => text.length >= DESCRIPTION_MIN) ?? title;
  const root = relative(DIRECTORY) ? `${relative(DIRECTORY)}/` : '';
  const language = /\.([a-z]{2})\.md$/.exec(source)?.[1] ?? 'en';
  const list = (/** @type {string[]} */ links) => `<ul>\n${links.map((link) => `<li>${link}</li>`).join('\n')}\n</ul>`;
  const link = (/** @type {{source: string, title: string}} */ one) => {
    const here = one.source === source ? ' aria-current="page"' : '';
    return `<a href="${relative(target(one.source))}"${here}>${one.title}</a>`;
  };
  const groupOf = (/** @type {{source: string}} */ one) => GROUPS.find(([, pattern]) => pattern.test(one.source))?.[0];
  const groups = GROUPS.map(([name]) => {
    const links = pages.filter((one) => groupOf(one) === name).map(link);
    return links.length > 0 ? `<h2>${name}</h2>\n${list(links)}` : '';
  });
  const sections = headings.filter(({ depth }) => depth === 2).map(({ id, text }) => `<a href="#${id}">${text}</a>`);
  const contents = sections.length > 1 ? `<nav class="contents" aria-label="On this page">\n${list(sections)}\n</nav>` : '';
  return `${head(title, description, language)}
<body>
<header>
<a href="${relative('index.html')}">Playground</a>
<a class="to-pages" href="#documents">Documents</a>
<search><form>
<label class="hidden" for="search">Search the documents</label>
<input type="search" id="search" placeholder="Search" autocomplete="off" data-root="${root}">
<div class="found">
<p id="found" role="status"></p>
<ul id="results"></ul>
</div>
</form></search>
</header>
<main>
${html.replace('</h1>', `</h1>\n${contents}`)}</main>
<nav class="pages" id="documents" aria-label="Documents">
${groups.filter(Boolean).join('\n')}
</nav>
<script src="${root}search.js" defer></script>
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
      this.emitFile({ type: 'asset', fileName: '404.html', source: missing() });
      const pages = documents.map(({ source, headings }) => ({ source, title: headings[0].text }));
      const index = JSON.stringify(indexOf(documents));
      const search = `globalThis.searchIndex = ${index};\n${read('web/src/docs-search.js')}`;
      this.emitFile({ type: 'asset', fileName: `${DIRECTORY}/search.js`, source: search });
      for (const document of documents) {
        this.emitFile({ type: 'asset', fileName: target(document.source), source: page(document, pages) });
      }
    },
  };
}
