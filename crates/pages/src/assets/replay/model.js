// @ts-check

// The recorded game and the state of the board at a step. No rules: only masks and positions.

/** @typedef {'all' | 'A' | 'B'} Seat */
/** @typedef {import('./texts.js').Told} Told */
/** @typedef {{ship: string, hit: string, sunk: string, miss: string, water: string, unknown: string}} Glyphs */
/** @typedef {{rules: string, rows: number, columns: number, starts: number[][], classic: boolean, glyphs?: Glyphs}} Board */
/** @typedef {{player: string, class: string, index: number, length: number}} ShipLabel */
/** @typedef {{rect: number[], heat: number[], best?: number[], loss?: number, margin?: number, needed?: number}} StepAnalysis percent by field of `rect`, rest in shots */
/**
 * @typedef {object} Step what has changed
 * @property {[number, number]} lines
 * @property {Told} text
 * @property {'A' | 'B'} [player]
 * @property {number} [turn]
 * @property {Told} [own] what the player may know, if that is less
 * @property {Told} [enemy] what the others may know, if that is less
 * @property {Board} [board]
 * @property {number[]} [reefs]
 * @property {number[]} [ships]
 * @property {number[][]} [shots] the target, what the shot did, what the player knows of that, the cannon if known
 * @property {number[]} [planes]
 * @property {number[]} [shot]
 * @property {[number[], number[]]} [seen]
 * @property {[number, number]} [parts]
 * @property {string} [printed]
 * @property {StepAnalysis} [analysis]
 */
/** @typedef {{shots: number, hits: number, accuracy: number, expected: number, loss: number, luck: number, needed: number, worst: number[]}} Score */
/**
 * @typedef {object} Replay
 * @property {Told} ending how the script ends
 * @property {number} [failed] the line that was refused
 * @property {Told} [explanation] why it was refused
 * @property {number} opening the step that the page opens on
 * @property {ShipLabel[]} ships
 * @property {Step[]} steps
 * @property {{strategy: string, players: Score[]}} [analysis]
 */
/** @typedef {[y: number, x: number, direction: number, healthy: number]} Ship the head, 0 is north, bits from the head */
/**
 * @typedef {object} Trace what a turn has done so far
 * @property {number} step
 * @property {'A' | 'B'} player
 * @property {'move' | 'shot' | 'plane'} kind
 * @property {number} ship the number of the ship moved
 * @property {Ship} at the ship before, or the target
 * @property {number[]} from the cannon's field, if known
 * @property {string} owner whose ship a shot hit
 * @property {number} effect what the shot did
 * @property {number} known what the player knows of that
 */

/** A step to the next row and column for each direction. */
const AHEAD = [[-1, 0], [0, 1], [1, 0], [0, -1]];
export const PLAYERS = /** @type {const} */ (['A', 'B']);
/** Effects of shots. */
export const [HIT, SUNK] = [1, 2];
const NO_TRACE = { ship: 0, from: [], owner: '', effect: 0, known: 0 };
/** Snapshots take at most this many bytes. */
const SNAPSHOT_BYTES_MAX = 1 << 26;

/** The board at a step. */
export class State {
  /**
   * @param {Board} board
   * @param {ShipLabel[]} labels
   */
  constructor(board, labels) {
    const size = board.rows * board.columns;
    const fields = () => new Uint8Array(size);
    this.board = board;
    this.labels = labels;
    /** @type {Map<number, Ship>} */
    this.ships = new Map();
    /** The number of the ship on each field, from 1. */
    this.shipAt = new Uint16Array(size);
    this.reefs = fields();
    this.shot = fields();
    this.seen = [fields(), fields()];
    /** What each player saw last on a field out of sight: a character code. */
    this.memory = [fields(), fields()];
    this.parts = [0, 0];
    /** @type {Trace[]} */
    this.traces = [];
    /** Where each seat saw the last action. @type {Record<Seat, number[]>} */
    this.focus = { all: [0, 0], A: [0, 0], B: [0, 0] };
  }

  copy() {
    const copy = new State({ ...this.board, rows: 0 }, this.labels);
    copy.board = this.board;
    copy.ships = new Map(this.ships);
    copy.shipAt = this.shipAt.slice();
    copy.reefs = this.reefs.slice();
    copy.shot = this.shot.slice();
    copy.seen = this.seen.map((fields) => fields.slice());
    copy.memory = this.memory.map((fields) => fields.slice());
    copy.parts = this.parts;
    copy.traces = this.traces.slice();
    copy.focus = { ...this.focus };
    return copy;
  }

  /** The bytes that a copy takes, roughly. */
  get bytes() {
    return 8 * this.board.rows * this.board.columns + 64 * this.labels.length + 1024;
  }

  /**
   * The state after a step. The call changes this state, unless the step has a new board.
   * @param {Step} step
   * @param {number} number
   * @returns {State}
   */
  after(step, number) {
    if (step.board) {
      const state = new State(step.board, this.labels);
      state.parts = this.parts;
      state.apply(step, number);
      return state;
    }
    this.apply(step, number);
    return this;
  }

  /**
   * @param {Step} step
   * @param {number} number
   */
  apply(step, number) {
    if (step.turn || !step.player) this.traces = [];
    if (step.reefs) {
      this.reefs.fill(0);
      for (const [y, x] of tuples(step.reefs, 2)) this.reefs[this.field(y, x)] = 1;
    }
    this.addShots(step, number);
    PLAYERS.forEach((player, of) => {
      for (const field of fieldsOf(step.seen?.[of])) {
        const wasSeen = this.seen[of][field];
        this.memory[of][field] = wasSeen ? this.glyph(field, player).charCodeAt(0) : 0;
      }
    });
    this.moveShips(step, number);
    PLAYERS.forEach((_, of) => {
      for (const field of fieldsOf(step.seen?.[of])) this.seen[of][field] ^= 1;
    });
    for (const field of step.shot ?? []) this.shot[field] = 1;
    this.parts = step.parts ?? this.parts;
  }

  /**
   * @param {Step} step
   * @param {number} number
   */
  addShots(step, number) {
    const { player } = step;
    if (!player) return;
    for (const [y, x, effect, known, ...from] of step.shots ?? []) {
      const owner = this.labels[this.shipAt[this.field(y, x)] - 1]?.player ?? '';
      this.traces.push({ ...NO_TRACE, step: number, player, kind: 'shot', at: [y, x, 0, 0], from, owner, effect, known });
      const isHit = effect === HIT || effect === SUNK;
      this.look([y, x], this.board.classic || (isHit && owner) ? ['all', player, owner] : ['all', player]);
    }
    for (const [y, x] of tuples(step.planes, 2)) {
      this.traces.push({ ...NO_TRACE, step: number, player, kind: 'plane', at: [y, x, 0, 0] });
      this.look([y, x], ['all', player]);
    }
  }

  /**
   * @param {Step} step
   * @param {number} number
   */
  moveShips(step, number) {
    const changes = tuples(step.ships, 5);
    for (const [ship] of changes) this.setShipAt(ship, 0);
    for (const [ship, y, x, direction, healthy] of changes) {
      const before = this.ships.get(ship);
      if (healthy < 0) {
        this.ships.delete(ship);
        continue;
      }
      this.ships.set(ship, [y, x, direction, healthy]);
      this.setShipAt(ship, ship + 1);
      const isMoved = before && (before[0] !== y || before[1] !== x || before[2] !== direction);
      if (isMoved && step.player) {
        this.traces.push({ ...NO_TRACE, step: number, player: step.player, kind: 'move', ship, at: before });
      }
      if (isMoved || !before) this.look([y, x], ['all', this.labels[ship].player]);
    }
  }

  /**
   * Makes a field the one where some seats last saw the action.
   * @param {number[]} field
   * @param {string[]} seats
   */
  look(field, seats) {
    for (const seat of /** @type {Seat[]} */ (['all', 'A', 'B'])) {
      if (seats.includes(seat)) this.focus[seat] = field;
    }
  }

  /**
   * @param {number} ship
   * @param {number} value
   */
  setShipAt(ship, value) {
    for (const [y, x] of this.segments(ship)) this.shipAt[this.field(y, x)] = value;
  }

  /**
   * The fields of a ship from its head.
   * @param {number} ship
   * @param {Ship | undefined} [at] where it lies, if not where it does now
   * @returns {number[][]}
   */
  segments(ship, at = this.ships.get(ship)) {
    if (!at) return [];
    const [y, x, direction] = at;
    const [dy, dx] = AHEAD[direction];
    return Array.from({ length: this.labels[ship].length }, (_, i) => [y - i * dy, x - i * dx]);
  }

  /**
   * @param {number} y
   * @param {number} x
   */
  field(y, x) {
    return y * this.board.columns + x;
  }

  /**
   * Whether a seat sees a field.
   * @param {number} field
   * @param {Seat} seat
   */
  sees(field, seat) {
    return seat === 'all' || this.seen[seat === 'A' ? 0 : 1][field] === 1;
  }

  /**
   * What `PRINT 1` prints for a field.
   * @param {number} field
   * @param {Seat} seat
   * @returns {string}
   */
  glyph(field, seat) {
    const number = this.shipAt[field] - 1;
    const ship = this.ships.get(number);
    const { glyphs } = this.board;
    if (glyphs) {
      if (this.shot[field]) return !ship ? glyphs.miss : ship[3] === 0 ? glyphs.sunk : glyphs.hit;
      if (!this.sees(field, seat)) return glyphs.unknown;
      return ship ? glyphs.ship : glyphs.water;
    }
    if (this.reefs[field]) return '#';
    const isSeen = this.sees(field, seat);
    if (!ship || !(isSeen || this.labels[number].player === seat)) return isSeen ? ' ' : '?';
    const y = Math.floor(field / this.board.columns);
    const segment = Math.abs(y - ship[0]) + Math.abs(field % this.board.columns - ship[1]);
    if (!(ship[3] >> segment & 1)) return 'x';
    return segment === 0 ? '@' : segment === this.labels[number].length - 1 ? '%' : segment === 1 ? '!' : '+';
  }

  /**
   * The board as text, as `PRINT 1` prints it without the numbers.
   * @param {Seat} seat
   */
  text(seat) {
    const { rows, columns } = this.board;
    const row = (/** @type {number} */ y) =>
      Array.from({ length: columns }, (_, x) => this.glyph(this.field(y, x), seat)).join('');
    return Array.from({ length: rows }, (_, y) => row(y)).join('\n');
  }
}

/** All states, from snapshots. */
export class Timeline {
  /** @param {Replay} replay */
  constructor({ steps, ships }) {
    this.steps = steps;
    const board = steps[0].board ?? { rules: '', rows: 1, columns: 1, starts: [], classic: false };
    this.state = new State(board, ships);
    this.at = -1;
    /** @type {State[]} */
    this.snapshots = [];
    /** @type {number[][]} */
    this.parts = [];
    /** The first step of each turn. */
    this.turns = [0];
    /** The turn of each step; 0 outside turns. @type {number[]} */
    this.turnOf = [];
    let size = this.state.bytes;
    for (const [number, step] of steps.entries()) {
      this.parts.push(step.parts ?? this.parts[number - 1] ?? [0, 0]);
      this.turnOf.push(step.player ? step.turn ?? this.turnOf[number - 1] : 0);
      if (number > 0 && (step.turn || !step.player)) this.turns.push(number);
      const { rows, columns } = step.board ?? board;
      size = Math.max(size, 8 * rows * columns);
    }
    this.interval = Math.max(64, Math.ceil(steps.length * size / SNAPSHOT_BYTES_MAX));
  }

  /**
   * The state after a step, which is valid until the next call.
   * @param {number} number
   */
  go(number) {
    const near = Math.min(Math.floor(number / this.interval), this.snapshots.length - 1);
    if (near >= 0 && (number < this.at || near * this.interval > this.at)) {
      this.state = this.snapshots[near].copy();
      this.at = near * this.interval;
    }
    while (this.at < number) {
      this.at += 1;
      this.state = this.state.after(this.steps[this.at], this.at);
      if (this.at === this.snapshots.length * this.interval) this.snapshots.push(this.state.copy());
    }
    return this.state;
  }
}

/**
 * Splits a list into tuples.
 * @param {number[] | undefined} list
 * @param {number} size
 */
function tuples(list = [], size) {
  return Array.from({ length: list.length / size }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/**
 * The fields of runs; first fields and lengths alternate.
 * @param {number[] | undefined} runs
 */
function* fieldsOf(runs) {
  for (const [first, length] of tuples(runs, 2)) {
    for (let field = first; field < first + length; field += 1) yield field;
  }
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}
