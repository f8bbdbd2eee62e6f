// The comparison with the output of another program.

import { byId, html } from 'virtual:replay';
import { plain } from './encoding';
import type { Comparison, TextGroup } from './engine';

/** The page refuses longer outputs. */
const OUTPUT_BYTES_MAX = 1 << 26;

/** Shows a comparison; `goTo` shows a line of the script. */
export function showComparison({ accepted, space, difference, line }: Comparison, goTo: (line: number) => void) {
  const verdict = accepted ? 'The output is right.' : space ? 'Only white space differs.' : 'The output is wrong.';
  const parts: Node[] = [html('p', accepted ? 'good' : 'bad', verdict)];
  if (difference) parts.push(...panes(difference));
  if (line !== null) {
    const place = html('button', 'place', `Go to line ${line}, which prints it`);
    place.addEventListener('click', () => goTo(line));
    parts.push(place);
  }
  byId('comparison').replaceChildren(...parts);
  byId('compare-verdict').textContent = accepted ? '✓' : '≠';
  byId('compare-verdict').className = accepted ? 'good' : 'bad';
}

function* panes({ heading, panes: texts, notes }: TextGroup): Generator<Node> {
  yield html('p', 'note', heading);
  yield html('div', 'panes', ...texts.map((text) => {
    const lines = text.lines.map(({ number, differs, pieces }) => {
      const gutter = html('span', 'gutter', `${number ?? ''} ${differs ? '≠' : ' '} `);
      const marked = pieces.map(([piece, isMarked]) => (isMarked ? html('mark', '', piece) : piece));
      return html('span', differs ? 'line differs' : 'line', gutter, ...marked);
    });
    const pre = html('pre', '', ...lines);
    pre.tabIndex = 0;
    return html('div', 'card', html('h3', '', text.heading), pre);
  }));
  for (const note of notes) yield html('p', 'note', note);
}

/** Calls `take` with each output that is pasted, typed or dropped; `tell` says what is wrong or has been left out. */
export function bindOwn(take: (output: string) => void, tell: (what: string) => void) {
  const own = byId('own') as HTMLTextAreaElement;
  own.addEventListener('input', () => take(own.value));
  const tooLong = () => tell(`An output has at most ${OUTPUT_BYTES_MAX >> 20} MiB.`);
  own.addEventListener('paste', (event) => {
    if ((event.clipboardData?.getData('text/plain').length ?? 0) <= OUTPUT_BYTES_MAX) return;
    event.preventDefault();
    tooLong();
  });
  own.addEventListener('dragover', (event) => event.preventDefault());
  own.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    if (file.size > OUTPUT_BYTES_MAX) return tooLong();
    void file.arrayBuffer().then((buffer) => {
      // A text field would leave out line ends of Windows, and a browser the rest.
      const { bytes, peculiarities } = plain(new Uint8Array(buffer));
      own.value = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      take(own.value);
      if (peculiarities.length > 0) tell(`The file has ${peculiarities.join(' and ')}, not compared here.`);
    }, () => tell(`${file.name} cannot be read.`));
  });
}
