// The comparison with the output of another program.

import { byId, html } from 'virtual:replay';
import { plain, textOf } from './encoding';
import type { Comparison, TextGroup } from './answers';
import type { Engine } from './engine';
import { notice } from './notice';
import type { Test } from './tests-folder';
import { listed, say, tell } from './text';

/** The page refuses longer outputs. */
const OUTPUT_BYTES_MAX = 1 << 26;

export interface OwnOutputEvents {
  /** The script in the editor. */
  script(): string;
  /** Shows a line of the script. */
  goTo(line: number): void;
  onChange(): void;
  onError(error: unknown): void;
}

/** An output of another program, which may be that of a test. */
export type Shown = { output: string } | Test;

/** The output of another program. */
export class OwnOutput {
  readonly #engine: Engine;
  readonly #events: OwnOutputEvents;
  readonly #field = byId('own') as HTMLTextAreaElement;
  /** A text field would change its line ends. */
  #text = '';
  /** The test of a folder that it is the output of. */
  #test: Test | undefined;

  constructor(engine: Engine, events: OwnOutputEvents) {
    this.#engine = engine;
    this.#events = events;
    this.#bind();
  }

  get text() {
    return this.#text;
  }

  /** The output, and the test that it is of, if it is of one. */
  get shown(): Shown {
    return this.#test ?? { output: this.#text };
  }

  /** Takes an output, perhaps that of a test. */
  open(shown: Shown) {
    this.#field.value = shown.output;
    this.#take(shown.output, 'script' in shown ? shown : undefined);
  }

  /** Compares it with that of the script, or what the test expects; another script has another output. */
  async compare() {
    if (!this.#text) {
      byId('compare-verdict').textContent = '';
      return byId('comparison').replaceChildren();
    }
    try {
      const script = this.#events.script();
      const expected = script === this.#test?.script ? this.#test.expected : undefined;
      showComparison(await this.#engine.compare(script, this.#text, expected), this.#events.goTo);
    } catch (error) {
      this.#events.onError(error);
    }
  }

  #take(text: string, test?: Test) {
    this.#text = text;
    this.#test = test;
    this.#events.onChange();
    void this.compare();
  }

  /** It is pasted, typed or dropped. */
  #bind() {
    const tooLong = () => notice(say('output-too-long', { size: OUTPUT_BYTES_MAX >> 20 }));
    this.#field.addEventListener('input', () => this.#take(this.#field.value));
    this.#field.addEventListener('paste', (event) => {
      if ((event.clipboardData?.getData('text/plain').length ?? 0) <= OUTPUT_BYTES_MAX) return;
      event.preventDefault();
      tooLong();
    });
    this.#field.addEventListener('dragover', (event) => event.preventDefault());
    this.#field.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      if (file.size > OUTPUT_BYTES_MAX) return tooLong();
      void file.arrayBuffer().then((buffer) => {
        // A text field would leave out line ends of Windows, and a browser the rest.
        const { bytes, peculiarities } = plain(new Uint8Array(buffer));
        this.open({ output: textOf(bytes) });
        if (peculiarities.length > 0) notice(say('not-compared', { what: listed(peculiarities.map((one) => say(one))) }));
      }, () => notice(say('cannot-be-read', { file: file.name })));
    });
  }
}

/** Shows a comparison; `goTo` shows a line of the script. */
function showComparison(comparison: Comparison, goTo: (line: number) => void) {
  const { accepted, space } = comparison;
  const verdict = say(accepted ? 'output-right' : space ? 'output-space' : 'output-wrong');
  byId('comparison').replaceChildren(html('p', accepted ? 'good' : 'bad', verdict), ...differences(comparison, goTo));
  byId('compare-verdict').textContent = accepted ? '✓' : '≠';
  byId('compare-verdict').className = `count ${accepted ? 'good' : 'bad'}`;
}

/** The first difference, as boards and texts; `goTo` shows the line of the script that prints it. */
export function differences({ difference, line, board }: Comparison, goTo: (line: number) => void): Node[] {
  const parts: Node[] = [];
  if (board) parts.push(drawing(board));
  if (difference) parts.push(...panes(difference));
  if (line !== null) {
    const place = html('button', 'place', say('go-to-print', { line }));
    place.addEventListener('click', () => goTo(line));
    parts.push(place);
  }
  return parts;
}

/** Both boards in one drawing: a field that differs has what is expected above what is found. */
function drawing(board: NonNullable<Comparison['board']>) {
  // A dot stands for a blank.
  const glyph = (text: string | null) => (text === '·' ? '' : text ?? '–');
  let differing = 0;
  const rows = board.map((fields) => html('div', 'fields', ...fields.map(([expected, found]) => {
    if (expected === found) return html('span', 'field', glyph(expected));
    differing += 1;
    return html('span', 'field differs', html('ins', '', glyph(expected)), html('del', '', glyph(found)));
  })));
  const drawn = html('div', 'drawing', ...rows);
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', say('fields-differ', { count: differing }));
  const legend = html('p', 'note', html('ins', '', say('expected')), ' ', html('del', '', say('found')));
  return html('div', 'both', drawn, legend);
}

function* panes({ heading, panes: texts, notes }: TextGroup): Generator<Node> {
  yield html('p', 'note', tell(heading));
  yield html('div', 'panes', ...texts.map((text, i) => {
    const lines = text.lines.map(({ number, differs, pieces }) => {
      const gutter = html('span', 'gutter', `${number ?? ''} ${differs ? '≠' : ' '} `);
      // The text has ended before this line.
      const ended = say(i === 0 ? 'answer-ends' : 'output-ends');
      const marked = number === null ? [ended] : pieces.map(([piece, isMarked]) => (isMarked ? html('mark', '', piece) : piece));
      return html('span', differs ? 'line differs' : 'line', gutter, ...marked);
    });
    const pre = html('pre', '', ...lines);
    pre.tabIndex = 0;
    return html('div', 'card', html('h2', '', say(i === 0 ? 'expected' : 'found')), pre);
  }));
  for (const note of notes) yield html('p', 'note', tell(note));
}
