// @ts-check

// The script beside the board, and text that comes from it.

import { byId } from './model.js';

/** @import { Seat } from './model.js' */

/** The height of a line of the script in pixels, as in the style. */
const LINE_HEIGHT = 22;
/** Longer lines of the script are cut. */
const LINE_CHARACTERS_MAX = 500;
/** Characters that cannot be seen, or change the order of others. */
const INVISIBLE = /[^\P{C}\t\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * An HTML element. Its text may come from the script, so it stays text, and codes stand for
 * invisible characters.
 * @param {string} name
 * @param {string} className
 * @param {...(Node | string)} children
 */
export function html(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  for (const child of children) element.append(...(typeof child === 'string' ? visible(child) : [child]));
  return element;
}

/** @param {string} text */
export function* visible(text) {
  let end = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    yield text.slice(end, match.index);
    const code = document.createElement('span');
    code.className = 'code';
    code.textContent = `\\u{${match[0].codePointAt(0)?.toString(16)}}`;
    yield code;
    end = match.index + match[0].length;
  }
  yield text.slice(end);
}

/** The script; only its visible lines are in the page. */
export class ScriptView {
  /**
   * @param {string} text
   * @param {number} failed the line that was refused, or 0
   * @param {(line: number) => void} onLine called for a line that is clicked
   */
  constructor(text, failed, onLine) {
    this.lines = text.replace(/\n$/, '').split('\n').map((line) => line.replace(/\r$/, ''));
    this.owners = ownersOf(this.lines);
    this.failed = failed;
    this.seat = /** @type {Seat} */ ('all');
    this.first = 0;
    this.last = 0;
    this.panel = byId('script-panel');
    this.rows = byId('script-rows');
    this.rows.style.setProperty('height', `${this.lines.length * LINE_HEIGHT}px`);
    this.panel.addEventListener('scroll', () => this.draw());
    this.rows.addEventListener('click', ({ target }) => {
      const row = /** @type {HTMLElement} */ (target).closest('.row');
      const isSelecting = getSelection()?.isCollapsed === false;
      if (row && !isSelecting) onLine(Number(row.querySelector('.number')?.textContent));
    });
    new ResizeObserver(() => this.draw()).observe(this.panel);
  }

  /**
   * Marks the lines of a step, and scrolls to them.
   * @param {[number, number]} lines
   * @param {Seat} seat
   */
  mark([first, last], seat) {
    [this.first, this.last, this.seat] = [first, last, seat];
    const top = (first - 1) * LINE_HEIGHT;
    const { scrollTop, clientHeight } = this.panel;
    const isInView = top >= scrollTop && last * LINE_HEIGHT <= scrollTop + clientHeight;
    if (!isInView) this.panel.scrollTop = Math.max(0, Math.min(top - clientHeight / 3, top));
    this.draw();
  }

  draw() {
    const from = Math.max(0, Math.floor(this.panel.scrollTop / LINE_HEIGHT) - 10);
    const count = Math.ceil(this.panel.clientHeight / LINE_HEIGHT) + 20;
    const rows = this.lines.slice(from, from + count).map((line, i) => this.row(line, from + i + 1));
    rows[0]?.style.setProperty('margin-top', `${from * LINE_HEIGHT}px`);
    this.rows.replaceChildren(...rows);
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  row(line, number) {
    const isHidden = this.seat !== 'all' && this.owners[number - 1] !== this.seat;
    const cut = line.length - LINE_CHARACTERS_MAX;
    const shown = cut > 0 ? `${line.slice(0, LINE_CHARACTERS_MAX)} … ${cut} more` : line;
    const text = html('span', 'line', isHidden && line ? '· · ·' : shown);
    text.dir = 'ltr';
    const row = html('div', 'row', html('span', 'number', String(number)), text);
    const isNow = number >= this.first && number <= this.last;
    row.classList.toggle('now', isNow);
    row.classList.toggle('later', number > this.last);
    row.classList.toggle('failed', number === this.failed);
    if (isNow) row.setAttribute('aria-current', 'step');
    return row;
  }
}

/**
 * Whose group each line is in: `A`, `B`, or neither.
 * @param {string[]} lines
 */
function ownersOf(lines) {
  let open = '';
  return lines.map((line) => {
    const tag = /^[ \t]*\[(state|playerA|playerB)\][ \t]*$/.exec(line)?.[1] ?? '';
    const group = open || tag;
    if (tag) open = open ? '' : tag;
    return /^player(.)/.exec(group)?.[1] ?? '';
  });
}
