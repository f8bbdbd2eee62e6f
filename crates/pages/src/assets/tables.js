// @ts-check

// Sorts tables by their columns.

/** Tables whose rows belong together: the first row of each, the second of each, and so on. */
export class SortedTables {
  /** @param {HTMLTableElement[]} tables */
  constructor(tables) {
    this.tables = tables;
    const [first] = tables;
    /** Rows that belong together, in the order in which the page has them. */
    this.rows = [...first.tBodies[0].rows].map((_, i) => tables.map((table) => table.tBodies[0].rows[i]));
    tables.forEach((table, of) => this.addButtons(table, of));
  }

  /**
   * Puts buttons into the heads of columns.
   * @param {HTMLTableElement} table
   * @param {number} of its number
   */
  addButtons(table, of) {
    const head = table.tHead?.rows;
    for (const cell of head?.[head.length - 1].cells ?? []) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...cell.childNodes);
      button.addEventListener('click', () => this.sort(cell, of));
      cell.append(button);
    }
  }

  /**
   * Sorts by a column: numbers from high to low first, names from A to Z, and empty cells last.
   * @param {HTMLTableCellElement} head
   * @param {number} of the number of its table
   */
  sort(head, of) {
    const keys = this.rows.map((rows, place) => {
      const text = rows[of].cells[head.cellIndex]?.textContent?.trim() ?? '';
      return { rows, place, text: text === '-' ? '' : text, number: numberOf(text) };
    });
    const isNumeric = head.classList.contains('number') && keys.every(({ text, number }) => text === '' || !Number.isNaN(number));
    const usual = isNumeric ? 'descending' : 'ascending';
    const other = isNumeric ? 'ascending' : 'descending';
    const order = head.ariaSort === usual ? other : usual;
    const sign = order === 'ascending' ? 1 : -1;
    keys.sort((a, b) => {
      const rest = Number(a.text === '') - Number(b.text === '');
      const by = isNumeric ? Math.sign(a.number - b.number) || 0 : a.text.localeCompare(b.text, 'en', { numeric: true });
      return rest || sign * by || a.place - b.place;
    });
    this.tables.forEach((table, i) => {
      table.tBodies[0].append(...keys.map(({ rows }) => rows[i]));
      for (const cell of table.querySelectorAll('th[aria-sort]')) cell.removeAttribute('aria-sort');
    });
    head.ariaSort = order;
  }
}

/**
 * The number at the beginning of a text.
 * @param {string} text
 */
function numberOf(text) {
  const infinite = /^([+-]?)inf/.exec(text);
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity;
  return Number.parseFloat(text);
}

/** Opens the folded section that the address leads to. */
function openTarget() {
  const folded = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.querySelector('details');
  if (folded) folded.open = true;
}

addEventListener('hashchange', openTarget);
openTarget();

for (const table of document.querySelectorAll('.table table')) {
  // Tables of other kinds bring their own script.
  if (table instanceof HTMLTableElement && !table.closest('#programs')) new SortedTables([table]);
}
