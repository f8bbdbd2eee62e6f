// The lessons: one after the other, with what is done of them.

import { byId, html } from 'virtual:replay';
import type { Finding } from './answers';
import { differences } from './compare';
import type { Engine } from './engine';
import { type LessonScripts, remember, remembered } from './keep';
import { LESSONS } from './lessons';
import { say } from './text';

/** The page keeps no longer scripts of lessons that are not open. */
const SCRIPT_CHARACTERS_MAX = 10_000;

export interface LearnEvents {
  /** The script in the editor. */
  script(): string;
  /** Puts the script of a lesson into the editor. */
  onScript(script: string, what: string, number: number): void;
  /** Shows where a script differs from what a lesson asks for, or what is wrong with it. */
  onWhy(where: 'compare' | 'problems'): void;
  /** Shows a line of the script. */
  goTo(line: number): void;
  onChange(): void;
}

/** What the script of a lesson is so far. */
interface Progress {
  text: string;
  isRight?: boolean;
  /** What explains it. */
  why?: 'compare' | 'problems';
}

export class Learn {
  readonly #engine: Engine;
  readonly #events: LearnEvents;
  readonly #done = new Set(remembered<number[]>('lessons') ?? []);
  readonly #scripts: Map<number, string>;
  /** The number of the open lesson, from 0. */
  #open: number | undefined;
  #why: Progress['why'];

  constructor(engine: Engine, scripts: LessonScripts, events: LearnEvents) {
    this.#engine = engine;
    this.#scripts = new Map(scripts);
    this.#events = events;
    byId('lessons').addEventListener('change', () => this.open(Number((byId('lessons') as HTMLSelectElement).value)));
    byId('previous-lesson').addEventListener('click', () => this.open((this.#open ?? 1) - 1));
    byId('next-lesson').addEventListener('click', () => this.open((this.#open ?? 0) + 1));
    byId('end-lesson').addEventListener('click', () => this.show(undefined));
    byId('solution').addEventListener('click', () => this.#write('solution', 'lesson-solution'));
    byId('lesson-afresh').addEventListener('click', () => this.#write('script', 'lesson-as-at-first'));
    byId('lesson-why').addEventListener('click', () => events.onWhy(this.#why ?? 'problems'));
  }

  get number() {
    return this.#open;
  }

  /** The scripts of the lessons, with that of the open one. */
  get scripts(): LessonScripts {
    this.#keep();
    return [...this.#scripts];
  }

  /** Opens a lesson with the script as it was left; without a number, the first one that is not done. */
  open(number = Math.max(0, LESSONS.findIndex((_, i) => !this.#done.has(i)))) {
    this.#keep();
    const script = this.#scripts.get(number) ?? LESSONS[number].script;
    this.#events.onScript(script, say('lesson-script', { number: number + 1 }), number);
  }

  /** Shows a lesson, or none, and leaves the script as it is. */
  show(number: number | undefined) {
    this.#keep();
    this.#open = number;
    byId('lesson').hidden = number === undefined;
    this.#say({ text: '' });
    this.#events.onChange();
    if (number === undefined) return;
    const { title, text, usage, key, task } = LESSONS[number];
    byId('welcome').hidden = true;
    byId('lesson-title').textContent = say('lesson-heading', { number: number + 1, count: LESSONS.length, title: say(title) });
    byId('lesson-text').replaceChildren(
      html('p', '', say(text)),
      ...usage ? [html('p', 'usage', html('code', '', usage), key ? say(key) : '')] : [],
      html('p', 'task', say(task)),
    );
    this.#list();
    byId('previous-lesson').hidden = number === 0;
    byId('next-lesson').hidden = number === LESSONS.length - 1;
  }

  /** Says how far the script of the open lesson is. */
  async check(output: string, findings: Finding[]) {
    const number = this.#open;
    if (number === undefined) return;
    const expected = await this.#engine.text('run', LESSONS[number].solution);
    if (this.#open !== number) return;
    const progress = this.#progress(number, output === expected, findings);
    if (progress.isRight && !this.#done.has(number)) {
      this.#done.add(number);
      remember('lessons', [...this.#done]);
      this.#list();
    }
    const isEnd = progress.isRight && LESSONS.every((_, i) => this.#done.has(i));
    this.#say(isEnd ? { ...progress, text: `${progress.text} ${say('lessons-done')}` } : progress);
    if (progress.why !== 'compare') return;
    const comparison = await this.#engine.compare(this.#events.script(), output, expected);
    byId('lesson-difference').replaceChildren(html('p', '', say('lesson-difference')), ...differences(comparison, this.#events.goTo));
    byId('lesson-difference').hidden = this.#why !== 'compare';
  }

  #progress(number: number, isSame: boolean, findings: Finding[]): Progress {
    const first = (severity: Finding['severity']) => findings.find((finding) => finding.severity === severity);
    const [error, warning] = [first('error'), first('warning')];
    if (this.#events.script() === LESSONS[number].script) return { text: say('lesson-start') };
    if (error) return { text: say('lesson-error', { line: error.line }), why: 'problems' };
    if (!isSame) return { text: say(this.#done.has(number) ? 'lesson-other' : 'lesson-wrong'), why: 'compare' };
    if (warning) return { text: say('lesson-warned', { line: warning.line }), why: 'problems' };
    return { text: say('lesson-right'), isRight: true };
  }

  #say({ text, isRight = false, why }: Progress) {
    this.#why = why;
    byId('lesson-result').textContent = text;
    byId('lesson-why').hidden = why === undefined;
    byId('lesson').classList.toggle('right', isRight);
    byId('lesson-difference').hidden = true;
  }

  /** Puts a script of the open lesson into the editor. */
  #write(which: 'script' | 'solution', what: string) {
    const number = this.#open ?? 0;
    this.#events.onScript(LESSONS[number][which], say(what), number);
  }

  /** Keeps the script of the open lesson, unless it is as at first. */
  #keep() {
    if (this.#open === undefined) return;
    const script = this.#events.script();
    if (script === LESSONS[this.#open].script || script.length > SCRIPT_CHARACTERS_MAX) this.#scripts.delete(this.#open);
    else this.#scripts.set(this.#open, script);
  }

  /** Lists the lessons; a tick is before those that are done. */
  #list() {
    const options = LESSONS.map(({ title }, i) => new Option(`${this.#done.has(i) ? '✓ ' : ''}${i + 1}. ${say(title)}`, String(i)));
    const list = byId('lessons') as HTMLSelectElement;
    list.replaceChildren(...options);
    list.value = String(this.#open);
  }
}
