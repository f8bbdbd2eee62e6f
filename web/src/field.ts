// Fields in words.

import type { Page } from 'virtual:replay';
import type { Field } from './answers';
import { say } from './text';

/** The names of the texts of what is on a field, by what `PRINT 1` prints there. */
const WORDS: Record<string, string> = {
  '?': 'field-unknown', ' ': 'field-water', o: 'field-missed', x: 'field-hit', X: 'field-sunk', '#': 'field-reef', '@': 'field-radar', '!': 'field-cannon', '%': 'field-engine',
};

/** The name of a class, for people. */
export function classTitle(rules: string, name: string): string {
  return say(`class-${rules}-${name.toLowerCase()}`);
}

/** A field, and what the seat knows of it. */
export function fieldText({ timeline: { state }, seat }: Page, [row, column]: Field): string {
  const field = state.field(row, column);
  const glyph = state.glyph(field, seat);
  const ship = state.shipAt[field] - 1;
  const label = state.labels[ship];
  if (!label || (seat !== 'all' && label.player !== seat)) return say('field-text', { row, column, what: say(WORDS[glyph] ?? 'field-ship') });
  const title = classTitle(state.board.rules, label.class);
  const part = 1 + state.segments(ship).findIndex(([y, x]) => y === row && x === column);
  const known = [say('ship-part', { ship: title, index: label.index, player: label.player, part }), ...glyph in WORDS ? [say(WORDS[glyph])] : []];
  return say('field-text', { row, column, what: known.join(', ') });
}
