// @ts-check

// Sorts and filters the programs of a class, in both tables at once, and leads from a failed case
// to its place on the page of the program.

import { SortedTables } from './tables.js';

/** The classes of cells whose cases did not fail: accepted, as expected, not run. */
const NOT_FAILED = ['a', 'o', 'n'];

/** The tables of a class. */
class ClassTables {
  /**
   * @param {HTMLTableElement} results
   * @param {HTMLTableElement} verdicts
   */
  constructor(results, verdicts) {
    this.verdicts = verdicts;
    this.programs = new SortedTables([results, verdicts]).rows.map((rows) => ({
      rows,
      text: (rows[0].textContent ?? '').toLowerCase(),
    }));
    this.addLinks();
    this.addFilter();
  }

  /** Makes failed cases lead to the page of the program. */
  addLinks() {
    const body = this.verdicts.tBodies[0];
    const heads = this.verdicts.tHead?.rows;
    const columns = heads?.[heads.length - 1].cells;
    const isHidden = (/** @type {Element} */ cell) =>
      columns?.[/** @type {HTMLTableCellElement} */ (cell).cellIndex].classList.contains('secret');
    const isFailed = (/** @type {Element} */ cell) => cell.className.length === 1 && !NOT_FAILED.includes(cell.className);
    /** @param {Event} event */
    const cellOf = ({ target }) => /** @type {Element} */ (target).closest('td');
    body.addEventListener('mouseover', (event) => {
      const cell = cellOf(event);
      const row = cell?.parentElement;
      if (!cell || !row || cell.title) return;
      cell.title = `${row.children[0].textContent} · ${columns?.[cell.cellIndex].textContent} · ${cell.textContent}`;
    });
    body.addEventListener('click', (event) => {
      const cell = cellOf(event);
      const link = cell?.parentElement?.querySelector('a');
      if (!cell || !link || !isFailed(cell)) return;
      location.assign(isHidden(cell) ? link.href : `${link.href}#failure-${cell.cellIndex}`);
    });
  }

  /** Adds a field that filters the programs by a text. */
  addFilter() {
    const tools = document.createElement('div');
    tools.className = 'tools';
    const label = document.createElement('label');
    label.textContent = 'Filter ';
    const field = document.createElement('input');
    field.type = 'search';
    field.id = 'filter';
    field.placeholder = 'a name or a remark';
    const count = document.createElement('output');
    count.htmlFor.add('filter');
    field.addEventListener('input', () => {
      const text = field.value.trim().toLowerCase();
      const shown = this.programs.filter((program) => {
        const isShown = program.text.includes(text);
        for (const row of program.rows) row.hidden = !isShown;
        return isShown;
      });
      count.value = text ? `${shown.length} of ${this.programs.length}` : '';
    });
    label.append(field);
    tools.append(label, count);
    document.querySelector('#programs h2')?.after(tools);
  }
}

const [results, verdicts] = ['programs', 'cases'].map((id) => document.querySelector(`#${id} table`));
if (results instanceof HTMLTableElement && verdicts instanceof HTMLTableElement) {
  new ClassTables(results, verdicts);
}
