// What the script prints, and what is wrong with it.

import { byId, html, visible } from 'virtual:replay';
import type { Finding } from './answers';
import { type ScriptEditor, fixes } from './editor';
import { say, tell } from './text';

/** The page cuts longer outputs. */
const OUTPUT_CHARACTERS_MAX = 200_000;
/** The page lists at most this many problems. */
const PROBLEMS_MAX = 200;

/** Says how the run went. */
export function showStatus(status: string) {
  byId('status').replaceChildren(...visible(status));
}

/** Lists what is wrong with the script, with what else is said of it; `goTo` shows a line of it. */
export function showFindings(findings: Finding[], editor: ScriptEditor, goTo: (line: number) => void, remark: string) {
  editor.showFindings(findings);
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  // On a phone, they are in another view.
  for (const id of ['problem-count', 'view-count']) {
    byId(id).textContent = findings.length === 0 ? '' : String(findings.length);
    byId(id).className = `count ${errors > 0 ? 'bad' : ''}`;
  }
  showStatus(findings.length === 0 ? say('no-problems') : `${say('errors', { count: errors })}, ${say('warnings', { count: warnings })}. ${remark}`.trim());
  byId('problems').replaceChildren(...findings.slice(0, PROBLEMS_MAX).map((finding) => {
    const { line, message, notes, severity } = finding;
    const place = html('button', 'place', say('line', { line }));
    place.addEventListener('click', () => goTo(line));
    const more = notes.map((note) => html('p', 'note', tell(note)));
    const ways = fixes(finding).map((name) => {
      const way = html('button', 'place', name);
      way.addEventListener('click', () => editor.fix(finding));
      return way;
    });
    return html('li', severity, place, ` ${tell(message)}`, ...more, ...ways);
  }));
}

/** Shows the output, with a way to the line that was refused. */
export function showOutput(output: string, goTo: (line: number) => void, failed?: number) {
  const cut = output.length - OUTPUT_CHARACTERS_MAX;
  const shown = cut > 0 ? `${output.slice(0, OUTPUT_CHARACTERS_MAX)}\n${say('more-characters', { count: cut })}` : output;
  byId('output').replaceChildren(...visible(shown));
  const refused = byId('refused');
  refused.hidden = failed === undefined;
  refused.textContent = failed === undefined ? '' : say('line-refused', { line: failed });
  refused.onclick = () => goTo(failed ?? 1);
}
