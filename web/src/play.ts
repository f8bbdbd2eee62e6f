// A game against the program. The library says what may be done; this shows it and asks.

import { type Page, type Replay, byId, drawChances, drawHull, html, svg, visible } from 'virtual:replay';
import type { Choices, Field, Hint, OwnShip, Position, Refused } from './answers';
import { ARROWS, speak } from './board-reader';
import type { Engine } from './engine';
import { classTitle, fieldText } from './field';
import { say, tell } from './text';

type Action = string | Record<string, unknown>;

/** The names of the texts of moves. */
const MOVES: Record<string, string> = { F: 'move-f', L: 'move-l', R: 'move-r' };
const DIRECTIONS = ['N', 'E', 'S', 'W'];

export interface GameEvents {
  /** The game has gone on, or another one has begun. */
  onChange(): void;
  /** The person leaves the game, which can be continued. */
  onLeave(): void;
  /** The person leaves the game: its script goes to the editor, which may analyse it. */
  onScript(script: string, isReviewed: boolean): void;
  onError(error: unknown): void;
}

export class Game {
  readonly #engine: Engine;
  readonly #page: Page;
  readonly #events: GameEvents;
  readonly #overlay = svg('g', { class: 'overlay' });
  #choices: Choices[] = [];
  #position: Position | undefined;
  #steps = 0;
  #cursor: Field = [0, 0];
  /** The chosen ship, by class and index. */
  #chosen = '';
  /** The move or plane that is being aimed. */
  #aim = '';
  #isBusy = false;
  /** Whether the person is asked which game to begin; the one before can still be continued. */
  #isAsking = false;
  #isNewsWhole = false;

  constructor(engine: Engine, page: Page, events: GameEvents) {
    this.#engine = engine;
    this.#page = page;
    this.#events = events;
    this.#bind();
  }

  get isOpen() {
    return 'playing' in document.body.dataset;
  }

  /** Called after each drawing of the board. */
  drawOver() {
    if (!this.isOpen) return this.#overlay.remove();
    byId('board').append(this.#overlay);
    this.#overlay.replaceChildren(...this.#marks());
  }

  /** The game as it is kept. */
  get position(): unknown {
    return this.#position;
  }

  /** Brings back a game that was kept. */
  async restore(position: unknown, isPlaying: boolean) {
    this.#position = position as Position;
    if (isPlaying) await this.open();
  }

  /** Opens the game that has begun; or asks which one to begin. */
  async open() {
    if (!this.#position) return this.#ask();
    this.#enter();
    this.#cursor = middleOf(this.#position);
    try {
      await this.#look(this.#position);
      this.#show();
      byId('board').focus();
    } catch (error) {
      this.#events.onError(error);
    }
  }

  /** Puts the game in place of the script. */
  #enter() {
    document.body.dataset.playing = 'on';
    byId('game').hidden = false;
    byId('notice').hidden = true;
  }

  async #ask() {
    this.#enter();
    if (this.#choices.length === 0) this.#choices = await this.#engine.json<Choices[]>('games');
    const rules = byId('rules') as HTMLSelectElement;
    if (rules.length === 0) {
      rules.append(...this.#choices.map((choices) => new Option(choices.rules)));
      this.#offer();
    }
    this.#isAsking = true;
    this.#show();
    rules.focus();
  }

  #openScript(isReviewed: boolean) {
    const { script = '', stage } = this.#position ?? {};
    this.#close();
    // There is nothing to continue, and the script is safe.
    if (stage === 'over') this.#position = undefined;
    this.#events.onScript(script, isReviewed);
  }

  #leave() {
    this.#close();
    this.#events.onLeave();
  }

  #close() {
    this.#isAsking = false;
    delete document.body.dataset.playing;
    byId('game').hidden = true;
    byId('game-facts').hidden = true;
    this.#overlay.remove();
  }

  /** Offers what a rule set has. */
  #offer() {
    const chosen = this.#choices[(byId('rules') as HTMLSelectElement).selectedIndex];
    const names = chosen.levels.map((name, i) => new Option(`${i + 1} ${name}`, String(i + 1), i + 1 === chosen.level, i + 1 === chosen.level));
    byId('level').replaceChildren(...names);
    const [min, max] = chosen.sides;
    const side = byId('side') as HTMLInputElement;
    [side.min, side.max, side.value] = [String(min), String(max), String(min)];
    byId('side-choice').hidden = min === max;
    for (const choice of document.querySelectorAll<HTMLElement>('.ships-choice')) choice.hidden = !chosen.moves;
  }

  async #begin() {
    const value = (id: string) => (byId(id) as HTMLInputElement | HTMLSelectElement).value;
    const choices = {
      rules: value('rules'),
      level: Number(value('level')),
      side: byId('side-choice').hidden ? null : Number(value('side')),
      reefs: byId('reefs-choice').hidden ? 0 : Number(value('reefs')),
      extended: value('shooting') === 'extended',
      first: value('first-mover') || null,
      seed: newSeed(),
    };
    this.#steps = 0;
    [this.#chosen, this.#aim] = ['', ''];
    await this.#take(this.#engine.json<Position | Refused>('begin', JSON.stringify(choices)));
    byId('board').focus();
  }

  /** Asks for an action in this position. */
  async #act(action: Action, chosen: Record<string, unknown> = {}) {
    const { script = '', draft } = this.#position ?? {};
    const request = JSON.stringify({ action, draft: draft?.ships ?? [], class: draft?.hand?.class, direction: draft?.hand?.direction, ...chosen });
    await this.#take(this.#engine.text('play', `${request}\n${script}`).then((text) => JSON.parse(text) as Position | Refused));
  }

  /** Shows the position of an answer. */
  async #take(answer: Promise<Position | Refused>) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    document.body.dataset.running = '';
    try {
      const position = await answer;
      if ('error' in position) return this.#tell(whyNot(tell(position.error)));
      const isMore = position.script !== this.#position?.script;
      const isNew = this.#isAsking || position.stage !== this.#position?.stage;
      if (isNew) this.#cursor = middleOf(position);
      this.#isAsking = false;
      this.#position = position;
      if (isMore) await this.#look(position);
      this.#show();
      if (isNew) this.#showCursor();
      this.#events.onChange();
    } catch (error) {
      this.#events.onError(error);
    } finally {
      this.#isBusy = false;
      delete document.body.dataset.running;
    }
  }

  /** Shows the board from the person's seat, and what has happened since it was shown last. */
  async #look({ script, stage }: Position) {
    const replay = await this.#engine.json<Replay | Refused>('replay', script);
    if ('error' in replay) throw new Error(tell(replay.error));
    const last = replay.steps.length - 1;
    const seat = stage === 'over' ? 'all' : 'A';
    this.#page.open(replay, { mark() {} }, last, seat);
    const news = replay.steps.slice(this.#steps).filter((step) => step.player).map((step) => ({ player: step.player ?? '', text: this.#page.textOf(step) }));
    const isFirst = this.#steps === 0;
    this.#steps = replay.steps.length;
    const told = news.filter(({ text }, i) => text !== news[i - 1]?.text);
    // A hint is no news, and leaves what there is.
    if (isFirst || told.length > 0) byId('news').replaceChildren(...told.slice(-NEWS_MAX).map(({ player, text }) => html('li', player, ...visible(text))));
    this.#isNewsWhole = false;
  }

  #tell(text: string) {
    byId('game-status').replaceChildren(...visible(text));
  }

  #show() {
    const position = this.#shown;
    document.body.dataset.playing = position?.stage ?? 'choosing';
    byId('new-game').hidden = position !== undefined;
    byId('placing').hidden = position?.stage !== 'placing';
    byId('accept').classList.toggle('primary', position?.draft?.hand === null);
    byId('turn').hidden = position?.stage !== 'playing';
    byId('review').hidden = position?.stage !== 'over';
    for (const id of ['game-script', 'another-game']) byId(id).hidden = !position;
    byId('fleets').replaceChildren(...fleetRows(position));
    byId('game-facts').hidden = !position;
    this.#foldNews();
    this.#showShips();
    this.#tell(this.#advice());
    this.drawOver();
  }

  /** Shows the last of what has happened, or all. */
  #foldNews() {
    const news = byId('news');
    news.classList.toggle('folded', !this.#isNewsWhole);
    news.scrollTop = news.scrollHeight;
    const button = byId('whole-news');
    button.hidden = !this.#isNewsWhole && news.scrollHeight <= news.clientHeight;
    button.textContent = this.#isNewsWhole ? say('news-last') : say('news-all', { count: news.childElementCount });
    button.setAttribute('aria-expanded', String(this.#isNewsWhole));
  }

  /** The possible actions, or why the last one failed. */
  #advice(): string {
    const position = this.#shown;
    if (!position) return say('choose-game');
    if (position.refused) return say('refused', { why: whyNot(position.refused) });
    const { stage, draft, turn, winner, stats, hint } = position;
    if (stage === 'over') {
      const [own, enemy] = stats ?? [];
      const score = own && enemy ? say('score', { hits: own.hits, shots: own.shots, enemyHits: enemy.hits, enemyShots: enemy.shots }) : '';
      return `${say(winner === 'A' ? 'you-won' : 'program-won')} ${score}`;
    }
    if (draft) {
      const { hand } = draft;
      return hand ? say('place-ship', { ship: classTitle(position.rules, hand.class), length: hand.length, left: hand.left }) : say('fleet-complete');
    }
    if (!turn) return '';
    if (!turn.by_ship && turn.ships.length === 0) return `${hint ? `${likeliest(hint)} ` : ''}${say('your-shot')}`;
    const ship = this.#ship;
    if (this.#aim === 'plane') return say('choose-plane-field');
    if (!ship) return say(turn.by_ship ? 'choose-ship' : 'shoot-or-move');
    return say('ship-has', { ship: classTitle(position.rules, ship.class), moves: ship.moves_left, shots: ship.shots_left });
  }

  /** The position, unless the person is asked for another game. */
  get #shown(): Position | undefined {
    return this.#isAsking ? undefined : this.#position;
  }

  get #ship(): OwnShip | undefined {
    return this.#position?.turn?.ships.find((ship) => nameOf(ship) === this.#chosen);
  }

  #showShips() {
    const ships = this.#position?.turn?.ships ?? [];
    if (!this.#ship) [this.#chosen, this.#aim] = ['', ''];
    const options = ships.map((ship) => new Option(`${classTitle(this.#position?.rules ?? '', ship.class)} ${ship.index}`, nameOf(ship)));
    const list = byId('own-ships') as HTMLSelectElement;
    list.replaceChildren(new Option(say('no-ship'), ''), ...options);
    list.value = this.#chosen;
    list.hidden = ships.length === 0;
    byId('orders').replaceChildren(...this.#orders(this.#ship));
    byId('hint').hidden = ships.length > 0;
    byId('end-turn').hidden = ships.length === 0;
  }

  /** The buttons of a ship. */
  * #orders(ship: OwnShip | undefined) {
    if (!ship) return;
    for (const { movement, blocked, uncertain } of ship.moves) {
      const button = html('button', '', say(MOVES[movement])) as HTMLButtonElement;
      button.disabled = blocked !== null;
      button.title = blocked !== null ? whyNot(blocked) : uncertain ? say('may-be-in-the-way') : '';
      button.addEventListener('click', () => void this.#act({ execute: `MOVE ${nameOf(ship)} ${movement}` }));
      for (const event of ['pointerenter', 'focus']) button.addEventListener(event, () => this.#preview(movement));
      for (const event of ['pointerleave', 'blur']) button.addEventListener(event, () => this.#preview(''));
      yield button;
    }
    if (!ship.sends_planes) return;
    const plane = html('button', '', say('plane'));
    plane.setAttribute('aria-pressed', String(this.#aim === 'plane'));
    plane.addEventListener('click', () => {
      this.#aim = this.#aim === 'plane' ? '' : 'plane';
      this.#show();
      byId('board').focus();
    });
    yield plane;
  }

  #preview(movement: string) {
    if (this.#aim === 'plane') return;
    this.#aim = movement;
    this.drawOver();
  }

  #choose(name: string) {
    [this.#chosen, this.#aim] = [name, ''];
    this.#show();
  }

  /** The layer over the board: the cursor and the targets. */
  * #marks() {
    const position = this.#shown;
    if (!position || position.stage === 'over') return;
    const [y, x] = this.#cursor;
    const { draft, turn, hint } = position;
    if (hint) yield drawChances(hint.rect, hint.heat);
    for (const hull of draft?.placed ?? []) yield drawHull(hull.at, hull.length, 'A');
    const hand = draft?.hand;
    if (hand) {
      for (const [headY, headX] of hand.heads) yield svg('rect', { class: 'reach', x: headX, y: headY, width: 1, height: 1 });
      const isFree = hand.heads.some((head) => head[0] === y && head[1] === x);
      yield drawHull([y, x, DIRECTIONS.indexOf(hand.direction)], hand.length, `hand${isFree ? '' : ' blocked'}`);
    }
    const ship = this.#ship;
    if (ship) {
      for (const [fieldY, fieldX] of ship.reach ?? []) yield svg('rect', { class: 'reach', x: fieldX, y: fieldY, width: 1, height: 1 });
      yield drawHull(ship.hull.at, ship.hull.length, 'chosen');
      const move = ship.moves.find(({ movement }) => movement === this.#aim);
      if (move) yield drawHull(move.hull.at, move.hull.length, `hand${move.blocked === null ? '' : ' blocked'}`);
    }
    if (turn && this.#aim === 'plane') yield svg('rect', { class: 'plane', x: x - 1, y: y - 1, width: 3, height: 3 });
    yield svg('rect', { class: 'cursor', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 });
  }

  /** Acts on the field of the cursor. */
  #use() {
    const position = this.#position;
    if (!position || this.#isBusy || position.stage === 'over') return;
    const [y, x] = this.#cursor;
    if (position.draft) return void this.#act({ place: { y, x } });
    const ship = this.#ship;
    if (ship && this.#aim === 'plane') {
      this.#aim = '';
      return void this.#act({ execute: `SPY ${ship.index} ${y} ${x}` });
    }
    const own = this.#ownAt(y, x);
    if (own) return this.#choose(own === ship ? '' : nameOf(own));
    if (ship && position.turn?.by_ship) return void this.#act({ execute: `SHOOT ${nameOf(ship)} ${y} ${x}` });
    if (position.turn?.by_ship) return this.#tell(say('choose-ship-first'));
    void this.#act({ execute: `SHOOT ${y} ${x}` });
  }

  /** The person's ship on a field, if it can be given orders. */
  #ownAt(y: number, x: number): OwnShip | undefined {
    const { state } = this.#page.timeline;
    const label = state.labels[state.shipAt[state.field(y, x)] - 1];
    return this.#position?.turn?.ships.find((ship) => label?.player === 'A' && label.class === ship.class && label.index === ship.index);
  }

  #moveTo(field: Field | undefined) {
    const { rows, columns } = this.#page.timeline.state.board;
    if (!field || field[0] < 0 || field[1] < 0 || field[0] >= rows || field[1] >= columns) return false;
    this.#cursor = field;
    speak(fieldText(this.#page, field));
    this.drawOver();
    return true;
  }

  /** Scrolls to the cursor where the board is larger than its pane. */
  #showCursor() {
    this.#overlay.querySelector('.cursor')?.scrollIntoView({ block: 'nearest' });
  }

  #bind() {
    const board = byId('board');
    let touched: Field = this.#cursor;
    byId('play-game').addEventListener('click', () => void this.open());
    byId('leave').addEventListener('click', () => this.#leave());
    byId('rules').addEventListener('change', () => this.#offer());
    byId('own-ships').addEventListener('change', () => this.#choose((byId('own-ships') as HTMLSelectElement).value));
    byId('new-game').addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#begin();
    });
    const actions: Record<string, () => void> = {
      rotate: () => void this.#act('rotate'),
      'next-class': () => void this.#act('next-class'),
      'undo-ship': () => void this.#act('undo'),
      'random-fleet': () => void this.#act({ random: newSeed() }),
      accept: () => void this.#act('accept'),
      hint: () => void this.#act('hint'),
      'end-turn': () => void this.#act('end-turn'),
      'another-game': () => void this.#ask(),
      'whole-news': () => {
        this.#isNewsWhole = !this.#isNewsWhole;
        this.#foldNews();
      },
      'game-script': () => this.#openScript(false),
      review: () => this.#openScript(true),
    };
    for (const [id, action] of Object.entries(actions)) byId(id).addEventListener('click', action);
    board.addEventListener('pointermove', (event) => {
      if (this.#shown && this.isOpen) this.#moveTo(fieldAt(board, event));
    });
    board.addEventListener('click', (event) => {
      if (!this.#shown || !this.isOpen) return;
      const [y, x] = touched;
      if (!this.#moveTo(fieldAt(board, event))) return;
      // A finger covers several fields: where ships shoot, the first tap chooses the field.
      const isChosen = y === this.#cursor[0] && x === this.#cursor[1];
      const isFinger = (event as PointerEvent).pointerType === 'touch';
      if (isFinger && !isChosen && this.#position?.turn?.by_ship && this.#ship && !this.#ownAt(...this.#cursor)) return this.#tell(say('tap-again', { field: this.#cursor.join(' ') }));
      this.#use();
    });
    // Before the pointer moves the cursor there.
    board.addEventListener('pointerdown', () => { touched = this.#cursor; }, { capture: true });
    board.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onKey(event: KeyboardEvent) {
    if (!this.#shown || !this.isOpen || event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    const [y, x] = this.#cursor;
    const keys: Record<string, () => void> = {
      Enter: () => this.#use(),
      ' ': () => this.#use(),
      ...this.#position?.draft ? { r: () => byId('rotate').click() } : {},
    };
    const action = arrow ? () => { if (this.#moveTo([y + arrow[0], x + arrow[1]])) this.#showCursor(); } : keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}

/** More events than a turn has. */
const NEWS_MAX = 200;

/** Where the cursor is at first. */
function middleOf({ draft, turn }: Position): Field {
  const heads = draft?.hand?.heads ?? [];
  if (heads.length > 0) return heads[Math.trunc(heads.length / 2)];
  const [top, left, bottom, right] = turn?.targets ?? [0, 0, 0, 0];
  return [Math.trunc((top + bottom) / 2), Math.trunc((left + right) / 2)];
}

/** The field where a hint most expects the enemy. */
function likeliest({ rect: [top, left, , right], heat }: Hint) {
  const max = Math.max(...heat);
  const at = heat.indexOf(max);
  const columns = right - left + 1;
  return say('likeliest', { field: `${top + Math.floor(at / columns)} ${left + at % columns}`, chance: max });
}

/** Why something cannot be done. */
function whyNot(reason: string) {
  if (reason === 'unseen') return say(reason);
  const text = say(`reason-${reason}`);
  // What the library cannot read is no reason of the game.
  return text.startsWith('reason-') ? reason : text;
}

/** How a command names a ship. */
function nameOf(ship: OwnShip) {
  return `${ship.index} ${ship.class}`;
}

/** The field of the board under a pointer. */
function fieldAt(board: HTMLElement, { clientX, clientY }: MouseEvent): Field | undefined {
  const matrix = (board as unknown as SVGSVGElement).getScreenCTM()?.inverse();
  if (!matrix) return undefined;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
  return [Math.floor(y), Math.floor(x)];
}

/** The ships afloat of both players. */
function* fleetRows(position: Position | undefined) {
  if (!position) return;
  for (const fleet of position.fleets) {
    const { length, own, enemy } = fleet;
    const head = html('th', '', `${classTitle(position.rules, fleet.class)} (${length})`);
    head.setAttribute('scope', 'row');
    yield html('tr', '', head, html('td', 'number', String(own ?? '?')), html('td', 'number', String(enemy ?? '?')));
  }
}

function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
