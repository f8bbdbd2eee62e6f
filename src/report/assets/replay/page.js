// @ts-check
'use strict';

// The controls: steps, seats, texts, the chart of parts.

/** A swipe is at least this long, in pixels. */
const SWIPE_MIN = 40;

/** The page. */
class Page {
  /**
   * @param {Replay} replay
   * @param {string} script
   */
  constructor(replay, script) {
    this.replay = replay;
    this.timeline = new Timeline(replay);
    this.view = new BoardView(byId('board'));
    this.script = new ScriptView(script, replay.ending.line ?? 0);
    this.seat = /** @type {Seat} */ ('all');
    this.number = 0;
    this.timer = 0;
    this.hashTimer = 0;
    this.hash = '';
    this.slider = /** @type {HTMLInputElement} */ (byId('slider'));
    this.slider.max = String(this.last);
    this.showScores();
    this.bind();
    this.readHash();
  }

  get last() {
    return this.replay.steps.length - 1;
  }

  /** @param {number} number */
  go(number) {
    this.number = Math.max(0, Math.min(this.last, Math.trunc(number) || 0));
    if (this.number === this.last) this.stop();
    this.draw();
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
    const speed = /** @type {HTMLSelectElement} */ (byId('speed'));
    const on = () => {
      this.timer = window.setTimeout(on, 1000 / Number(speed.value));
      this.go(this.number + 1);
    };
    this.timer = window.setTimeout(on, 1000 / Number(speed.value));
    this.showPlaying();
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.showPlaying();
  }

  showPlaying() {
    byId('play').setAttribute('aria-label', this.timer ? 'Pause' : 'Play');
    byId('play-icon').setAttribute('href', this.timer ? '#pause' : '#run');
    byId('what').setAttribute('aria-live', this.timer ? 'off' : 'polite');
  }

  /** @param {Seat} seat */
  sit(seat) {
    this.seat = seat;
    for (const button of document.querySelectorAll('[data-seat]')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-seat') === seat));
    }
    this.draw();
  }

  draw() {
    const { number, seat } = this;
    const step = this.replay.steps[number];
    const state = this.timeline.go(number);
    this.view.draw({ state, step, number, seat });
    this.fit();
    this.script.mark(step.lines, seat);
    this.showStory(step, state);
    this.showParts(state);
    this.showText();
    this.slider.value = String(number);
    this.slider.setAttribute('aria-valuetext', byId('when').textContent);
    for (const [id, isUseless] of [['first', number === 0], ['back', number === 0], ['on', number === this.last], ['last', number === this.last]]) {
      /** @type {HTMLButtonElement} */ (byId(String(id))).ariaDisabled = String(isUseless);
    }
    window.clearTimeout(this.hashTimer);
    this.hashTimer = window.setTimeout(() => this.writeHash(), 300);
  }

  /** Tells the style how large the board is, and how large a field. */
  fit() {
    const { width, height } = this.view.frame;
    const { style } = document.documentElement;
    const { board } = this.timeline.state;
    byId('close-up').hidden = Math.max(board.rows, board.columns) <= CLOSE_UP;
    byId('main').classList.toggle('wide', width > 0.8 * height);
    document.body.dataset.game = board.classic ? 'classic' : 'ships';
    style.setProperty('--columns', String(width));
    style.setProperty('--rows', String(height));
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
    if (seat === 'all') return step.text;
    if (step.player === seat) return step.own ?? step.text;
    return step.enemy ?? (step.player ? `${step.player} acts unseen` : step.text);
  }

  /**
   * @param {Step} step
   * @param {State} state
   */
  showStory(step, state) {
    const turn = this.timeline.turnOf[this.number];
    byId('when').textContent = `Step ${this.number} of ${this.last}${turn ? ` · turn ${turn}` : ''}`;
    byId('what').replaceChildren(...visible(this.textOf(step)));
    const isEnd = this.number === this.last;
    const { kind, player, next, line, explanation } = this.replay.ending;
    const isFailed = isEnd && kind === 'failed';
    const printed = step.printed && !isFailed ? step.printed : '';
    byId('printed').replaceChildren(...visible(printed));
    byId('printed').hidden = !printed;
    const end = isFailed ? `The script fails in line ${line}.` : `The script ends here; ${next} is to move.`;
    byId('end').textContent = kind === 'won' ? `${player} has won.` : end;
    byId('end').hidden = !isEnd;
    byId('story').classList.toggle('failed', isFailed);
    byId('explanation').replaceChildren(...visible(isFailed ? explanation ?? '' : ''));
    byId('explanation').hidden = !isFailed || !explanation;
    byId('loss').textContent = lossOf(analysisOf({ state, step, number: this.number, seat: this.seat }));
    const [a, b] = state.parts;
    byId('board').setAttribute('aria-label', `Board of ${state.board.rows} rows and ${state.board.columns} columns${this.seat === 'all' ? `; parts remaining: A ${a}, B ${b}` : `, as ${this.seat} sees it`}`);
  }

  /**
   * The parts of both players over time. A player without announced shots knows its own only.
   * @param {State} state
   */
  showParts({ board, parts }) {
    const known = PLAYERS.map((player) => this.seat === 'all' || this.seat === player || board.classic);
    const max = this.timeline.partsMax;
    const chart = byId('parts');
    const drawn = JSON.stringify(known);
    if (chart.dataset.drawn !== drawn) {
      chart.dataset.drawn = drawn;
      const end = Math.max(1, this.last);
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

  /** The scores of an analysis. */
  showScores() {
    const { analysis, steps } = this.replay;
    document.body.toggleAttribute('data-analysed', steps.some((step) => step.analysis));
    if (!analysis) return;
    byId('scores').hidden = false;
    byId('strategy').textContent = `Compared with the strategy ${analysis.strategy}`;
    /** @type {[string, (score: Score) => string][]} */
    const rows = [
      ['Shots', ({ shots }) => String(shots)],
      ['Hits', ({ hits }) => String(hits)],
      ['Accuracy', ({ accuracy }) => `${accuracy.toFixed(0)} %`],
      ['Expected shots', ({ expected }) => expected.toFixed(1)],
      ['Lost by choice', ({ loss }) => loss.toFixed(1)],
      ['Lost to chance', ({ luck }) => luck.toFixed(1)],
    ];
    byId('score-rows').replaceChildren(...rows.map(([name, value]) => {
      const head = html('th', '', name);
      head.setAttribute('scope', 'row');
      return html('tr', '', head, ...analysis.players.map((score) => html('td', 'number', value(score))));
    }));
    const worst = analysis.players.flatMap((score, of) => score.worst.map((step) => ({ step, player: PLAYERS[of] })));
    byId('worst').replaceChildren(...worst.map(({ step, player }) => {
      const loss = this.replay.steps[step].analysis?.loss ?? 0;
      const button = html('button', '', `${player}, step ${step}: ${loss.toFixed(1)}`);
      button.addEventListener('click', () => this.go(step));
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
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
    for (const button of document.querySelectorAll('[data-seat]')) {
      button.addEventListener('click', () => this.sit(/** @type {Seat} */ (button.getAttribute('data-seat'))));
    }
    this.slider.addEventListener('input', () => this.go(Number(this.slider.value)));
    byId('text').addEventListener('toggle', () => this.showText());
    document.addEventListener('keydown', (event) => this.onKey(event));
    window.addEventListener('hashchange', () => this.readHash());
    window.addEventListener('resize', () => this.fit());
    bindTheme(byId('theme'));
    bindSwipe(byId('board'), (by) => this.go(this.number + by));
  }

  closeUp() {
    this.view.isClose = !this.view.isClose;
    byId('close-up').setAttribute('aria-pressed', String(this.view.isClose));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('select, [data-keys]')) return;
    if (event.key === ' ' && target.closest('button, summary')) return;
    const action = {
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.go(this.number - 1)),
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.go(this.number + 1)),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      ' ': () => this.play(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Makes the address a link to this step, unless the address has just been changed. */
  writeHash() {
    if (location.hash !== this.hash) return;
    this.hash = `#step=${this.number}&seat=${this.seat}`;
    history.replaceState(null, '', this.hash);
  }

  readHash() {
    this.hash = location.hash;
    const hash = new URLSearchParams(location.hash.slice(1));
    const seat = hash.get('seat');
    this.number = Math.max(0, Math.min(this.last, Math.trunc(Number(hash.get('step'))) || 0));
    this.sit(seat === 'A' || seat === 'B' ? seat : 'all');
  }
}

/**
 * What a shot lost. Less than two standard errors mean nothing.
 * @param {StepAnalysis} [analysis]
 */
function lossOf(analysis) {
  const { loss, error = 0, needed = 0 } = analysis ?? {};
  if (loss === undefined) return '';
  const lost = loss <= 0 || loss < 2 * error ? 'As good as the best shot' : `Lost ${loss.toFixed(2)} ± ${error.toFixed(2)} shots against the best`;
  return `${lost}; with that, ${needed.toFixed(1)} shots were still expected.`;
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

/** Opens the recorded game. */
async function openPage() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const [replay, script] = await Promise.all([load('replay'), load('script')]);
  new Page(JSON.parse(decoder.decode(replay)), decoder.decode(script));
  document.body.dataset.ready = '';
}

openPage().catch((/** @type {unknown} */ error) => {
  byId('what').textContent = `This page cannot be shown: ${error}`;
});
