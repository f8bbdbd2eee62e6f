// @ts-check
// Searches the documents. The build puts the index before it, so that it works from disk, too.

/**
 * @typedef {object} SearchIndex
 * @property {[page: string, title: string, heading: string, id: string][]} sections
 * @property {Record<string, number[]>} words the numbers of the sections that have a word
 */

(() => {
  const RESULTS_MAX = 12;
  const { sections, words } = /** @type {{searchIndex: SearchIndex}} */ (/** @type {unknown} */ (globalThis)).searchIndex;
  const known = Object.keys(words);
  const field = document.querySelector('#search');
  const list = document.querySelector('#results');
  const count = document.querySelector('#found');
  if (!(field instanceof HTMLInputElement) || !list || !count) return;
  const root = field.dataset.root ?? '';

  /** The sections that have words which begin as these do. @param {string[]} terms */
  const find = (terms) => {
    const found = terms.map((term) => new Set(known.filter((word) => word.startsWith(term)).flatMap((word) => words[word])));
    const [first = new Set(), ...others] = found;
    const numbers = [...first].filter((number) => others.every((other) => other.has(number)));
    // A heading that has the words says more than a text; the name of a document says most.
    const score = (/** @type {number} */ number) => {
      const [, title, heading] = sections[number].map((text) => text.toLowerCase());
      const inHeading = terms.filter((term) => heading.includes(term)).length;
      return 2 * inHeading + (terms.every((term) => title.includes(term)) ? 1 : 0);
    };
    return numbers.map((number) => ({ number, score: score(number) }))
      .sort((one, other) => other.score - one.score || one.number - other.number)
      .map(({ number }) => sections[number]);
  };

  const show = () => {
    const terms = field.value.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    const found = terms.length > 0 ? find(terms) : [];
    list.replaceChildren(...found.slice(0, RESULTS_MAX).map(([page, title, heading, id]) => {
      const link = document.createElement('a');
      link.href = `${root}${page}#${id}`;
      link.textContent = heading;
      const item = document.createElement('li');
      item.append(link);
      if (heading !== title) item.append(` ${title}`);
      return item;
    }));
    const more = found.length > RESULTS_MAX ? `, the first ${RESULTS_MAX} shown` : '';
    count.textContent = terms.length === 0 ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found${more}`;
  };

  field.addEventListener('input', show);
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  field.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    field.value = '';
    show();
  });
  // A result on this page leads there, and is done with.
  list.addEventListener('click', () => {
    field.value = '';
    show();
  });
  show();
})();
