// @ts-check

// The controls: steps, seats, texts, the chart of parts.

import { analysisOf } from './analysis.js';
import { BoardView, CLOSE_UP } from './board.js';
import { byId, PLAYERS, Timeline } from './model.js';
import { html, visible } from './script.js';
import { svg } from './svg.js';
import { say, tell } from './texts.js';

/** @import { Replay, Score, Seat, State, Step, StepAnalysis } from './model.js' */

/** A swipe is at least this long, in pixels. */
const SWIPE_MIN = 40;

/** Steps per second. */
const SPEEDS = [3, 10, 30, 1];

/** The page shows this until it opens a replay. @type {Replay} */
const NO_REPLAY = { ending: '', opening: 0, ships: [], steps: [{ lines: [0, 0], text: '' }] };

/**
 * @typedef {object} PageOptions
 * @property {Document | HTMLElement} root whose key presses are those of the page
 * @property {() => void} [onDraw] called after each drawing
 */
/**
 * @typedef {object} LineMarker what shows the lines of a step
 * @property {(lines: [number, number], seat: Seat) => void} mark
 */

/** A page that shows replays, one at a time. */
export class Page {
  /** @param {PageOptions} options */
  constructor({ root, onDraw = () => {} }) {
    this.root = root;
    this.onDraw = onDraw;
    this.replay = NO_REPLAY;
    this.timeline = new Timeline(this.replay);
    /** @type {LineMarker} */
    this.script = { mark: () => {} };
    this.view = new BoardView(byId('board'));
    this.seat = /** @type {Seat} */ ('all');
    this.number = 0;
    this.speed = SPEEDS[0];
    this.timer = 0;
    /** Whether Tab, and not a click, moved the focus last. */
    this.isTabbed = false;
    this.slider = /** @type {HTMLInputElement} */ (byId('slider'));
    this.showSpeed();
    this.bind();
  }

  /**
   * Opens a replay in place of the last one; seat, speed and close-up stay.
   * @param {Replay} replay
   * @param {LineMarker} script
   * @param {number} [number] the step to show
   * @param {Seat} [seat]
   */
  open(replay, script, number = replay.opening, seat = this.seat) {
    this.stop();
    this.replay = replay;
    this.script = script;
    this.timeline = new Timeline(replay);
    this.slider.max = String(this.last);
    delete byId('parts').dataset.drawn;
    this.show(number, seat);
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /**
   * The step with a number, or the nearest one.
   * @param {number} number
   */
  nearest(number) {
    return Math.max(0, Math.min(this.last, Math.trunc(number) || 0));
  }

  /** @param {number} number */
  go(number) {
    this.number = this.nearest(number);
    if (this.number === this.last) this.stop();
    this.draw();
  }

  /**
   * Goes to a step that somebody chose elsewhere on the page.
   * @param {number} number
   */
  goTo(number) {
    this.go(number);
    byId('board').scrollIntoView({ block: 'nearest' });
  }

  /**
   * The step of a line of the script: the first one that ends there or later.
   * @param {number} line
   */
  stepOf(line) {
    const step = this.replay.steps.findIndex(({ lines }) => lines[1] >= line);
    return step < 0 ? this.last : step;
  }

  /** @param {number} by the number of turns, negative for back */
  turn(by) {
    const { turns } = this.timeline;
    const next = by > 0 ? turns.find((step) => step > this.number) : turns.findLast((step) => step < this.number);
    this.go(next ?? (by > 0 ? this.last : 0));
  }

  play() {
    if (this.timer) return this.stop();
    if (this.number === this.last) this.go(0);
    const on = () => {
      this.timer = window.setTimeout(on, 1000 / this.speed);
      this.go(this.number + 1);
    };
    this.timer = window.setTimeout(on, 1000 / this.speed);
    this.showPlaying();
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.showPlaying();
  }

  showPlaying() {
    byId('play').setAttribute('aria-label', say(this.timer ? 'replay-pause' : 'replay-play'));
    byId('play-icon').setAttribute('href', this.timer ? '#pause' : '#run');
    byId('what').setAttribute('aria-live', this.timer ? 'off' : 'polite');
  }

  showSpeed() {
    byId('speed').textContent = `${this.speed}/s`;
    byId('speed').setAttribute('aria-label', say('replay-speed', { speed: this.speed }));
  }

  /**
   * Shows a step from a seat.
   * @param {number} number
   * @param {Seat} seat
   */
  show(number, seat) {
    this.number = this.nearest(number);
    this.sit(seat);
  }

  /** @param {Seat} seat */
  sit(seat) {
    this.seat = seat;
    for (const button of document.querySelectorAll('[data-seat]')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-seat') === seat));
    }
    this.showScores();
    this.draw();
  }

  draw() {
    const { number, seat } = this;
    const step = this.replay.steps[number];
    const state = this.timeline.go(number);
    this.view.draw({ state, step, number, seat });
    this.showStory(step, state);
    this.fit();
    this.script.mark(step.lines, seat);
    this.showParts(state);
    this.showText();
    this.slider.value = String(number);
    this.slider.setAttribute('aria-valuetext', byId('when').textContent);
    for (const [id, isUseless] of [['first', number === 0], ['back', number === 0], ['on', number === this.last], ['last', number === this.last]]) {
      /** @type {HTMLButtonElement} */ (byId(String(id))).ariaDisabled = String(isUseless);
    }
    this.onDraw();
  }

  /** Tells the style how large the board is, and how large a field. */
  fit() {
    const { width, height } = this.view.frame;
    const { style } = document.documentElement;
    const { board } = this.timeline.state;
    byId('close-up').hidden = Math.max(board.rows, board.columns) <= CLOSE_UP;
    document.body.dataset.game = board.classic ? 'classic' : 'ships';
    style.setProperty('--columns', String(width));
    style.setProperty('--rows', String(height));
    const others = [...document.querySelectorAll('header, .story, #heat, footer')].map(({ clientHeight }) => clientHeight);
    style.setProperty('--others', `${others.reduce((one, other) => one + other)}px`);
    const drawing = byId('board');
    const pixels = Math.max(1, Math.min(drawing.clientWidth / width, drawing.clientHeight / height));
    style.setProperty('--pixel', `${1 / pixels}px`);
    drawing.classList.toggle('small', pixels < 22);
  }

  /**
   * What has happened, as far as the seat knows it.
   * @param {Step} step
   */
  textOf(step) {
    const { seat } = this;
    const less = step.player === seat ? step.own : step.enemy;
    return tell(seat === 'all' ? step.text : less ?? step.text);
  }

  /**
   * @param {Step} step
   * @param {State} state
   */
  showStory(step, state) {
    const turn = this.timeline.turnOf[this.number];
    byId('when').textContent = say(turn ? 'replay-turn' : 'replay-step', { number: this.number, last: this.last, turn: turn ?? '' });
    byId('what').replaceChildren(...visible(this.textOf(step)));
    const isEnd = this.number === this.last;
    const { ending, failed, explanation = '' } = this.replay;
    byId('printed').replaceChildren(...visible(step.printed ?? ''));
    byId('printed').hidden = !step.printed;
    byId('end').textContent = `${tell(ending)}.`;
    // The last step may say it.
    byId('end').hidden = !isEnd || tell(ending) === this.textOf(step);
    byId('story').classList.toggle('failed', isEnd && failed !== undefined);
    // It may name ships that a player does not see.
    const explained = isEnd && this.seat === 'all' ? tell(explanation) : '';
    byId('explanation').replaceChildren(...visible(explained));
    byId('explanation').hidden = !explained;
    const analysis = analysisOf({ state, step, number: this.number, seat: this.seat });
    byId('loss').textContent = lossOf(analysis);
    byId('heat').hidden = !analysis;
    byId('heat').classList.toggle('without-best', !analysis?.best);
    byId('heat-max').textContent = `${Math.max(0, ...analysis?.heat ?? [])} %`;
    const { board: { rows, columns }, parts: [a, b] } = state;
    const label = this.seat === 'all' ? say('replay-board', { rows, columns, a, b }) : say('replay-board-seen', { rows, columns, seat: this.seat });
    byId('board').setAttribute('aria-label', label);
  }

  /**
   * How many parts both players have over time. Where shots are not announced, a player knows only its own.
   * @param {State} state
   */
  showParts({ board, parts }) {
    const known = PLAYERS.map((player) => this.seat === 'all' || this.seat === player || board.classic);
    const chart = byId('parts');
    const drawn = JSON.stringify(known);
    if (chart.dataset.drawn !== drawn) {
      chart.dataset.drawn = drawn;
      const end = Math.max(1, this.last);
      const shown = this.timeline.parts.flatMap((both) => both.filter((_, of) => known[of]));
      const max = shown.reduce((one, other) => Math.max(one, other), 1);
      const lines = PLAYERS.map((player, of) => {
        const values = this.timeline.parts.map((both) => both[of]);
        const points = values.map((value, i) => (value === values[i - 1] && i < end ? '' : `H${1000 * i / end}V${40 - 38 * value / max}`));
        return svg('path', { class: `parts ${player}`, d: known[of] ? `M0 40${points.join('')}` : 'M0 0' });
      });
      chart.replaceChildren(...lines, svg('path', { class: 'cursor' }));
    }
    chart.querySelector('.cursor')?.setAttribute('d', `M${1000 * this.number / Math.max(1, this.last)} 0V40`);
    PLAYERS.forEach((player, of) => {
      byId(`parts-${player}`).textContent = known[of] ? String(parts[of]) : '?';
    });
  }

  showText() {
    const details = /** @type {HTMLDetailsElement} */ (byId('text'));
    if (details.open) byId('text-board').textContent = this.timeline.state.text(this.seat);
  }

  /** The scores of an analysis, and the worst shots that the seat may see. */
  showScores() {
    const { analysis, steps } = this.replay;
    document.body.toggleAttribute('data-analysed', steps.some((step) => step.analysis));
    byId('scores').hidden = !analysis;
    if (!analysis) return;
    byId('strategy').textContent = say('replay-strategy', { strategy: analysis.strategy });
    /** @type {[string, (score: Score) => string][]} */
    const rows = [
      ['replay-hits', ({ hits }) => String(hits)],
      ['replay-accuracy', ({ accuracy }) => `${accuracy.toFixed(0)} %`],
      ['replay-shots', ({ shots }) => String(shots)],
      ['replay-needed', ({ needed }) => needed.toFixed(1)],
      ['replay-expected', ({ expected }) => expected.toFixed(1)],
      ['replay-loss', ({ loss }) => loss.toFixed(1)],
      ['replay-luck', ({ luck }) => luck.toFixed(1)],
    ];
    const isAny = (/** @type {(score: Score) => number} */ value) => analysis.players.some((score) => value(score) < 0);
    byId('below-zero').textContent = [
      isAny(({ loss }) => loss) ? say('replay-negative-loss', { strategy: analysis.strategy }) : '',
      isAny(({ luck }) => luck) ? say('replay-negative-luck') : '',
    ].join(' ').trim();
    byId('score-rows').replaceChildren(...rows.map(([name, value]) => {
      const head = html('th', '', say(name));
      head.setAttribute('scope', 'row');
      return html('tr', '', head, ...analysis.players.map((score) => html('td', 'number', value(score))));
    }));
    const worst = analysis.players.flatMap((score, of) => score.worst.map((step) => ({ step, player: PLAYERS[of] })));
    const known = worst.filter(({ player }) => this.seat === 'all' || this.seat === player);
    byId('worst').replaceChildren(...known.map(({ step, player }) => {
      const loss = this.replay.steps[step].analysis?.loss ?? 0;
      const button = html('button', '', say('replay-worst', { player, step, loss: loss.toFixed(1) }));
      button.addEventListener('click', () => this.goTo(step));
      return button;
    }));
  }

  bind() {
    /** @type {Record<string, () => void>} */
    const actions = {
      first: () => this.go(0),
      before: () => this.turn(-1),
      back: () => this.go(this.number - 1),
      play: () => this.play(),
      on: () => this.go(this.number + 1),
      next: () => this.turn(1),
      last: () => this.go(this.last),
      'close-up': () => this.closeUp(),
      speed: () => this.speedUp(),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
    for (const button of document.querySelectorAll('[data-seat]')) {
      button.addEventListener('click', () => this.sit(/** @type {Seat} */ (button.getAttribute('data-seat'))));
    }
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    byId('text').addEventListener('toggle', () => this.showText());
    byId('parts').addEventListener('click', ({ clientX }) => {
      const { left, width } = byId('parts').getBoundingClientRect();
      this.goTo(Math.round(this.last * (clientX - left) / width));
    });
    document.addEventListener('pointerdown', () => { this.isTabbed = false; }, { capture: true });
    // The focus may come from outside the root.
    document.addEventListener('keydown', ({ key }) => { this.isTabbed ||= key === 'Tab'; }, { capture: true });
    this.root.addEventListener('keydown', (event) => this.onKey(/** @type {KeyboardEvent} */ (event)));
    window.addEventListener('resize', () => this.fit());
    bindSwipe(byId('board'), (by) => this.go(this.number + by));
  }

  closeUp() {
    this.view.isClose = !this.view.isClose;
    byId('close-up').setAttribute('aria-pressed', String(this.view.isClose));
    this.draw();
  }

  speedUp() {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    this.showSpeed();
  }

  /**
   * The page takes the keys after any click; a control that Tab has reached keeps its own.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const own = event.key === ' ' ? 'button, summary, [data-keys]' : '[data-keys]';
    const focused = /** @type {HTMLElement} */ (event.target);
    if (this.isTabbed && focused.closest(own)) return;
    const action = {
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.go(this.number - 1)),
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.go(this.number + 1)),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      ' ': () => this.play(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    // Otherwise releasing the key would press the last clicked button again.
    if (!this.isTabbed) focused.blur();
    action();
  }
}

/**
 * What a shot lost; within its interval, that means nothing.
 * @param {StepAnalysis} [analysis]
 */
function lossOf(analysis) {
  const { loss, margin = 0, needed = 0 } = analysis ?? {};
  if (loss === undefined) return '';
  const isAsGood = loss <= 0 || loss < margin;
  return say(isAsGood ? 'replay-as-good' : 'replay-lost', { loss: loss.toFixed(2), margin: margin.toFixed(2), needed: needed.toFixed(1) });
}

/**
 * Steps back or on when a finger moves right or left.
 * @param {HTMLElement} element
 * @param {(by: number) => void} go
 */
function bindSwipe(element, go) {
  let [startX, startY] = [0, 0];
  element.addEventListener('touchstart', ({ touches }) => {
    [startX, startY] = [touches[0].clientX, touches[0].clientY];
  }, { passive: true });
  element.addEventListener('touchend', ({ changedTouches }) => {
    const [x, y] = [changedTouches[0].clientX - startX, changedTouches[0].clientY - startY];
    if (Math.abs(x) >= SWIPE_MIN && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });
}
