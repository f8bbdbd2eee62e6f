// The lessons: one after the other, with what is done of them.

import { byId } from 'virtual:replay';
import type { Engine } from './engine';
import { remember, remembered } from './keep';
import { LESSONS } from './lessons';
import { say } from './text';

export interface LearnEvents {
  /** Puts the script of a lesson into the editor. */
  onScript(script: string, what: string): void;
  /** Another lesson is open, or none. */
  onChange(): void;
}

export class Learn {
  readonly #engine: Engine;
  readonly #events: LearnEvents;
  readonly #done = new Set(remembered<number[]>('lessons') ?? []);
  /** The number of the open lesson, from 0. */
  #open: number | undefined;

  constructor(engine: Engine, events: LearnEvents) {
    this.#engine = engine;
    this.#events = events;
    byId('lessons').addEventListener('change', () => this.open(Number((byId('lessons') as HTMLSelectElement).value)));
    byId('previous-lesson').addEventListener('click', () => this.open((this.#open ?? 1) - 1));
    byId('next-lesson').addEventListener('click', () => this.open((this.#open ?? 0) + 1));
    byId('end-lesson').addEventListener('click', () => this.close());
    byId('solution').addEventListener('click', () => events.onScript(LESSONS[this.#open ?? 0].solution, say('lesson-solution')));
  }

  get number() {
    return this.#open;
  }

  /** Opens a lesson with its script; without a number, the first one that is not done. */
  open(number?: number) {
    const first = LESSONS.findIndex((_, i) => !this.#done.has(i));
    this.show(number ?? Math.max(0, first));
    this.#events.onScript(LESSONS[this.#open ?? 0].script, say('lesson-script', { number: (this.#open ?? 0) + 1 }));
  }

  /** Shows a lesson, and leaves the script as it is. */
  show(number: number) {
    const { title, text } = LESSONS[number];
    this.#open = number;
    byId('welcome').hidden = true;
    byId('lesson').hidden = false;
    byId('lesson-title').textContent = say('lesson-heading', { number: number + 1, count: LESSONS.length, title: say(title) });
    byId('lesson-text').textContent = say(text);
    this.#say('', false);
    this.#list();
    byId('previous-lesson').hidden = number === 0;
    byId('next-lesson').hidden = number === LESSONS.length - 1;
    this.#events.onChange();
  }

  close() {
    this.#open = undefined;
    byId('lesson').hidden = true;
    this.#events.onChange();
  }

  /** Says whether the script of the open lesson prints what it should. */
  async check(output: string) {
    const number = this.#open;
    if (number === undefined) return;
    const isRight = output === await this.#engine.text('run', LESSONS[number].solution);
    if (this.#open !== number) return;
    if (isRight && !this.#done.has(number)) {
      this.#done.add(number);
      remember('lessons', [...this.#done]);
      this.#list();
    }
    const isEnd = LESSONS.every((_, i) => this.#done.has(i));
    const right = [say('lesson-right'), isEnd ? say('lessons-done') : ''].join(' ');
    this.#say(isRight ? right : say('lesson-wrong'), isRight);
  }

  #say(text: string, isRight: boolean) {
    byId('lesson-result').textContent = text;
    byId('lesson').classList.toggle('right', isRight);
  }

  /** Lists the lessons; a tick is before those that are done. */
  #list() {
    const options = LESSONS.map(({ title }, i) => new Option(`${this.#done.has(i) ? '✓ ' : ''}${i + 1}. ${say(title)}`, String(i)));
    const list = byId('lessons') as HTMLSelectElement;
    list.replaceChildren(...options);
    list.value = String(this.#open);
  }
}
