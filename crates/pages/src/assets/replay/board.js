// @ts-check

// Draws a state as SVG. A field is one unit wide; symbols such as `#radar` are in the page.

import { drawBest, drawHeat } from './analysis.js';
import { HIT, PLAYERS, SUNK } from './model.js';
import { svg, symbol } from './svg.js';
import { say } from './texts.js';

/** @import { Board, Seat, State, Step, Trace } from './model.js' */

/** @typedef {{top: number, left: number, rows: number, columns: number}} Area */
/** @typedef {{state: State, step: Step, number: number, seat: Seat}} Scene */

/** Larger boards are shown in parts. */
const WHOLE_MAX = 200;
/** The rows and columns of a part of a large board, and of a close-up. */
const PART = 40;
export const CLOSE_UP = 14;
/** A part moves along when the action comes this close to its edge. */
const EDGE = 4;

/** The symbol for each character of a board. */
const SYMBOLS = new Map(Object.entries({
  '@': 'radar', '!': 'cannon', '%': 'engine', '+': 'plain', x: 'destroyed', '#': 'reef', o: 'miss', X: 'sunk',
}));
/** The symbols for what a shot does; the last one stands for a result that the player does not know. */
const EFFECTS = ['splash', 'burst', 'burst-sunk', 'again', 'unknown'];

/** The drawing of the board. */
export class BoardView {
  /** @param {Element} root */
  constructor(root) {
    this.root = root;
    this.chart = svg('g');
    this.pieces = svg('svg');
    this.isClose = false;
    /** @type {Area} */
    this.area = { top: 0, left: 0, rows: 0, columns: 0 };
    this.charted = '';
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { state, seat } = scene;
    this.area = this.areaOf(state, seat);
    const charted = JSON.stringify([this.area, state.board]);
    if (charted !== this.charted) {
      this.charted = charted;
      const { x, y, width, height } = this.frame;
      this.root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
      const { top, left, rows, columns } = this.area;
      const isPart = rows < state.board.rows || columns < state.board.columns;
      const overflow = isPart ? 'hidden' : 'visible';
      this.pieces = svg('svg', { x: left, y: top, width: columns, height: rows, viewBox: `${left} ${top} ${columns} ${rows}`, overflow });
      this.root.replaceChildren(this.chart, this.pieces);
      this.chart.replaceChildren(...drawChart(state.board, this.area));
    }
    this.pieces.replaceChildren(
      ...this.drawFields(state, seat),
      ...drawHeat(scene),
      ...drawMoves(scene),
      ...drawShips(state, seat),
      this.drawMarks(state, seat),
      ...drawShots(scene),
      ...drawBest(scene),
    );
  }

  /** The drawing: the area, and room for coordinates. */
  get frame() {
    const { top, left, rows, columns } = this.area;
    const room = Math.max(1.5, 0.06 * columns);
    return { x: left - room, y: top - room, width: columns + room + 0.5, height: rows + room + 0.5 };
  }

  /**
   * The part of the board that is shown.
   * @param {State} state
   * @param {Seat} seat
   * @returns {Area}
   */
  areaOf({ board, focus }, seat) {
    const isPart = this.isClose || Math.max(board.rows, board.columns) > WHOLE_MAX;
    if (!isPart) return { top: 0, left: 0, rows: board.rows, columns: board.columns };
    const size = this.isClose ? CLOSE_UP : PART;
    const [rows, columns] = [Math.min(size, board.rows), Math.min(size, board.columns)];
    const { area } = this;
    const isSame = area.rows === rows && area.columns === columns;
    return {
      top: follow(isSame ? area.top : -size, focus[seat][0], rows, board.rows),
      left: follow(isSame ? area.left : -size, focus[seat][1], columns, board.columns),
      rows,
      columns,
    };
  }

  /**
   * The fields that the area shows.
   * @param {State} state
   * @returns {Generator<[y: number, x: number, field: number]>}
   */
  * fields({ board }) {
    const { top, left, rows, columns } = this.area;
    for (let y = top; y < top + rows; y += 1) {
      for (let x = left; x < left + columns; x += 1) yield [y, x, y * board.columns + x];
    }
  }

  /**
   * Fog, and what the seat remembers under it.
   * @param {State} state
   * @param {Seat} seat
   */
  drawFields(state, seat) {
    if (seat === 'all') return [];
    const memory = state.memory[seat === 'A' ? 0 : 1];
    const fog = new Runs();
    const past = new Runs();
    const marks = svg('g', { class: 'memory' });
    for (const [y, x, field] of this.fields(state)) {
      if (state.sees(field, seat)) continue;
      (memory[field] ? past : fog).add(y, x);
      const name = SYMBOLS.get(String.fromCharCode(memory[field]));
      if (name && name !== 'reef') marks.append(symbol(name, y, x));
    }
    return [fog.path('fog'), fog.path('fog dotted'), past.path('fog past'), marks];
  }

  /**
   * What lies on each field.
   * @param {State} state
   * @param {Seat} seat
   */
  drawMarks(state, seat) {
    const marks = svg('g', { class: 'marks' });
    const { classic } = state.board;
    for (const [y, x, field] of this.fields(state)) {
      const glyph = state.glyph(field, seat);
      const name = SYMBOLS.get(glyph);
      if (name) marks.append(symbol(classic && glyph === 'x' ? 'hit' : name, y, x));
    }
    return marks;
  }
}

/** Fields as runs in rows, drawn as one path. */
class Runs {
  constructor() {
    /** @type {number[][]} */
    this.runs = [];
  }

  /**
   * Adds a field; fields come in order.
   * @param {number} y
   * @param {number} x
   */
  add(y, x) {
    const last = this.runs.at(-1);
    if (last && last[0] === y && last[1] + last[2] === x) last[2] += 1;
    else this.runs.push([y, x, 1]);
  }

  /** @param {string} name */
  path(name) {
    const d = this.runs.map(([y, x, length]) => `M${x} ${y}h${length}v1h${-length}z`).join('');
    return svg('path', { class: name, d });
  }
}

/**
 * Where a range of this length must start so that a place is well inside it.
 * @param {number} start
 * @param {number} place
 * @param {number} length
 * @param {number} end
 */
function follow(start, place, length, end) {
  const isInside = start >= 0 && place >= start + EDGE && place < start + length - EDGE;
  const wanted = isInside ? start : place - Math.floor(length / 2);
  return Math.max(0, Math.min(wanted, end - length));
}

/**
 * Water, grid, names of waters, frame and coordinates.
 * @param {Board} board
 * @param {Area} area
 */
function drawChart({ starts, classic, rows: boardRows, columns: boardColumns }, area) {
  const { top, left, rows, columns } = area;
  const waters = classic ? starts : [[0, 0, boardRows - 1, boardColumns - 1]];
  const inside = svg('svg', { x: left, y: top, width: columns, height: rows, viewBox: `${left} ${top} ${columns} ${rows}` });
  for (const [t, l, b, r] of waters) {
    const box = { x: l, y: t, width: r - l + 1, height: b - t + 1 };
    const across = Array.from({ length: Math.min(rows, box.height) + 1 }, (_, i) => `M${l} ${Math.max(t, top) + i}h${box.width}`);
    const down = Array.from({ length: Math.min(columns, box.width) + 1 }, (_, i) => `M${Math.max(l, left) + i} ${t}v${box.height}`);
    inside.append(
      svg('rect', { class: 'water', ...box }),
      svg('path', { class: 'grid', d: across.join('') + down.join('') }),
    );
  }
  starts.forEach(([t, l, b, r], of) => {
    const box = { x: l, y: t, width: r - l + 1, height: b - t + 1 };
    const size = Math.min(box.width / 8, box.height / 3, 2);
    inside.append(svg('rect', { class: `start ${PLAYERS[of]}`, ...box }), svg(
      'text',
      { class: `name ${PLAYERS[of]}`, x: l + box.width / 2, y: t + box.height / 2, 'font-size': size },
      say('replay-waters', { player: PLAYERS[of] }),
    ));
  });
  return [inside, drawFrame(area), ...drawCoordinates(area)];
}

/**
 * The graduated frame of a chart.
 * @param {Area} area
 */
function drawFrame({ top, left, rows, columns }) {
  const [bottom, right] = [top + rows, left + columns];
  const d = `M${left} ${top - 0.1}H${right}M${left} ${bottom + 0.1}H${right}M${left - 0.1} ${top}V${bottom}M${right + 0.1} ${top}V${bottom}`;
  return svg(
    'g',
    { class: 'frame' },
    svg('rect', { x: left - 0.2, y: top - 0.2, width: columns + 0.4, height: rows + 0.4 }),
    svg('rect', { x: left, y: top, width: columns, height: rows }),
    svg('path', { d }),
  );
}

/**
 * The numbers of rows and columns.
 * @param {Area} area
 */
function drawCoordinates({ top, left, rows, columns }) {
  const each = Math.max(rows, columns) > 24 ? 5 : 1;
  const gap = Math.max(0.42, 0.02 * columns);
  const texts = [];
  for (let x = left; x < left + columns; x += 1) {
    if (x % each === 0) texts.push(svg('text', { class: 'coordinate', x: x + 0.5, y: top - gap }, String(x)));
  }
  for (let y = top; y < top + rows; y += 1) {
    if (y % each === 0) texts.push(svg('text', { class: 'coordinate row', x: left - 0.4, y: y + 0.5 }, String(y)));
  }
  return texts;
}

/**
 * A hull: its bow is in the direction of the ship.
 * @param {[y: number, x: number, direction: number, ...rest: number[]]} ship the head, 0 is north
 * @param {number} length
 * @param {string} name
 */
export function drawHull([y, x, direction], length, name) {
  const end = length - 0.1;
  const d = `M.5 .04C.74 .2 .88 .42 .88 .72V${end - 0.2}Q.88 ${end} .68 ${end}H.32Q.12 ${end} .12 ${end - 0.2}V.72C.12 .42 .26 .2 .5 .04Z`;
  const transform = `translate(${x + 0.5} ${y + 0.5}) rotate(${90 * direction}) translate(-.5 -.5)`;
  return svg('path', { class: `hull ${name}`, d, transform });
}

/**
 * A seat's ships with their names, and the segments that it sees of enemy ships. These show neither how
 * long a ship is nor where its bow is.
 * @param {State} state
 * @param {Seat} seat
 */
function drawShips(state, seat) {
  const drawn = [];
  for (const [number, ship] of state.ships) {
    const { player, length, class: kind, index } = state.labels[number];
    const fields = state.segments(number);
    const isSunk = ship[3] === 0;
    const name = `${player} ${kind} ${index}`;
    if (seat === 'all' || player === seat) {
      drawn.push(drawHull(ship, length, isSunk ? `${player} wreck` : player), drawLabel(fields, name, state));
    } else if (!state.board.classic || isSunk) {
      for (const run of seenRuns(fields, state, seat)) {
        drawn.push(drawSegments(run, isSunk && state.board.classic ? `${player} wreck` : player));
        drawn.push(drawLabel(run, state.board.classic ? name : player, state));
      }
    }
  }
  return drawn;
}

/**
 * The runs of adjacent fields that a seat sees, among fields in a line.
 * @param {number[][]} fields
 * @param {State} state
 * @param {Seat} seat
 */
function seenRuns(fields, state, seat) {
  /** @type {number[][][]} */
  const runs = [[]];
  for (const field of fields.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (state.sees(state.field(field[0], field[1]), seat)) runs[runs.length - 1].push(field);
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Adjacent segments, from the first row and column.
 * @param {number[][]} run
 * @param {string} name
 */
function drawSegments(run, name) {
  const [[y, x], [lastY, lastX]] = [run[0], run[run.length - 1]];
  const [width, height] = [lastX - x + 0.8, lastY - y + 0.8];
  return svg('rect', { class: `hull ${name}`, x: x + 0.1, y: y + 0.1, width, height, rx: 0.15 });
}

/**
 * A label beside some fields in a line.
 * @param {number[][]} fields
 * @param {string} text
 * @param {State} state
 */
function drawLabel(fields, text, { board }) {
  const [y, x] = middle(fields);
  const half = 0.1 * text.length;
  const inside = (/** @type {number} */ at, /** @type {number} */ end) => Math.max(half, Math.min(at, end - half));
  const isUpright = fields.length > 1 && fields[0][1] === fields[1][1];
  const isLast = isUpright ? x > board.columns - 1 : y > board.rows - 1;
  const offset = isLast ? -0.62 : 0.62;
  const transform = isUpright
    ? `translate(${x + offset} ${inside(y, board.rows)}) rotate(-90)`
    : `translate(${inside(x, board.columns)} ${y + offset})`;
  const [player, rest] = [svg('tspan', {}, text[0]), svg('tspan', { class: 'rest' }, text.slice(1))];
  return svg('text', { class: `label ${text[0]}`, transform }, player, rest);
}

/**
 * The centre of some fields in a line.
 * @param {number[][]} fields
 */
function middle(fields) {
  const [first, last] = [fields[0], fields[fields.length - 1]];
  return [(first[0] + last[0] + 1) / 2, (first[1] + last[1] + 1) / 2];
}

/**
 * What the turn has done so far, as far as the seat knows it; earlier steps are fainter.
 * @param {Scene} scene
 * @param {Trace['kind'][]} kinds
 */
function* traces({ state, number, seat }, kinds) {
  for (const trace of state.traces) {
    if (!kinds.includes(trace.kind)) continue;
    const isMover = seat === 'all' || seat === trace.player;
    const group = svg('g', { class: trace.step === number ? 'trace' : 'trace earlier' });
    yield { trace, isMover, group };
  }
}

/**
 * Where ships have come from.
 * @param {Scene} scene
 */
function* drawMoves(scene) {
  const { state } = scene;
  for (const { trace, isMover, group } of traces(scene, ['move'])) {
    if (!isMover || !state.ships.has(trace.ship)) continue;
    const { length } = state.labels[trace.ship];
    group.append(drawHull(trace.at, length, 'before'));
    yield group;
  }
}

/**
 * Arrows, shots and planes, which lie over the ships.
 * @param {Scene} scene
 */
function* drawShots(scene) {
  const { state, seat } = scene;
  for (const { trace, isMover, group } of traces(scene, ['move', 'shot', 'plane'])) {
    const [y, x] = trace.at;
    if (trace.kind === 'plane' && isMover) {
      group.append(svg('rect', { class: 'plane', x: x - 0.95, y: y - 0.95, width: 2.9, height: 2.9 }), symbol('plane', y, x));
    } else if (trace.kind === 'move' && isMover && state.ships.has(trace.ship)) {
      const [fromY, fromX] = middle(state.segments(trace.ship, trace.at));
      const [toY, toX] = middle(state.segments(trace.ship));
      group.append(svg('path', { class: 'arrow', d: `M${fromX} ${fromY}L${toX} ${toY}` }));
    } else if (trace.kind === 'shot') {
      const isHit = (trace.effect === HIT || trace.effect === SUNK) && trace.owner === seat;
      if (!isMover && !state.board.classic && !isHit) continue;
      if (isMover && trace.from.length > 0) {
        const [fromY, fromX] = trace.from;
        group.append(svg('path', { class: 'flight', d: `M${fromX + 0.5} ${fromY + 0.5}L${x + 0.5} ${y + 0.5}` }));
      }
      group.append(symbol(EFFECTS[seat === trace.player ? trace.known : trace.effect], y, x));
    }
    yield group;
  }
}
