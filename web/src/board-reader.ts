// The board of a script, read without sight: the arrow keys move over its fields and speak them.

import { type Page, byId, svg } from 'virtual:replay';
import type { Field } from './answers';
import { fieldText } from './field';

export const ARROWS: Record<string, Field> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Says something to those who hear the page. */
export function speak(text: string) {
  byId('spoken').textContent = text;
}

export class BoardReader {
  readonly #page: Page;
  readonly #isPlaying: () => boolean;
  readonly #overlay = svg('g', { class: 'overlay' });
  #cursor: Field = [0, 0];

  /** A game has a cursor of its own. */
  constructor(page: Page, isPlaying: () => boolean) {
    this.#page = page;
    this.#isPlaying = isPlaying;
    const board = byId('board');
    board.tabIndex = 0;
    board.setAttribute('role', 'application');
    board.dataset.keys = '';
    board.addEventListener('keydown', (event) => this.#onKey(event));
    board.addEventListener('focus', () => this.#tell());
    board.addEventListener('blur', () => this.#overlay.remove());
  }

  /** Called after each drawing of the board. */
  draw() {
    const [y, x] = this.#cursor;
    if (this.#isPlaying() || document.activeElement !== byId('board')) return this.#overlay.remove();
    this.#overlay.replaceChildren(svg('rect', { class: 'cursor', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 }));
    byId('board').append(this.#overlay);
  }

  #onKey(event: KeyboardEvent) {
    const arrow = ARROWS[event.key];
    if (!arrow || this.#isPlaying() || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const { rows, columns } = this.#page.timeline.state.board;
    const within = (place: number, end: number) => Math.max(0, Math.min(place, end - 1));
    this.#cursor = [within(this.#cursor[0] + arrow[0], rows), within(this.#cursor[1] + arrow[1], columns)];
    this.#tell();
  }

  #tell() {
    if (this.#isPlaying()) return;
    this.draw();
    speak(fieldText(this.#page, this.#cursor));
  }
}
