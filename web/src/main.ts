// The page: the script and all that follows from it.

import '../../crates/pages/src/assets/base.css';
import '../../crates/pages/src/assets/replay.css';
import './playground.css';
import { Page, byId, html, type Replay, visible } from 'virtual:replay';
import type { Finding, Language, Refused } from './answers';
import { BoardReader } from './board-reader';
import { OwnOutput, type Shown } from './compare';
import { ScriptEditor } from './editor';
import { Engine } from './engine';
import { bindFiles } from './files';
import FIRST from './first.in?raw';
import { keepWork, keptWork, type Work } from './keep';
import { bindLayout, openTab, openView } from './layout';
import { Learn } from './learn';
import { readLink } from './link';
import { notice } from './notice';
import { Game } from './play';
import { showFindings, showOutput, showStatus } from './results';
import { type Link, linkTo } from './share';
import { bindTests } from './tests-folder';
import { chooseLanguage, language, languages, messageOf, say, tell, translate } from './text';

/** How long typing must pause before the script is run, in milliseconds. */
const PAUSE = 150;
/** How long an analysis or a turn of the program may take, in milliseconds. */
const ANALYSIS_MAX = 60_000;
/** How long the work must rest before it is kept, in milliseconds. */
const REST = 400;

const EXAMPLES: Record<string, string> = import.meta.glob('../../fixtures/*.in', { query: '?raw', import: 'default', eager: true });
const examples = new Map(Object.entries(EXAMPLES).map(([path, script]) => [path.replace(/^.*\/|\.in$/g, ''), script]));
const engine = new Engine();
const page: Page = new Page({ root: document.querySelector('footer') as HTMLElement, onDraw: () => { game?.drawOver(); reader?.draw(); } });
/** Players think longer than scripts run. */
const players = new Engine(ANALYSIS_MAX);
const game: Game | undefined = new Game(players, page, { onChange: keepSoon, onLeave: () => void backToScript(), onScript: (script, isReviewed) => void openGame(script, isReviewed), onError: showError });
const reader: BoardReader | undefined = new BoardReader(page, () => game?.isOpen ?? false);
let run = 0;
let timer = 0;
let steps: Replay['steps'] = [];
let keepTimer = 0;
/** Whether the browser keeps the work. */
let isKept = true;

translate();
// The button for light and dark is made when the document is complete.
document.addEventListener('DOMContentLoaded', translate);
const kept = keptWork();
const { script, step, seat, fault } = await firstScript();
const learn = new Learn(engine, kept?.work.lessons ?? [], {
  script: () => editor.text,
  onScript: (text, what, number) => {
    replace(text, what, number);
    openView('script');
  },
  onWhy: (where) => {
    openTab(where);
    openView('results');
  },
  goTo,
  onChange: keepSoon,
});
const own = new OwnOutput(engine, { script: () => editor.text, goTo, onChange: keepSoon, onError: showError });
bindLayout();
const editor = new ScriptEditor(byId('editor'), await engine.json<Language>('language').catch(showFailure), script, {
  onChange() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(), PAUSE);
    // The address is that of another script now, and a reload would bring it back.
    if (location.hash.startsWith('#script=')) history.replaceState(null, '', location.pathname + location.search);
    keepSoon();
  },
  // The board of a lesson shows what its script leads to.
  onLine: (line) => {
    if (learn.number === undefined) showLine(line);
  },
  onGroup(group) {
    byId('group').hidden = group === undefined;
    byId('group').textContent = group ? say('group', { tag: group.tag, line: group.line }) : '';
  },
  onRefusal: notice,
});
bind();
await refresh({ step: step ?? (kept?.work.script === script ? kept.work.step : undefined) });
if (seat) page.sit(seat);
await restore();
if (fault) notice(fault);
document.body.dataset.ready = '';
// A server's page works without the network from the second visit on; one from disk always does.
if (import.meta.env.PROD && location.protocol.startsWith('http')) {
  navigator.serviceWorker?.register('sw.js').catch(() => undefined);
}

/** Says why there is no page: without the library, nothing works. */
function showFailure(error: unknown): never {
  byId('editor').replaceChildren(html('p', 'guide', messageOf(error)));
  throw error;
}

/** The script in the address, or the one that was kept, or an example; and what is wrong with the address. */
async function firstScript(): Promise<Partial<Link> & { script: string; fault?: string }> {
  const own = { script: kept?.work.script ?? FIRST };
  try {
    return await readLink(location.hash) ?? own;
  } catch (error) {
    return { ...own, fault: messageOf(error) };
  }
}

/** Brings back what else was kept, or greets who is here for the first time. */
async function restore() {
  if (!kept) {
    byId('welcome').hidden = location.hash.startsWith('#script=');
    // A newcomer reads the example from its first line, although the board is that of a later one.
    if (!byId('welcome').hidden) editor.showStart();
    return;
  }
  const { work, isOfThisTab } = kept;
  // A link has another script.
  if (work.script === editor.text) {
    own.open({ output: work.own });
    learn.show(work.lesson);
    if (work.lesson !== undefined) await refresh({ isOpened: true });
  }
  if (work.game) await game?.restore(work.game, work.isPlaying);
  if (!isOfThisTab && work.script === editor.text && work.script !== FIRST) notice(say('last-script'), { label: say('start-afresh'), act: startAfresh });
}

function startAfresh() {
  replace(FIRST, say('first-example'));
}

/** What is shown of a script: the board at a step, and a lesson that has just been opened from its first line. */
interface View {
  step?: number;
  isOpened?: boolean;
}

/** Puts another script, of a lesson or of none, into the editor; what was there can be brought back. */
function replace(text: string, what: string, lesson?: number, view?: View) {
  const before = { text: editor.text, lesson: learn.number, output: own.shown };
  const isOther = text !== before.text;
  // An output of another program is that of the script before.
  put({ text, lesson, output: isOther ? { output: '' } : before.output }, view);
  if (isOther) notice(what, { label: say('undo-change'), act: () => put(before) });
}

function put({ text, lesson, output }: { text: string; lesson?: number; output: Shown }, view: View = { isOpened: true }) {
  learn.show(lesson);
  if (text !== editor.text) editor.text = text;
  own.open(output);
  window.clearTimeout(timer);
  void refresh(view);
}

/** Keeps the work when it rests. */
function keepSoon() {
  window.clearTimeout(keepTimer);
  keepTimer = window.setTimeout(keep, REST);
}

function keep() {
  window.clearTimeout(keepTimer);
  const work: Work = { script: editor.text, own: own.text, lesson: learn.number, lessons: learn.scripts, step: page.number, game: game?.position, isPlaying: game?.isOpen ?? false };
  const isRoom = keepWork(work);
  if (isKept && !isRoom) notice(say('no-room'));
  isKept = isRoom;
}

/** Shows what the script does; without a step, the board at its end in a lesson, and else at the cursor's line. */
async function refresh({ step, isOpened = false }: View = {}) {
  run += 1;
  const number = run;
  const text = editor.text;
  document.body.dataset.running = '';
  try {
    const findings = await engine.json<Finding[]>('check', text);
    if (number !== run) return;
    showFindings(findings, editor, goTo, text === FIRST ? say('example-error') : '');
    const output = await engine.text('run', text);
    const replay = await engine.json<Replay | Refused>('replay', text);
    if (number !== run) return;
    const lesson = learn.check(output, findings);
    void own.compare();
    if ('error' in replay) {
      showOutput(output, goTo);
      notice(say('no-board', { why: tell(replay.error) }));
      return;
    }
    showOutput(output, goTo, replay.failed);
    steps = replay.steps;
    const isLesson = learn.number !== undefined;
    page.open(replay, editor, step ?? (isLesson ? steps.length - 1 : replay.opening));
    if (isLesson && isOpened) editor.showStart();
    else if (!isLesson && step === undefined && editor.line > 1) showLine(editor.line);
    await lesson;
  } catch (error) {
    if (number !== run) return;
    showStatus(messageOf(error));
    showOutput(messageOf(error), goTo);
  } finally {
    if (number === run) delete document.body.dataset.running;
  }
}

/** Shows the board after a line. */
function showLine(line: number) {
  page.go(steps.findLastIndex(({ lines }) => lines[0] <= line));
}

/** Shows a line of the script. */
function goTo(line: number) {
  openView('script');
  editor.goTo(line);
}

function bind() {
  const list = byId('examples') as HTMLSelectElement;
  list.append(...[...examples.keys()].sort().map((name) => new Option(name)));
  list.addEventListener('change', () => {
    const example = examples.get(list.value);
    if (example !== undefined) open(example, say('this-example', { name: list.value }));
    list.value = '';
  });
  // On a low screen, what has happened scrolls.
  byId('story').tabIndex = 0;
  byId('learn').addEventListener('click', () => learn.open());
  byId('check-program').addEventListener('click', () => {
    byId('welcome').hidden = true;
    learn.show(undefined);
    openTab('tests');
    openView('results');
  });
  byId('no-welcome').addEventListener('click', () => { byId('welcome').hidden = true; });
  for (const way of document.querySelectorAll<HTMLElement>('[data-go]')) way.addEventListener('click', () => byId(way.dataset.go ?? '').click());
  byId('afresh').addEventListener('click', startAfresh);
  bindLanguages();
  bindFiles({ open, script: () => editor.text, page: () => engine.text('page', editor.text), onError: showError });
  window.addEventListener('hashchange', () => void followLink());
  window.addEventListener('pagehide', keep);
  // The editor draws only the lines in sight; on paper there are all.
  window.addEventListener('beforeprint', () => byId('paper').replaceChildren(...visible(editor.text)));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  new ResizeObserver(() => page.fit()).observe(byId('board'));
  for (const button of document.querySelectorAll<HTMLElement>('[data-play]')) {
    button.addEventListener('click', () => void playOn(button.dataset.play ?? ''));
  }
  bindTests(engine, (test) => {
    openTab('compare');
    replace(test.script, say('this-test'));
    own.open(test);
  }, notice);
  byId('analyse').addEventListener('click', () => void analyse());
  byId('group').addEventListener('click', () => editor.goToGroup());
  byId('format').addEventListener('click', () => void format());
  byId('link').addEventListener('click', () => void share());
}

/** The languages in the menu; another one needs the page to be opened again, which keeps the work. */
function bindLanguages() {
  const list = byId('language') as HTMLSelectElement;
  list.append(...languages.map(({ code, name }) => new Option(name, code)));
  list.value = language;
  list.addEventListener('change', () => {
    if (chooseLanguage(list.value)) location.reload();
    else notice(say('not-remembered'));
  });
}

/** Opens a script that is no lesson. */
function open(text: string, what: string) {
  byId('welcome').hidden = true;
  replace(text, what);
  openView('script');
}

/** Opens the script of the address, after the address has changed. */
async function followLink() {
  const { hash } = location;
  try {
    const link = await readLink(hash);
    if (!link || location.hash !== hash) return;
    open(link.script, say('this-link'));
    // The change of the script has taken the address away, to which Back and Forward return.
    history.replaceState(null, '', hash);
    window.clearTimeout(timer);
    await refresh({ step: link.step });
    if (link.seat) page.sit(link.seat);
  } catch (error) {
    showError(error);
  }
}

/** Lets the program play on, and puts what it prints in place of the script. */
async function playOn(request: string) {
  try {
    const played = await engine.text(request, editor.text);
    if (!played) return notice(say('no-turn'));
    // What has been played is at the end.
    replace(played, say(request === 'turn' ? 'played-turn' : 'played-to-end'), learn.number, { step: Infinity });
  } catch (error) {
    showError(error);
  }
}

/** Shows where the enemy could be before each shot, and what each lost. */
async function analyse() {
  const number = run;
  notice(say('analysing'));
  try {
    const replay = await players.json<Replay | Refused>('analysis', editor.text);
    if (number !== run) return;
    if ('error' in replay) return notice(say('no-analysis', { why: tell(replay.error) }));
    page.open(replay, editor, page.number);
    openTab('analysis');
    openView('results');
    notice(say('analysed'));
  } catch (error) {
    showError(error);
  }
}

/** Writes each line as the program does. */
async function format() {
  const text = editor.text;
  try {
    const formatted = await engine.text('format', text);
    if (editor.text === text) editor.rewrite(formatted);
  } catch (error) {
    showError(error);
  }
}

/** Shows the script again, after a game that can be continued. */
async function backToScript() {
  keepSoon();
  window.clearTimeout(timer);
  page.sit('all');
  await refresh();
}

/** Puts the script of a game into the editor. */
async function openGame(script: string, isReviewed: boolean) {
  open(script, say('this-game'));
  await backToScript();
  if (isReviewed) await analyse();
}

function showError(error: unknown) {
  notice(messageOf(error));
}

/** Makes the address a link to the script and the step, and copies it. */
async function share() {
  history.replaceState(null, '', await linkTo({ script: editor.text, step: page.number, seat: page.seat }));
  try {
    await navigator.clipboard.writeText(location.href);
    notice(say('link-copied'));
  } catch {
    notice(say('link-in-address'));
  }
}
