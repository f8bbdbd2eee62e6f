// A folder of tests, judged by the outputs of another program.

import { byId, html } from 'virtual:replay';
import { plain, tally, textOf } from './encoding';
import type { Comparison } from './answers';
import type { Engine } from './engine';
import { language, messageOf, say, tell } from './text';

/** The page looks at no more files. */
const FILES_MAX = 10_000;
/** The page names at most this many files that are of no use. */
const FILES_NAMED_MAX = 3;
/** The page does not read longer files. */
const FILE_BYTES_MAX = 1 << 26;

/** The texts of a test. */
export interface Test {
  script: string;
  /** The expected output, if the folder has one. */
  expected?: string;
  /** The output of the other program. */
  output: string;
}

/** The files of a test. */
interface TestFiles {
  name: string;
  script: File;
  expected?: File;
  output?: File;
  /** Why it cannot be judged. */
  fault?: string;
}

interface FolderFile {
  /** The directory, with a slash at the end unless it is empty. */
  directory: string;
  name: string;
  /** The end of the name, from its last full stop. */
  ending: string;
  file: File;
}

/** The names of what the verdicts mean. */
const VERDICTS = { AC: 'verdict-ac', PE: 'verdict-pe', WA: 'verdict-wa' };

/** Judges each folder that is chosen or dropped; `open` shows a test, `show` says what is wrong with a folder. */
export function bindTests(engine: Engine, open: (test: Test) => void, show: (status: string) => void) {
  const panel = byId('panel-tests');
  /** The number of the folder, so that the page stops judging an older one. */
  let current = 0;
  let known: FolderFile[] = [];
  /** Whether what Windows adds to outputs is left out of the comparison. */
  let isLenient = false;

  const judge = async (files: FolderFile[]) => {
    current += 1;
    const number = current;
    // Outputs alone belong to the tests chosen before.
    const hasScripts = (some: FolderFile[]) => some.some(({ ending }) => ending === '.in');
    known = hasScripts(files) || !hasScripts(known) ? files : [...known, ...files];
    const tests = testsOf(known);
    byId('tests-table').replaceChildren();
    if (tests.length === 0) return summary(say('no-tests', { files: someOf(known) }));
    const rows = html('tbody', '');
    const columns = ['test', 'verdict', 'first-difference'].map((column) => html('th', '', say(column)));
    byId('tests-table').append(html('thead', '', html('tr', '', ...columns)), rows);
    let accepted = 0;
    const found: string[][] = [];
    byId('tests-encoding').hidden = true;
    for (const [i, test] of tests.entries()) {
      summary(say('test-of', { number: i + 1, count: tests.length }));
      const { peculiarities, ...result } = await judged(engine, test, isLenient);
      found.push(peculiarities);
      if (number !== current) return;
      if (result.verdict === 'AC') accepted += 1;
      rows.append(row(test, result, () => read(test).then(open, (error) => show(messageOf(error)))));
    }
    summary(say('accepted-of', { accepted, count: tests.length }));
    rows.querySelector('tr:has(.bad)')?.scrollIntoView({ block: 'nearest' });
    byId('tests-count').textContent = `${accepted}/${tests.length}`;
    const peculiarities = tally(found);
    byId('tests-encoding').hidden = peculiarities === '';
    byId('tests-encoding-text').textContent = say('peculiarities', { count: tests.length, what: peculiarities });
    byId('tests-lenient').textContent = say(isLenient ? 'compare-with' : 'compare-without');
    byId('tests-count').className = `count ${accepted === tests.length ? 'good' : 'bad'}`;
  };

  byId('tests-lenient').addEventListener('click', () => {
    isLenient = !isLenient;
    void judge(known);
  });
  for (const id of ['tests-folder', 'tests-files']) {
    const input = byId(id) as HTMLInputElement;
    input.addEventListener('change', () => {
      const { files } = input;
      if (!files || files.length === 0) return;
      if (files.length > FILES_MAX) summary(tooMany());
      else void judge(Array.from(files, (file) => folderFile(file.webkitRelativePath || file.name, file)));
      // The same folder may be chosen again, with other outputs.
      input.value = '';
    });
  }
  panel.addEventListener('dragover', (event) => event.preventDefault());
  panel.addEventListener('drop', (event) => {
    event.preventDefault();
    filesOf([...(event.dataTransfer?.items ?? [])]).then(judge, (error) => {
      // Chromium does not read dropped folders for a page from disk.
      summary(error instanceof DOMException ? say('cannot-read-dropped') : messageOf(error));
    });
  });
}

function summary(text: string) {
  byId('tests-summary').textContent = text;
}

/** The names of the first files. */
function someOf(files: FolderFile[]) {
  const names = files.slice(0, FILES_NAMED_MAX).map(({ name, ending }) => name + ending);
  return names.join(', ') + (files.length > FILES_NAMED_MAX ? ', …' : '');
}

function tooMany() {
  return say('too-many-files', { count: FILES_MAX.toLocaleString(language) });
}

function folderFile(path: string, file: File): FolderFile {
  const [, directory, name, ending] = /^(.*\/)?(.*?)(\.[^.]*)?$/s.exec(path) ?? [];
  return { directory: directory ?? '', name, ending: ending ?? '', file };
}

/** The files that are dropped, and those in folders that are. */
async function filesOf(items: DataTransferItem[]): Promise<FolderFile[]> {
  const files: FolderFile[] = [];
  // Ask for all at once: after the event, its files are gone.
  const dropped = items.map((item) => ({ file: item.getAsFile(), entry: item.webkitGetAsEntry() }));
  const waiting: FileSystemEntry[] = [];
  for (const { file, entry } of dropped) {
    if (entry?.isDirectory) waiting.push(entry);
    else if (file) files.push(folderFile(file.name, file));
  }
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    if (entry.isDirectory) {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      const next = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      for (let some = await next(); some.length > 0; some = await next()) {
        waiting.push(...some);
        if (files.length + waiting.length > FILES_MAX) throw new Error(tooMany());
      }
    } else {
      const one = entry as FileSystemFileEntry;
      const file = await new Promise<File>((resolve, reject) => one.file(resolve, reject));
      files.push(folderFile(entry.fullPath.slice(1), file));
    }
  }
  return files;
}

/**
 * The tests among some files. The output of `NAME.in` is another file NAME beside it, or one in a folder without
 * `NAME.in`; `NAME.out` or `NAME.ans` is what it is compared with, unless it is the only one.
 */
function testsOf(files: FolderFile[]): TestFiles[] {
  const order = new Intl.Collator('en', { numeric: true });
  const tests = [...Map.groupBy(files, ({ name }) => name).values()].flatMap((named) => {
    const scripts = named.filter(({ ending }) => ending === '.in');
    const others = named.filter(({ ending }) => ending !== '.in');
    const elsewhere = others.filter((other) => scripts.every((script) => script.directory !== other.directory));
    return scripts.map((script) => {
      const beside = others.filter((other) => other.directory === script.directory);
      const answers = beside.filter(({ ending }) => ending === '.out' || ending === '.ans');
      const outputs = [...beside.filter((other) => !answers.includes(other)), ...elsewhere];
      return testOf(script, answers, outputs, scripts.length > 1);
    });
  });
  return tests.sort((one, other) => order.compare(one.name, other.name));
}

function testOf(script: FolderFile, answers: FolderFile[], outputs: FolderFile[], hasNamesakes: boolean): TestFiles {
  const name = hasNamesakes ? script.directory + script.name : script.name;
  const several = [answers, outputs].find(({ length }) => length > 1);
  if (several) {
    const names = several.map((file) => file.directory + file.name + file.ending);
    return { name, script: script.file, fault: say('several-outputs', { names: names.join(', ') }) };
  }
  const [output, expected] = outputs.length > 0 ? [outputs[0], answers[0]] : [answers[0], undefined];
  return { name, script: script.file, output: output?.file, expected: expected?.file };
}

interface Result {
  verdict: keyof typeof VERDICTS | '–';
  text: string;
}

async function judged(engine: Engine, test: TestFiles, isLenient: boolean): Promise<Result & { peculiarities: string[] }> {
  const { name, script, expected, output, fault = say('no-output', { name }) } = test;
  if (!output) return { verdict: '–', text: fault, peculiarities: [] };
  try {
    const [one, found, other] = await Promise.all([bytes(script), bytes(output), expected && bytes(expected)]);
    const { bytes: bare, peculiarities } = plain(found);
    const comparison = await engine.compare(one, isLenient ? bare : found, other);
    return { verdict: verdict(comparison), text: tell(comparison.difference?.heading ?? ''), peculiarities };
  } catch (error) {
    return { verdict: '–', text: messageOf(error), peculiarities: [] };
  }
}

function verdict({ accepted, space }: Comparison) {
  return accepted ? 'AC' : space ? 'PE' : 'WA';
}

async function bytes(file: File) {
  if (file.size > FILE_BYTES_MAX) throw new Error(say('file-too-long', { file: file.name, size: FILE_BYTES_MAX >> 20 }));
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Error(say('choose-again', { file: file.name }));
  }
}

async function read({ script, expected, output }: TestFiles): Promise<Test> {
  const text = async (file: File) => textOf(await bytes(file));
  const test = { script: await text(script), output: output ? await text(output) : '' };
  return expected ? { ...test, expected: await text(expected) } : test;
}

function row({ name }: TestFiles, { verdict, text }: Result, open: () => void) {
  const button = html('button', 'place', name);
  const shown = html('td', verdict === 'AC' ? 'good' : 'bad', verdict === '–' ? verdict : say(VERDICTS[verdict]));
  const cells = html('tr', '', html('td', '', button), shown, html('td', '', text));
  cells.addEventListener('click', open);
  return cells;
}
