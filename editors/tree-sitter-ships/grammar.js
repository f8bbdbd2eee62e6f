/// <reference types="tree-sitter-cli/dsl" />
// Scripts of the Ships command language. Each input has a tree without errors: a line that is no command is an
// `unknown` node, and from the first argument that does not fit on, arguments are `unexpected` nodes.

const words = require('./words.json');

/** What each command takes, in order; a list is a choice. What is not here takes numbers. */
const ARGUMENTS = {
  SET_FLEET: ['player'],
  NEXT_PLAYER: ['player'],
  INIT_POSITION: ['player'],
  SHIP: ['player', 'number', 'number', 'direction', 'number', 'class'],
  SET_AI_PLAYER: ['player'],
  RULES: ['rules'],
  SHOT: ['player'],
  PLACE_SHIP: ['number', 'number', 'direction', 'number', 'class'],
  MOVE: ['number', 'class', 'movement'],
};

/** Arguments of these kinds, then numbers; from one that does not fit on, all are unexpected. */
const expected = ($, [kind, ...others]) =>
  kind === undefined
    ? seq(repeat($.number), optional($._unexpected))
    : optional(choice(seq($[kind], expected($, others)), $._unexpected));

const command = ($, name) => {
  const keyword = alias(name, $.keyword);
  switch (name) {
    case 'INFORMATION':
      return seq(keyword, optional(choice(seq($.player, optional($.text)), $._unexpected)));
    case 'RULES':
      return seq(keyword, optional(choice(seq($.rules, repeat(choice($.number, $.option)), optional($._unexpected)), $._unexpected)));
    case 'SHOOT':
      // A field, or a ship and a field.
      return seq(keyword, optional(choice(seq($.number, optional($.class), expected($, [])), $._unexpected)));
    default:
      return seq(keyword, expected($, ARGUMENTS[name] ?? []));
  }
};

const tagLine = ($, tag) => seq(alias(`[${tag}]`, $.tag), optional($._unexpected));

const opened = ($, tag) => seq(tagLine($, tag), '\n', repeat(choice('\n', seq($._line, '\n'))));

const eachTag = rule => choice(...words.tags.map(rule));

module.exports = grammar({
  name: 'ships',
  extras: () => [/[ \t\r]/],
  word: $ => $._word,
  rules: {
    source: $ => {
      const outside = choice($.output, alias($._unknown_outside, $.unknown));
      const unclosed = repeat1(alias($._unclosed, $.group));
      return seq(
        repeat(choice('\n', seq(outside, '\n'), seq(optional(unclosed), $.group, '\n'))),
        optional(choice(outside, seq(optional(unclosed), choice($.group, alias($._unfinished, $.group))), unclosed)),
      );
    },

    group: $ => eachTag(tag => seq(opened($, tag), tagLine($, tag))),
    // Another tag, or the end, also ends a group.
    _unclosed: $ => prec(-1, eachTag(tag => opened($, tag))),
    // The last line may lack its line break.
    _unfinished: $ => eachTag(tag => choice(tagLine($, tag), seq(opened($, tag), $._line))),

    _line: $ => choice($.command, $.information, $.unknown),
    information: $ => command($, 'INFORMATION'),
    command: $ => choice(...words.commands.filter(name => name !== 'INFORMATION').map(name => command($, name))),
    unknown: $ => repeat1($._word),

    // What the program prints is passed over outside groups.
    output: $ => choice(repeat1($._row), seq(choice('PARTS', 'MISS', 'HIT', 'SUNK', 'A', 'B'), repeat($._word))),
    _unknown_outside: $ => seq(repeat($._row), $._word, repeat(choice($._row, $._word))),

    player: () => choice('A', 'B'),
    class: () => choice(...words.classes),
    direction: () => choice('N', 'E', 'S', 'W'),
    movement: () => choice('F', 'L', 'R'),
    rules: () => choice(...words.rules),
    option: () => choice('LENGTHS', 'NAMED_HITS'),
    text: $ => repeat1($._word),
    _unexpected: $ => repeat1(alias($._word, $.unexpected)),

    number: () => /[+-]?[0-9]+/,
    _row: () => /[0-9+x?#@!%oX]+/,
    _word: () => /([^ \t\r\n]|\x00)+/,
  },
});
