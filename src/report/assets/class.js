// @ts-check
'use strict';

// Sorts and filters the programs of a class, in both tables at once, and leads from a failed case
// to its place on the page of the program.

/** Whether a case failed, by the class of its cell: not accepted, as expected or not run. */
const NOT_FAILED = ['a', 'o', 'n'];

/** A program: its rows in both tables, in which cells are the same from one column on. */
class ProgramRows {
  /**
   * @param {HTMLTableRowElement} results
   * @param {HTMLTableRowElement} verdicts
   * @param {number} number its place when the page is opened
   */
  constructor(results, verdicts, number) {
    this.results = results;
    this.verdicts = verdicts;
    this.number = number;
    this.text = (results.textContent ?? '').toLowerCase();
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.results.hidden = !isShown;
    this.verdicts.hidden = !isShown;
  }
}

/** The tables of a class. */
class ClassTables {
  /**
   * @param {HTMLTableElement} results
   * @param {HTMLTableElement} verdicts
   */
  constructor(results, verdicts) {
    this.results = results;
    this.verdicts = verdicts;
    const others = verdicts.tBodies[0].rows;
    this.programs = [...results.tBodies[0].rows].map((row, i) => new ProgramRows(row, others[i], i));
    this.addSorting(results, (program) => program.results);
    this.addSorting(verdicts, (program) => program.verdicts);
    this.addLinks();
    this.addFilter();
  }

  /**
   * Puts buttons into the heads of columns.
   * @param {HTMLTableElement} table
   * @param {(program: ProgramRows) => HTMLTableRowElement} rowOf
   */
  addSorting(table, rowOf) {
    const head = table.tHead?.rows;
    for (const cell of head?.[head.length - 1].cells ?? []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...cell.childNodes);
      button.addEventListener('click', () => this.sort(cell, rowOf));
      cell.append(button);
    }
  }

  /**
   * Sorts by a column: numbers from high to low first, names from A to Z; what is empty comes last.
   * @param {HTMLTableCellElement} head
   * @param {(program: ProgramRows) => HTMLTableRowElement} rowOf
   */
  sort(head, rowOf) {
    const column = head.cellIndex;
    const keys = this.programs.map((program) => {
      const text = rowOf(program).cells[column]?.textContent?.trim() ?? '';
      return { program, text, number: Number.parseFloat(text) };
    });
    const isNumeric = keys.every(({ text, number }) => text === '' || !Number.isNaN(number)) &&
      head.classList.contains('number');
    const usual = isNumeric ? 'descending' : 'ascending';
    const other = isNumeric ? 'ascending' : 'descending';
    const order = head.ariaSort === usual ? other : usual;
    const sign = order === 'ascending' ? 1 : -1;
    keys.sort((a, b) => {
      const rest = Number(a.text === '') - Number(b.text === '');
      const by = isNumeric ? a.number - b.number : a.text.localeCompare(b.text, 'en', { numeric: true });
      return rest || sign * by || a.program.number - b.program.number;
    });
    this.programs = keys.map(({ program }) => program);
    this.results.tBodies[0].append(...this.programs.map(({ results }) => results));
    this.verdicts.tBodies[0].append(...this.programs.map(({ verdicts }) => verdicts));
    for (const cell of document.querySelectorAll('th[aria-sort]')) cell.removeAttribute('aria-sort');
    head.ariaSort = order;
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
      const cells = [...cell?.parentElement?.children ?? []];
      const link = cells[0]?.querySelector('a');
      if (!cell || !link || !isFailed(cell)) return;
      const failed = cells.filter((it) => isFailed(it) && !isHidden(it));
      const number = failed.indexOf(cell) + 1;
      location.assign(number > 0 ? `${link.href}#failure-${number}` : link.href);
    });
  }

  /** Adds a field for the text that programs are to have. */
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
        program.show(isShown);
        return isShown;
      });
      count.value = text ? `${shown.length} of ${this.programs.length}` : '';
    });
    label.append(field);
    tools.append(label, count);
    document.querySelector('#programs h2')?.after(tools);
  }
}

/** Adds a button for light and dark. */
function addTheme() {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  button.textContent = 'Light or dark';
  bindTheme(button);
  document.querySelector('header')?.append(button);
}

{
  const [results, verdicts] = ['programs', 'cases'].map((id) => document.querySelector(`#${id} table`));
  if (results instanceof HTMLTableElement && verdicts instanceof HTMLTableElement) {
    new ClassTables(results, verdicts);
  }
  addTheme();
}
