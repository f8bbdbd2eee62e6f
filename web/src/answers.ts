// What the library answers. A test compares these types with its answers.

/** The language as an editor knows it. */
export interface Language {
  tags: string[];
  commands: { word: string; usage: string; groups: string[] }[];
  rules: { name: string; classes: string[] }[];
}

/** A text in English, or its name and facts. */
export type Told = string | [name: string, facts: { [name: string]: Fact }];

/** A number, a word, a text, or a list of texts. */
export type Fact = number | Told | Told[];

/** A finding of the linter; lines and columns count from 1. */
export interface Finding {
  line: number;
  column: number;
  end_column: number;
  severity: 'error' | 'warning';
  code: string;
  message: Told;
  /** What terminals show below the line; the message says it, too. */
  label: string;
  notes: Told[];
  /** The probable correction. */
  replacement?: { column: number; end_column: number; text: string };
}

/** The first difference between an output and that of a script. */
export interface Comparison {
  accepted: boolean;
  /** Whether only white space differs. */
  space: boolean;
  difference: TextGroup | null;
  /** The line of the script that prints what differs. */
  line: number | null;
  /** The fields of the board that differs, row by row: what is expected, and what is found; null beyond an end. */
  board: [expected: string | null, found: string | null][][] | null;
}

/** Texts side by side. */
export interface TextGroup {
  heading: Told;
  panes: { heading: string; lines: { number: number | null; differs: boolean; pieces: [string, boolean][] }[] }[];
  notes: Told[];
  /** None here: reports have links to other pages. */
  links: [string, string][];
}

export type Field = [y: number, x: number];

/** A rule set, and the choices before a game of it. */
export interface Choices {
  rules: string;
  levels: string[];
  level: number;
  sides: [number, number];
  moves: boolean;
}

export interface Hull {
  /** The head, and the direction from 0, north. */
  at: [y: number, x: number, direction: number];
  length: number;
}

export interface Draft {
  ships: unknown[];
  placed: Hull[];
  hand: { class: string; length: number; direction: string; left: number; heads: Field[] } | null;
}

export interface OwnShip {
  class: string;
  index: number;
  hull: Hull;
  moves_left: number;
  shots_left: number;
  sends_planes: boolean;
  reach: Field[] | null;
  moves: { movement: string; hull: Hull; blocked: string | null; uncertain: boolean }[];
}

/** Why there is no answer. */
export interface Refused {
  error: Told;
}

/** A game as the person may know it. */
export interface Position {
  script: string;
  rules: string;
  /** The reason, by which its text is named. */
  refused: string | null;
  stage: 'placing' | 'playing' | 'over';
  winner: 'A' | 'B' | null;
  fleets: { class: string; length: number; own: number | null; enemy: number | null }[];
  draft: Draft | null;
  turn: { targets: Rect; by_ship: boolean; ships: OwnShip[] } | null;
  hint: Hint | null;
  stats: { shots: number; hits: number; sunk: number }[] | null;
}

/** The sides of a rectangle. */
export type Rect = [top: number, left: number, bottom: number, right: number];

/** How likely the enemy is on each field of a rectangle, row by row, in percent. */
export interface Hint {
  rect: Rect;
  heat: number[];
}
