// @ts-check
// What a page shows, from the elements that are drawn, not from its data.

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} Shown
 * @property {string} text the board as text
 * @property {{top: number, left: number, cells: string[]}} drawn the part of the board that is drawn
 * @property {string[]} faults of the drawing
 */

/**
 * Goes to a step and a seat, and reads what is shown.
 * @param {Page} page
 * @param {number} step
 * @param {string} seat
 * @returns {Promise<Shown>}
 */
export async function showStep(page, step, seat) {
  return page.evaluate(async ([number, whose]) => {
    const hash = `#step=${number}&seat=${whose}`;
    if (location.hash !== hash) {
      const changed = new Promise((resolve) => {
        addEventListener('hashchange', resolve, { once: true });
      });
      location.hash = hash;
      await changed;
    }
    const details = /** @type {HTMLDetailsElement} */ (document.querySelector('#text'));
    if (!details.open) {
      details.open = true;
      await new Promise((resolve) => {
        details.addEventListener('toggle', resolve, { once: true });
      });
    }
    const text = document.querySelector('#text-board')?.textContent ?? '';

    const faults = [];
    const slider = /** @type {HTMLInputElement} */ (document.querySelector('#slider'));
    if (slider.value !== String(number)) faults.push(`the slider shows ${slider.value}`);
    const pressed = document.querySelector('[data-seat][aria-pressed="true"]')?.getAttribute('data-seat');
    if (pressed !== whose) faults.push(`the seat is ${pressed}`);

    // The frame on the screen gives the size and place of fields.
    const board = /** @type {SVGSVGElement} */ (document.querySelector('#board'));
    const inner = /** @type {SVGRectElement} */ (board.querySelector('.frame rect:nth-of-type(2)'));
    const [left, top, columns, rows] = ['x', 'y', 'width', 'height'].map((name) => Number(inner.getAttribute(name)));
    const box = inner.getBoundingClientRect();
    /** @param {Element} element */
    const place = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const column = Math.floor((x + width / 2 - box.x) / box.width * columns);
      const row = Math.floor((y + height / 2 - box.y) / box.height * rows);
      return { row, column };
    };
    const cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '));
    for (const path of board.querySelectorAll('.fog:not(.dotted)')) {
      for (const [, x, y, length] of path.getAttribute('d')?.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g) ?? []) {
        for (let i = 0; i < Number(length); i += 1) cells[Number(y) - top][Number(x) - left + i] = '?';
      }
    }
    const glyphs = {
      radar: '@', cannon: '!', engine: '%', plain: '+', destroyed: 'x', reef: '#', miss: 'o', hit: 'x', sunk: 'X',
    };
    const ships = new Set();
    for (const mark of board.querySelectorAll('.marks use')) {
      const { row, column } = place(mark);
      const name = /** @type {keyof typeof glyphs} */ (mark.getAttribute('href')?.slice(1));
      cells[row][column] = glyphs[name] ?? '*';
      if (!['reef', 'miss', 'hit', 'sunk'].includes(name)) ships.add(row * columns + column);
    }
    // Each segment is on a hull. Hulls lie on whole fields.
    const hulls = new Set();
    for (const hull of board.querySelectorAll('.hull:not(.before)')) {
      const { x, y, width, height } = hull.getBoundingClientRect();
      const [size, line] = [box.width / columns, box.height / rows];
      for (let row = Math.floor((y - box.y) / line + 0.3); row < (y + height - box.y) / line - 0.3; row += 1) {
        for (let column = Math.floor((x - box.x) / size + 0.3); column < (x + width - box.x) / size - 0.3; column += 1) {
          if (row >= 0 && row < rows && column >= 0 && column < columns) hulls.add(row * columns + column);
        }
      }
    }
    for (const field of ships) if (!hulls.has(field)) faults.push(`no hull on field ${field}`);
    for (const field of hulls) {
      const cell = cells[Math.floor(field / columns)][field % columns];
      if (!'@!%+xX'.includes(cell)) faults.push(`a hull on field ${field} without a segment`);
    }
    return { text, drawn: { top, left, cells: cells.map((row) => row.join('')) }, faults };
  }, /** @type {const} */ ([step, seat]));
}

/**
 * The faults of a page, given the printed board, if there is one.
 * @param {Shown} shown
 * @param {string | undefined} expected
 */
export function faultsOf({ text, drawn, faults }, expected) {
  const rows = text.split('\n').slice(drawn.top, drawn.top + drawn.cells.length);
  const part = rows.map((row) => row.slice(drawn.left, drawn.left + drawn.cells[0].length));
  const found = [...faults];
  if (expected !== undefined && text !== expected) found.push(difference('the text', text, expected));
  const cells = drawn.cells.join('\n');
  if (cells !== part.join('\n')) found.push(difference('the drawing', cells, part.join('\n')));
  return found;
}

/**
 * @param {string} what
 * @param {string} shown
 * @param {string} expected
 */
function difference(what, shown, expected) {
  const [rows, right] = [shown.split('\n'), expected.split('\n')];
  const y = rows.findIndex((row, i) => row !== right[i]);
  return `${what} differs in row ${y}: "${rows[y]}" instead of "${right[y]}" (${rows.length} and ${right.length} rows)`;
}
