// The page: the script and all that follows from it.

import '../../crates/pages/src/assets/base.css';
import '../../crates/pages/src/assets/replay.css';
import './playground.css';
import { Page, byId, html, visible, type Replay } from 'virtual:replay';
import { bindOwn, showComparison } from './compare';
import { type Finding, type Language, SCRIPT_CHARACTERS_MAX, ScriptEditor, fixes } from './editor';
import { Engine } from './engine';
import FIRST from './first.in?raw';
import { keepWork, keptWork, type Work } from './keep';
import { bindLayout, openTab, openView } from './layout';
import { Learn } from './learn';
import { notice } from './notice';
import { picture } from './picture';
import { Game } from './play';
import { type Link, linkTo, readLink } from './share';
import { type Test, bindTests } from './tests-folder';

/** How long typing must pause before the script is run, in milliseconds. */
const PAUSE = 150;
/** How long an analysis or a turn of the program may take, in milliseconds. */
const ANALYSIS_MAX = 60_000;
/** How long the work must rest before it is kept, in milliseconds. */
const REST = 400;
/** The page cuts longer outputs. */
const OUTPUT_CHARACTERS_MAX = 200_000;
/** The page lists at most this many problems. */
const PROBLEMS_MAX = 200;

const EXAMPLES: Record<string, string> = import.meta.glob('../../fixtures/*.in', { query: '?raw', import: 'default', eager: true });
const examples = new Map(Object.entries(EXAMPLES).map(([path, script]) => [path.replace(/^.*\/|\.in$/g, ''), script]));
const engine = new Engine();
const page: Page = new Page({ root: document.querySelector('footer') as HTMLElement, onDraw: () => game?.drawOver() });
/** Players think longer than scripts run. */
const players = new Engine(ANALYSIS_MAX);
const game: Game | undefined = new Game(players, page, { onChange: keepSoon, onLeave: () => void backToScript(), onScript: (script, isReviewed) => void openGame(script, isReviewed), onError: showError });
let run = 0;
let timer = 0;
/** The output of another program; a text field would change its line ends. */
let own = '';
/** The test of a folder whose output is in `own`. */
let test: Test | undefined;
let steps: Replay['steps'] = [];
let keepTimer = 0;
/** Whether the browser keeps the work. */
let isKept = true;

const kept = keptWork();
const { script, step, seat, fault } = await firstScript();
const learn = new Learn(engine, {
  onScript: (text, what) => {
    replace(text, what);
    openView('script');
  },
  onChange: () => {
    keepSoon();
    void refresh();
  },
});
bindLayout();
const editor = new ScriptEditor(byId('editor'), await engine.json<Language>('language'), script, {
  onChange() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(), PAUSE);
    // The address is that of another script now, and a reload would bring it back.
    if (location.hash.startsWith('#script=')) history.replaceState(null, '', location.pathname + location.search);
    keepSoon();
  },
  onLine: showLine,
  onGroup(group) {
    byId('group').hidden = group === undefined;
    byId('group').textContent = group ? `${group.tag} from line ${group.line}` : '';
  },
  onRefusal: notice,
});
bind();
await refresh(step);
if (seat) page.sit(seat);
await restore();
if (fault) notice(fault);
document.body.dataset.ready = '';
// A server's page works without the network from the second visit on; one from disk always does.
if (import.meta.env.PROD && location.protocol.startsWith('http')) {
  navigator.serviceWorker?.register('sw.js').catch(() => undefined);
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
    return;
  }
  const { work, isOfThisTab } = kept;
  takeOwn(work.own);
  (byId('own') as HTMLTextAreaElement).value = work.own;
  if (work.lesson !== undefined) learn.show(work.lesson);
  if (work.game) await game?.restore(work.game, work.isPlaying);
  if (!isOfThisTab && work.script === editor.text && work.script !== FIRST) notice('This is your last script.', { label: 'Start afresh', act: startAfresh });
}

function startAfresh() {
  learn.close();
  replace(FIRST, 'This is the first example.');
}

/** Puts another script into the editor; the one before can be brought back. */
function replace(text: string, what: string) {
  const before = editor.text;
  if (text === before) return;
  editor.text = text;
  notice(what, { label: 'Undo', act: () => { editor.text = before; } });
}

/** Keeps the work when it rests. */
function keepSoon() {
  window.clearTimeout(keepTimer);
  keepTimer = window.setTimeout(keep, REST);
}

function keep() {
  window.clearTimeout(keepTimer);
  const work: Work = { script: editor.text, own, lesson: learn.number, game: game?.position, isPlaying: game?.isOpen ?? false };
  const isRoom = keepWork(work);
  if (isKept && !isRoom) notice('The browser has no room for this script: save it before you close the page.');
  isKept = isRoom;
}

/** Shows what the script does at a step; without one, at the cursor's line. */
async function refresh(shownStep?: number) {
  run += 1;
  const number = run;
  const text = editor.text;
  document.body.dataset.running = '';
  try {
    const findings = await engine.json<Finding[]>('check', text);
    if (number !== run) return;
    showFindings(findings);
    const output = await engine.text('run', text);
    const replay = await engine.json<Replay | { error: string }>('replay', text);
    if (number !== run) return;
    void learn.check(output);
    void compareOwn();
    if ('error' in replay) {
      showOutput(output);
      notice(`There is no board: ${replay.error}.`);
      return;
    }
    showOutput(output, replay.failed);
    steps = replay.steps;
    page.open(replay, editor, shownStep ?? replay.opening);
    if (shownStep === undefined && editor.line > 1) showLine(editor.line);
  } catch (error) {
    if (number !== run) return;
    show(messageOf(error));
    showOutput(messageOf(error));
  } finally {
    if (number === run) delete document.body.dataset.running;
  }
}

/** Shows the board after a line. */
function showLine(line: number) {
  page.go(steps.findLastIndex(({ lines }) => lines[0] <= line));
}

function show(status: string) {
  byId('status').replaceChildren(...visible(status));
}

function showFindings(findings: Finding[]) {
  editor.showFindings(findings);
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const badge = byId('problem-count');
  badge.textContent = findings.length === 0 ? '' : String(findings.length);
  badge.className = errors > 0 ? 'bad' : '';
  show(findings.length === 0 ? 'No problems.' : `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`);
  byId('problems').replaceChildren(...findings.slice(0, PROBLEMS_MAX).map((finding) => {
    const { line, message, notes, severity } = finding;
    const place = html('button', 'place', `Line ${line}`);
    place.addEventListener('click', () => goTo(line));
    const more = notes.map((note) => html('p', 'note', note));
    const ways = fixes(finding).map((name) => {
      const way = html('button', 'place', name);
      way.addEventListener('click', () => editor.fix(finding));
      return way;
    });
    return html('li', severity, place, ` ${message}`, ...more, ...ways);
  }));
}

/** Shows the output, with a way to the line that was refused. */
function showOutput(output: string, failed?: number) {
  const cut = output.length - OUTPUT_CHARACTERS_MAX;
  const shown = cut > 0 ? `${output.slice(0, OUTPUT_CHARACTERS_MAX)}\n… ${cut} more characters` : output;
  byId('output').replaceChildren(...visible(shown));
  const refused = byId('refused');
  refused.hidden = failed === undefined;
  refused.textContent = `Line ${failed} was refused`;
  refused.onclick = () => goTo(failed ?? 1);
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
    if (example !== undefined) open(example, `This is the example ${list.value}.`);
    list.value = '';
  });
  // On a low screen, what has happened scrolls.
  byId('story').tabIndex = 0;
  byId('learn').addEventListener('click', () => learn.open());
  byId('check-program').addEventListener('click', () => {
    byId('welcome').hidden = true;
    openTab('tests');
    openView('results');
  });
  byId('no-welcome').addEventListener('click', () => { byId('welcome').hidden = true; });
  for (const way of document.querySelectorAll<HTMLElement>('[data-go]')) way.addEventListener('click', () => byId(way.dataset.go ?? '').click());
  byId('afresh').addEventListener('click', startAfresh);
  bindFiles();
  window.addEventListener('hashchange', () => void followLink());
  window.addEventListener('pagehide', keep);
  // The editor draws only the lines in sight; on paper there are all.
  window.addEventListener('beforeprint', () => byId('paper').replaceChildren(...visible(editor.text)));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    saveScript();
  });
  new ResizeObserver(() => page.fit()).observe(byId('board'));
  for (const button of document.querySelectorAll<HTMLElement>('[data-play]')) {
    button.addEventListener('click', () => void playOn(button.dataset.play ?? ''));
  }
  bindTests(engine, openTest, notice);
  bindOwn((output) => {
    takeOwn(output);
    keepSoon();
  }, notice);
  byId('analyse').addEventListener('click', () => void analyse());
  byId('group').addEventListener('click', () => editor.goToGroup());
  byId('format').addEventListener('click', () => void format());
  byId('link').addEventListener('click', () => void share());
  byId('save-script').addEventListener('click', saveScript);
  byId('save-picture').addEventListener('click', () => {
    picture(document.querySelector('#board') as SVGSVGElement).then((png) => save(png, 'board.png', 'image/png'), showError);
  });
  byId('save-page').addEventListener('click', () => {
    engine.text('page', editor.text).then((text) => save(text, 'game.html', 'text/html'), showError);
  });
}

/** Opens a script that is no lesson. */
function open(text: string, what: string) {
  learn.close();
  byId('welcome').hidden = true;
  replace(text, what);
  openView('script');
}

/** A script from a file: chosen, or dropped anywhere but where outputs and tests belong. */
function bindFiles() {
  const input = byId('file-input') as HTMLInputElement;
  byId('open-file').addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    void openFile(input.files?.[0]);
    input.value = '';
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (!(event.target as Element).closest('#own, #panel-tests')) void openFile(event.dataTransfer?.files[0]);
  });
}

async function openFile(file: File | undefined) {
  if (!file) return;
  if (file.size > SCRIPT_CHARACTERS_MAX) return notice(`A script has at most ${SCRIPT_CHARACTERS_MAX >> 20} million characters.`);
  try {
    open(await file.text(), `This is ${file.name}.`);
  } catch {
    notice(`${file.name} cannot be read.`);
  }
}

/** Opens the script of the address, after the address has changed. */
async function followLink() {
  try {
    const link = await readLink(location.hash);
    if (!link) return;
    open(link.script, 'This is the script of the link.');
    window.clearTimeout(timer);
    await refresh(link.step);
    if (link.seat) page.sit(link.seat);
  } catch (error) {
    showError(error);
  }
}

/** Takes the output of another program. */
function takeOwn(output: string) {
  own = output;
  test = undefined;
  void compareOwn();
}

/** Opens a test of a folder, and the comparison of its output. */
function openTest(opened: Test) {
  learn.close();
  test = opened;
  own = opened.output;
  (byId('own') as HTMLTextAreaElement).value = own;
  openTab('compare');
  if (editor.text === opened.script) void compareOwn();
  else replace(opened.script, 'This is the script of the test.');
}

/** Lets the program play on, and puts what it prints in place of the script. */
async function playOn(request: string) {
  try {
    const played = await engine.text(request, editor.text);
    if (played) replace(played, request === 'turn' ? 'The program has played a turn.' : 'The program has played to the end.');
    else notice('The program has no turn here: SET_AI_PLAYER leaves a player to it.');
  } catch (error) {
    showError(error);
  }
}

/** Shows where the enemy could be before each shot, and what each lost. */
async function analyse() {
  const number = run;
  notice('Analysing …');
  try {
    const replay = await players.json<Replay | { error: string }>('analysis', editor.text);
    if (number !== run) return;
    if ('error' in replay) return notice(`There is no analysis: ${replay.error}.`);
    page.open(replay, editor, page.number);
    openTab('analysis');
    openView('results');
    notice('The board shows the chances before each shot.');
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
  open(script, 'This is the script of the game.');
  await backToScript();
  if (isReviewed) await analyse();
}

/** Compares the output of another program, if there is one. */
async function compareOwn() {
  if (!own) {
    byId('compare-verdict').textContent = '';
    return byId('comparison').replaceChildren();
  }
  try {
    const { text } = editor;
    // Another script has another output.
    const expected = text === test?.script ? test.expected : undefined;
    showComparison(await engine.compare(text, own, expected), goTo);
  } catch (error) {
    showError(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function showError(error: unknown) {
  notice(messageOf(error));
}

/** Makes the address a link to the script and the step, and copies it. */
async function share() {
  history.replaceState(null, '', await linkTo({ script: editor.text, step: page.number, seat: page.seat }));
  try {
    await navigator.clipboard.writeText(location.href);
    notice('The address of this script is copied.');
  } catch {
    notice('The address of this page is that of this script now.');
  }
}

function saveScript() {
  save(editor.text, 'game.in', 'text/plain');
}

function save(content: BlobPart, name: string, type: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
