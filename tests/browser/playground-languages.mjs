// @ts-check
// The playground in the languages of its readers.

import { choose, openExample, openTab, write } from './playground-page.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const LANGUAGES = ['en', 'de', 'it', 'pl', 'pt'];
/** What is the same in all languages: names, commands, figures, and the choice of a language. */
const SAME = 'pre, h1, kbd, .cm-editor, #examples, #language, #rules, #level, svg, script, style, noscript, [data-seat]';

/** Faults of several kinds, of which the library says what is wrong. */
const MISTAKES = `[state]
REEF 1
REEF 5 30
BOARD_SIZE 0 1
SET_FLEET A 0 0 1 1
SHIP A 1 1 N 0 CRU 1
FIRE
[state]
[playerA]
PLACE_SHIP 1 1 N 5 DES
PLACE_SHIP 8 8 N 0 DES
PLACE_SHIP 8 8 N 0 CRU
SHOOT 1 1
[playerA]
[playerA]
[playerB]
`;

/** The texts of the page, shown or not. @param {Page} page @returns {Promise<string[]>} */
function textsOf(page) {
  return page.evaluate((same) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      if (/\p{L}{3}/u.test(text) && !node.parentElement?.closest(same)) texts.add(text);
    }
    for (const element of document.querySelectorAll('[aria-label], [title]')) {
      if (!element.closest('.cm-editor')) texts.add(element.getAttribute('aria-label') ?? '').add(element.getAttribute('title') ?? '');
    }
    texts.delete('');
    return [...texts];
  }, SAME);
}

/** What does not fit: the window, or a button whose text is cut. @param {Page} page @returns {Promise<string[]>} */
function overflowing(page) {
  return page.evaluate(() => {
    const isWide = document.documentElement.scrollWidth > innerWidth ? ['the window'] : [];
    const shown = Array.from(document.querySelectorAll('button, [role=tab], header > *, #views > *')).filter((one) => one.checkVisibility());
    const cut = shown.filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return one.scrollWidth > one.clientWidth + 1 || !one.closest('[role=tablist]') && (left < -1 || right > innerWidth + 1);
    });
    return [...isWide, ...cut.map((one) => one.id || one.textContent || one.outerHTML.slice(0, 60))];
  });
}

/**
 * Each language is that of its browser, says everything in its own words, fits the window, and can be chosen for good.
 * @param {(name: string, check: (page: Page, faults: string[]) => Promise<void>, context: import('playwright-core').BrowserContextOptions) => Promise<void>} visit
 */
export async function checkLanguages(visit) {
  /** @type {Set<string>} */
  let english = new Set();
  for (const language of LANGUAGES) {
    for (const [width, height] of [[1366, 625], [390, 844]]) {
      await visit(`language ${language} ${width}x${height}`, async (page, faults) => {
        const look = async (/** @type {string} */ where) => {
          for (const text of await overflowing(page)) faults.push(`${where}: ${text} does not fit`);
        };
        if (await page.getAttribute('html', 'lang') !== language) faults.push('the page is in another language');
        await look('at first');
        await page.click('#learn');
        await look('in a lesson');
        await write(page, MISTAKES);
        for (const view of ['script', 'board', 'results']) {
          const button = page.locator(`[data-show=${view}]`);
          if (await button.isVisible()) await button.click();
          await look(view);
        }
        for (const tab of ['problems', 'output', 'compare', 'tests', 'analysis']) {
          await openTab(page, tab);
          await look(tab);
        }
        await page.click('#play-game');
        await page.waitForSelector('#new-game:not([hidden])');
        await look('before a game');
        await page.selectOption('#rules', 'italian');
        await page.click('#new-game [type=submit]');
        await page.waitForSelector('#placing:not([hidden])');
        await look('while placing');
        await page.click('#random-fleet');
        await page.waitForSelector('body:not([data-running])');
        await page.click('#accept');
        await page.waitForSelector('#turn:not([hidden])');
        await look('in a game');
        const texts = await textsOf(page);
        if (language === 'en') english = new Set([...english, ...texts]);
        // Some words are the same in two languages.
        const foreign = texts.filter((text) => language !== 'en' && english.has(text) && /\p{L} \p{L}/u.test(text));
        if (foreign.length > 0) faults.push(`in English: ${foreign.join(' | ')}`);
      }, { locale: language, viewport: { width, height } });
    }
  }
  await visit('another language', async (page, faults) => {
    await page.click('#file');
    await Promise.all([page.waitForNavigation(), page.selectOption('#language', 'pl')]);
    await page.waitForSelector('[data-ready]');
    if (await page.textContent('#learn') !== 'Nauka') faults.push('the chosen language is not there');
    await choose(page, '#afresh');
    await page.reload();
    await page.waitForSelector('[data-ready]');
    if (await page.getAttribute('html', 'lang') !== 'pl') faults.push('the chosen language is forgotten');
  }, { locale: 'de' });
}

/** Fonts of usual desktops, for texts and headings; Liberation has the widths of Arial and Times. */
const FONTS = [['DejaVu Sans', 'DejaVu Serif'], ['Noto Sans', 'Noto Serif'], ['Liberation Sans', 'Liberation Serif']];

/** No word of a heading or a control is broken, whatever the fonts. @param {Page} page @param {string[]} faults */
export async function checkFonts(page, faults) {
  await page.click('#learn');
  // Its notice stands where that of the lesson was.
  await openExample(page, 'T13');
  for (const [text, heading] of FONTS) {
    await page.evaluate(([one, other]) => {
      document.documentElement.style.setProperty('--text', `"${one}"`);
      document.documentElement.style.setProperty('--heading', `"${other}"`);
    }, [text, heading]);
    for (const tab of ['compare', 'tests', 'analysis']) {
      const views = page.locator('[data-show=results]');
      if (await views.isVisible()) await views.click();
      await openTab(page, tab);
      await page.evaluate(() => document.querySelector('#scores')?.removeAttribute('hidden'));
      for (const word of await brokenWords(page)) faults.push(`${text}, ${tab}: ${word}`);
    }
  }
}

/** Words of headings and controls that stand in two lines. @param {Page} page @returns {Promise<string[]>} */
function brokenWords(page) {
  return page.evaluate(() => {
    const broken = [];
    for (const one of document.querySelectorAll('h1, h2, h3, th, button, summary, label, [role=tab]')) {
      if (!one.checkVisibility()) continue;
      const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}
