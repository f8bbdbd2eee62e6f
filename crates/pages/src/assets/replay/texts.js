// @ts-check
// What the scripts of the page say. The playground replaces `say`, and says it in the reader's language; so
// the texts have the format of its files (web/locales).

/** @type {Record<string, string>} */
const TEXTS = {
  'replay-play': 'Play',
  'replay-pause': 'Pause',
  'replay-speed': 'Speed: { $speed }/s',
  'replay-step': 'Step { $number } of { $last }',
  'replay-turn': 'Step { $number } of { $last } · turn { $turn }',
  'replay-board': 'Board of { $rows } rows and { $columns } columns; parts remaining: A { $a }, B { $b }',
  'replay-board-seen': 'Board of { $rows } rows and { $columns } columns, as { $seat } sees it',
  'replay-waters': '{ $player }’s waters',
  'replay-strategy': 'Compared with the strategy { $strategy }',
  'replay-hits': 'Hits',
  'replay-accuracy': 'Accuracy',
  'replay-shots': 'Shots fired',
  'replay-needed': 'Still needed',
  'replay-expected': 'Expected at first',
  'replay-loss': 'Lost by choice',
  'replay-luck': 'Lost to chance',
  'replay-negative-loss': 'Lost by choice is less than 0 where the shots were better than those of { $strategy }, or as good and the samples differ.',
  'replay-negative-luck': 'Lost to chance is less than 0 for a player with good luck.',
  'replay-worst': '{ $player }, step { $step }: { $loss }',
  'replay-as-good': 'As good as the best shot; with that, { $needed } were still expected.',
  'replay-lost': 'Lost { $loss } ± { $margin } shots (95 % interval) against the best one; with that, { $needed } were still expected.',
};

/** @typedef {string | [name: string, facts: Record<string, unknown>]} Told a text; in the playground, perhaps one to be translated */

/**
 * A text of the data.
 * @param {Told} text
 */
export function tell(text) {
  return String(text);
}

/**
 * A text with its facts.
 * @param {string} name
 * @param {Record<string, string | number>} [facts]
 */
export function say(name, facts = {}) {
  return TEXTS[name].replace(/\{ \$(\w+) \}/g, (_, fact) => String(facts[fact]));
}
