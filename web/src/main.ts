// The page: the script and all that follows from it.

import '../../crates/pages/src/assets/base.css';
import '../../crates/pages/src/assets/replay.css';
import './playground.css';
import { Page, byId, html, visible, type Replay } from 'virtual:replay';
import { bindOwn, showComparison } from './compare';
import { type Finding, type Language, ScriptEditor, fixes } from './editor';
import { Engine } from './engine';
import { LESSONS } from './lessons';
import { picture } from './picture';
import { Game } from './play';
import { linkTo, readLink } from './share';
import { type Test, bindTests } from './tests-folder';

/** How long typing must pause before the script is run, in milliseconds. */
const PAUSE = 150;
/** How long an analysis or a turn of the program may take, in milliseconds. */
const ANALYSIS_MAX = 60_000;
/** The page cuts longer outputs. */
const OUTPUT_CHARACTERS_MAX = 200_000;
/** The page lists at most this many problems. */
const PROBLEMS_MAX = 200;

const EXAMPLES: Record<string, string> = import.meta.glob('../../fixtures/*.in', { query: '?raw', import: 'default', eager: true });
/** The example that the page opens with. */
const FIRST_EXAMPLE = 'T13';

const examples = new Map(Object.entries(EXAMPLES).map(([path, script]) => [path.replace(/^.*\/|\.in$/g, ''), script]));
const engine = new Engine();
const page: Page = new Page({ root: document.querySelector('footer') as HTMLElement, onDraw: () => game?.drawOver() });
/** Players think longer than scripts run. */
const players = new Engine(ANALYSIS_MAX);
const game: Game | undefined = new Game(players, page, { onLeave: (script, isReviewed) => void leaveGame(script, isReviewed), onError: showError });
let run = 0;
let timer = 0;
/** The output of another program; a text field would change its line ends. */
let own = '';
/** The test of a folder whose output is in `own`. */
let test: Test | undefined;
let steps: Replay['steps'] = [];
/** The number of the lesson that is open. */
let lesson: number | undefined;

const { script, step, fault } = await firstScript();
const editor = new ScriptEditor(byId('editor'), await engine.json<Language>('language'), script, {
  onChange() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(), PAUSE);
  },
  onLine: showLine,
  onGroup(group) {
    byId('group').hidden = group === undefined;
    byId('group').textContent = group ? `${group.tag} from line ${group.line}` : '';
  },
  onRefusal: show,
});
bind();
await refresh(step);
if (fault) show(fault);
document.body.dataset.ready = '';
// A server's page works without the network from the second visit on; one from disk always does.
if (import.meta.env.PROD && location.protocol.startsWith('http')) {
  navigator.serviceWorker?.register('sw.js').catch(() => undefined);
}

/** The script in the address; or an example, and what is wrong with the address. */
async function firstScript() {
  const example = { script: examples.get(FIRST_EXAMPLE) ?? '', step: undefined, fault: undefined };
  try {
    return { ...example, ...await readLink(location.hash) };
  } catch (error) {
    return { ...example, fault: `The script of the address cannot be read: ${error}` };
  }
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
    void checkLesson(output);
    void compareOwn();
    if ('error' in replay) {
      showOutput(output);
      show(`There is no picture: ${replay.error}.`);
      return;
    }
    showOutput(output, replay.failed);
    steps = replay.steps;
    page.open(replay, editor, shownStep ?? replay.opening);
    if (shownStep === undefined && editor.line > 1) showLine(editor.line);
  } catch (error) {
    if (number === run) showError(error);
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
  show(findings.length === 0 ? 'No problems.' : `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`);
  byId('problems').replaceChildren(...findings.slice(0, PROBLEMS_MAX).map((finding) => {
    const { line, message, label, notes, severity } = finding;
    const place = html('button', 'place', `Line ${line}`);
    place.addEventListener('click', () => editor.goTo(line));
    const more = [label, ...notes].filter(Boolean).map((note) => html('p', 'note', note));
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
  const parts: (Node | string)[] = [...visible(shown)];
  if (failed !== undefined) {
    const place = html('button', 'place', `Go to line ${failed}`);
    place.addEventListener('click', () => editor.goTo(failed));
    parts.push(place);
  }
  byId('output').replaceChildren(...parts);
}

function bind() {
  const list = byId('examples') as HTMLSelectElement;
  list.append(
    group('Lessons', LESSONS.map(({ title }, number) => new Option(`${number + 1}. ${title}`, String(number)))),
    group('Examples', [...examples.keys()].sort().map((name) => new Option(name))),
  );
  list.addEventListener('change', () => {
    const example = examples.get(list.value);
    openLesson(example === undefined && list.value !== '' ? Number(list.value) : undefined);
    if (example !== undefined) editor.text = example;
  });
  byId('solution').addEventListener('click', () => {
    editor.text = LESSONS[lesson ?? 0].solution;
  });
  byId('next-lesson').addEventListener('click', () => {
    const next = ((lesson ?? 0) + 1) % LESSONS.length;
    list.value = String(next);
    openLesson(next);
  });
  for (const button of document.querySelectorAll<HTMLElement>('[data-play]')) {
    button.addEventListener('click', () => void playOn(button.dataset.play ?? ''));
  }
  bindTests(engine, openTest, show);
  bindOwn((output) => {
    own = output;
    test = undefined;
    void compareOwn();
  }, show);
  byId('analyse').addEventListener('click', () => void analyse());
  byId('group').addEventListener('click', () => editor.goToGroup());
  byId('format').addEventListener('click', () => void format());
  byId('link').addEventListener('click', () => void share());
  byId('save-script').addEventListener('click', () => save(editor.text, 'game.in', 'text/plain'));
  byId('save-picture').addEventListener('click', () => {
    picture(document.querySelector('#board') as SVGSVGElement).then((png) => save(png, 'board.png', 'image/png'), showError);
  });
  byId('save-page').addEventListener('click', () => {
    engine.text('page', editor.text).then((text) => save(text, 'game.html', 'text/html'), showError);
  });
}

function group(label: string, options: HTMLOptionElement[]) {
  const element = document.createElement('optgroup');
  element.label = label;
  element.append(...options);
  return element;
}

/** Opens a lesson with its script, or closes the one that is open. */
function openLesson(number: number | undefined) {
  lesson = number;
  byId('lesson').hidden = number === undefined;
  if (number === undefined) return;
  const { title, text, script: begun } = LESSONS[number];
  byId('lesson-title').textContent = `${number + 1}. ${title}`;
  byId('lesson-text').textContent = text;
  byId('lesson-result').textContent = '';
  editor.text = begun;
}

/** Opens a test of a folder, and the comparison of its output. */
function openTest(opened: Test) {
  openLesson(undefined);
  test = opened;
  own = opened.output;
  (byId('own') as HTMLTextAreaElement).value = own;
  const card = byId('compare') as HTMLDetailsElement;
  card.open = true;
  if (editor.text === opened.script) void compareOwn();
  else editor.text = opened.script;
  card.scrollIntoView({ block: 'nearest' });
}

/** Says whether the script of a lesson prints what it should. */
async function checkLesson(output: string) {
  if (lesson === undefined) return;
  const checked = lesson;
  const isRight = output === await engine.text('run', LESSONS[checked].solution);
  if (lesson !== checked) return;
  byId('lesson-result').textContent = isRight ? 'Right.' : 'Not yet: the output differs.';
  byId('lesson').classList.toggle('right', isRight);
}

/** Lets the program play on, and puts what it prints in place of the script. */
async function playOn(request: string) {
  try {
    const played = await engine.text(request, editor.text);
    if (played) editor.text = played;
    else show('The program has no turn here: SET_AI_PLAYER leaves a player to it.');
  } catch (error) {
    showError(error);
  }
}

/** Shows where the enemy could be before each shot, and what each lost. */
async function analyse() {
  const number = run;
  show('Analysing …');
  try {
    const replay = await players.json<Replay | { error: string }>('analysis', editor.text);
    if (number !== run) return;
    if ('error' in replay) return show(`There is no analysis: ${replay.error}.`);
    page.open(replay, editor, page.number);
    show('The board shows the chances before each shot.');
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

/** Puts the script of a game into the editor. */
async function leaveGame(script: string, isReviewed: boolean) {
  if (script) editor.text = script;
  window.clearTimeout(timer);
  page.sit('all');
  await refresh();
  if (isReviewed) await analyse();
}

/** Compares the output of another program, if there is one. */
async function compareOwn() {
  if (!own) return byId('comparison').replaceChildren();
  try {
    const { text } = editor;
    // Another script has another output.
    const expected = text === test?.script ? test.expected : undefined;
    showComparison(await engine.compare(text, own, expected), (line) => editor.goTo(line));
  } catch (error) {
    showError(error);
  }
}

function showError(error: unknown) {
  show(error instanceof Error ? error.message : String(error));
}

/** Makes the address a link to the script and the step, and copies it. */
async function share() {
  history.replaceState(null, '', await linkTo({ script: editor.text, step: page.number }));
  try {
    await navigator.clipboard.writeText(location.href);
    show('The address of this script is copied.');
  } catch {
    show('The address of this page is that of this script now.');
  }
}

function save(content: BlobPart, name: string, type: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
