// The editor of scripts.

import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Line, StateEffect, StateField, Text } from '@codemirror/state';
import {
  Decoration, type DecorationSet, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { LineMarker, Seat } from 'virtual:replay';
import type { Finding, Language } from './answers';
import { attribute, say, tell } from './text';

/** A group that is open. */
interface Group {
  tag: string;
  /** The line of the tag. */
  line: number;
}

/** The editor refuses longer scripts. */
export const SCRIPT_CHARACTERS_MAX = 1 << 24;
/** The editor underlines at most this many findings. */
const FINDINGS_MAX = 1_000;

export interface EditorEvents {
  onChange(): void;
  onLine(line: number): void;
  /** The cursor's line is now in another group, or in none. */
  onGroup(group: Group | undefined): void;
  onRefusal(why: string): void;
}

export class ScriptEditor implements LineMarker {
  readonly #view: EditorView;
  readonly #tags: StateField<TagLine[]>;
  /** The script that the findings are about. */
  #checked = Text.empty;

  /** Whether something is short enough for a script; if not, says so. */
  #accepts: (length: number) => boolean;

  constructor(parent: HTMLElement, language: Language, script: string, events: EditorEvents) {
    this.#tags = tagLines(language.tags);
    this.#accepts = (length) => {
      const isShort = length <= SCRIPT_CHARACTERS_MAX;
      if (!isShort) events.onRefusal(say('script-too-long', { millions: SCRIPT_CHARACTERS_MAX >> 20 }));
      return isShort;
    };
    const state = EditorState.create({
      doc: script,
      extensions: [
        EditorState.phrases.of(phrases()),
        this.#tags,
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        lintGutter(),
        highlighting(language),
        autocompletion({ override: [(context) => complete(context, language, this.#tags)] }),
        keymap.of([{ key: 'Shift-Mod-\\', run: () => this.goToGroup() }, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
        stepLines,
        EditorView.cspNonce.of('editor'),
        EditorView.contentAttributes.of({ 'aria-label': attribute('script-editor', 'aria-label'), tabindex: '0', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
        EditorState.changeFilter.of((change) => this.#accepts(change.newDoc.length)),
        // Do not even split a text into lines if it is far too long.
        EditorView.domEventHandlers({
          paste: (event) => this.#refuses(event, event.clipboardData),
          // The page opens files; a dropped text is put where it falls.
          drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0 || this.#refuses(event, event.dataTransfer),
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.onChange();
          else if (update.selectionSet) events.onLine(this.line);
          if (update.docChanged || update.selectionSet) events.onGroup(this.#group);
        }),
      ],
    });
    this.#view = new EditorView({ state, parent });
  }

  /** Refuses what is too long; returns whether it did. */
  #refuses(event: Event, data: DataTransfer | null): boolean {
    const sizes = Array.from(data?.files ?? [], ({ size }) => size);
    const isRefused = !this.#accepts(Math.max(...sizes, data?.getData('text/plain').length ?? 0));
    if (isRefused) event.preventDefault();
    return isRefused;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  set text(text: string) {
    const { doc } = this.#view.state;
    const changes = { from: 0, to: doc.length, insert: Text.of(text.split('\n')) };
    this.#view.dispatch({ changes, selection: { anchor: 0 } });
  }

  /** Replaces the lines that differ from those of a text with as many lines, so that the cursor stays on its line. */
  rewrite(text: string): void {
    const { doc } = this.#view.state;
    const lines = text.split('\n');
    if (lines.length !== doc.lines) return;
    const changes = lines.flatMap((insert, i) => {
      const { from, to, text: old } = doc.line(i + 1);
      return insert === old ? [] : [{ from, to, insert }];
    });
    this.#view.dispatch({ changes });
  }

  /** The line of the cursor, from 1. */
  get line(): number {
    const { doc, selection } = this.#view.state;
    return doc.lineAt(selection.main.head).number;
  }

  /** Marks the lines of a step, and scrolls there unless somebody is typing. All seats see all lines. */
  mark([first, last]: [number, number], _seat: Seat): void {
    const effects: StateEffect<unknown>[] = [showStep.of([first, last])];
    if (!this.#view.hasFocus) effects.push(EditorView.scrollIntoView(this.#start(last), { yMargin: 40 }));
    this.#view.dispatch({ effects });
  }

  /** Shows a line, and moves the cursor there. */
  goTo(line: number): void {
    const from = this.#start(line);
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.#view.focus();
  }

  /** Scrolls to the first line. */
  showStart(): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(0, { yMargin: 40 }) });
  }

  /** The group that the line of the cursor is in, unless it opens it. */
  get #group(): Group | undefined {
    const { state } = this.#view;
    const open = openGroup(state.field(this.#tags), state.doc.line(this.line).from);
    return open && { tag: open.tag, line: state.doc.lineAt(open.from).number };
  }

  /** Goes to the tag that opens the group of the cursor; returns whether there is one. */
  goToGroup(): boolean {
    const group = this.#group;
    if (group) this.goTo(group.line);
    return group !== undefined;
  }

  /** Where a line begins, or the nearest one. */
  #start(line: number): number {
    const { doc } = this.#view.state;
    return doc.line(Math.max(1, Math.min(line, doc.lines))).from;
  }

  showFindings(findings: Finding[]): void {
    const { state } = this.#view;
    const { doc } = state;
    this.#checked = doc;
    const diagnostics = findings.slice(0, FINDINGS_MAX).flatMap((finding) => {
      const actions = fixes(finding).map((name) => ({ name, apply: () => this.fix(finding) }));
      return diagnostic(finding, doc).map((shown) => ({ ...shown, actions }));
    });
    this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  /** Writes the probable correction, unless the script has changed since. */
  fix({ line: number, replacement }: Finding): void {
    const { doc } = this.#view.state;
    if (!replacement || doc !== this.#checked) return;
    const { column, end_column, text: insert } = replacement;
    const [from, to] = span(doc.line(number), column, end_column);
    this.#view.dispatch({ changes: { from, to, insert } });
  }
}

/** What the editor says itself. */
function phrases(): Record<string, string> {
  const names = {
    Find: 'editor-find', Replace: 'editor-replace', next: 'editor-next', previous: 'editor-previous', all: 'editor-all',
    'match case': 'editor-match-case', 'by word': 'editor-by-word', regexp: 'editor-regexp', replace: 'editor-replace-one',
    'replace all': 'editor-replace-all', close: 'editor-close', 'Go to line': 'editor-go-to-line', go: 'editor-go',
    Diagnostics: 'editor-diagnostics', 'No diagnostics': 'editor-no-diagnostics',
  };
  return Object.fromEntries(Object.entries(names).map(([phrase, name]) => [phrase, say(name)]));
}

/** The names of the quick fixes of a finding. */
export function fixes({ replacement }: Finding): string[] {
  return replacement ? [say('replace-with', { text: replacement.text })] : [];
}

/** A finding in the document, which may have been changed since. */
function diagnostic(finding: Finding, doc: Text): Diagnostic[] {
  if (finding.line < 1 || finding.line > doc.lines) return [];
  const [from, to] = span(doc.line(finding.line), finding.column, finding.end_column);
  const message = [finding.message, ...finding.notes].map(tell).join('\n');
  return [{ from, to: Math.max(from, to), severity: finding.severity, message, source: finding.code }];
}

/** The range from one column to another. */
function span(line: Line, column: number, endColumn: number): number[] {
  return [column, endColumn].map((end) => line.from + Math.min(line.length, characters(line.text, end - 1)));
}

/** The length in UTF-16 of some characters at the beginning of a text. */
function characters(text: string, count: number): number {
  let length = 0;
  for (const character of text) {
    if (count === 0) break;
    count -= 1;
    length += character.length;
  }
  return length;
}

const showStep = StateEffect.define<[number, number]>();

/** The lines of the step that the board shows. */
const stepLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marked, transaction) {
    let lines = marked.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(showStep)) continue;
      const { doc } = transaction.state;
      const [first, last] = effect.value.map((line) => Math.min(line, doc.lines));
      // A step of many lines, such as a whole group, is marked at both ends.
      const numbers = [...new Set([first, last])].filter((line) => line > 0);
      lines = Decoration.set(numbers.map((line) => Decoration.line({ class: 'step' }).range(doc.line(line).from)));
    }
    return lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function highlighting({ tags: groups, commands, rules }: Language): Extension {
  const groupWords = new Set(groups);
  /** The place of the class among the words of each command; a class may have the name of a direction. */
  const places = new Map(commands.map(({ word, usage }) => [word, usage.split(', or ').at(-1)?.split(' ').indexOf('C')]));
  const classes = new Map(rules.map((one) => [one.name, one.classes]));
  const language = StreamLanguage.define<{ command: string; words: number; rules: string }>({
    startState: () => ({ command: '', words: 0, rules: rules[0].name }),
    token(stream, state) {
      if (stream.sol()) state.words = 0;
      if (stream.eatSpace()) return null;
      stream.match(/^\S+/);
      const word = stream.current();
      state.words += 1;
      if (state.words === 1) {
        state.command = word;
        return groupWords.has(word) ? 'heading' : places.has(word) ? 'keyword' : 'invalid';
      }
      if (state.command === 'RULES' && classes.has(word)) state.rules = word;
      if (/^[+-]?\d+$/.test(word)) return 'number';
      const isClass = places.get(state.command) === state.words - 1 && classes.get(state.rules)?.includes(word);
      return isClass ? 'typeName' : null;
    },
  });
  const style = HighlightStyle.define([
    { tag: tags.heading, class: 'code-tag' },
    { tag: tags.keyword, class: 'code-command' },
    { tag: tags.number, class: 'code-number' },
    { tag: tags.typeName, class: 'code-class' },
  ]);
  return [language, syntaxHighlighting(style)];
}

/** The tags and the commands of the open group, at the beginning of a line. */
function complete(context: CompletionContext, { tags: groups, commands }: Language, lines: StateField<TagLine[]>) {
  const { state, pos } = context;
  const line = state.doc.lineAt(pos);
  const typed = /^\s*(\S*)$/.exec(line.text.slice(0, pos - line.from));
  if (!typed || (typed[1] === '' && !context.explicit)) return null;
  const open = openGroup(state.field(lines), line.from)?.tag;
  const words = commands.filter((command) => open === undefined || command.groups.includes(open));
  const options = [
    ...(open === undefined ? groups : [open]).map((label) => ({ label, type: 'namespace' })),
    // What follows a command is typed next.
    ...words.map(({ word, usage }) => ({ label: word, detail: usage.slice(word.length), apply: usage === word ? word : `${word} `, type: 'keyword' })),
  ];
  // A list that offers what is there already would only take the next Enter.
  if (!context.explicit && options.some(({ label }) => label === typed[1])) return null;
  return { from: pos - typed[1].length, options };
}

/** A line that is a tag. */
interface TagLine {
  tag: string;
  from: number;
}

/** The lines that are tags, kept so that no key needs a look at a whole long script. */
function tagLines(tags: string[]): StateField<TagLine[]> {
  const find = (doc: Text) => {
    const found: TagLine[] = [];
    let from = 0;
    for (const text of doc.iterLines()) {
      const tag = text.trim();
      if (tags.includes(tag)) found.push({ tag, from });
      from += text.length + 1;
    }
    return found;
  };
  const hasTag = (doc: Text, from: number, to: number) => doc.sliceString(doc.lineAt(from).from, doc.lineAt(to).to).includes('[');
  return StateField.define<TagLine[]>({
    create: ({ doc }) => find(doc),
    update(lines, { docChanged, changes, startState, newDoc }) {
      if (!docChanged) return lines;
      let isChanged = false;
      changes.iterChangedRanges((fromA, toA, fromB, toB) => {
        isChanged ||= hasTag(startState.doc, fromA, toA) || hasTag(newDoc, fromB, toB);
      });
      return isChanged ? find(newDoc) : lines.map(({ tag, from }) => ({ tag, from: changes.mapPos(from) }));
    },
  });
}

/** The group that is open before a position. */
function openGroup(lines: TagLine[], before: number): TagLine | undefined {
  let open: TagLine | undefined;
  for (const line of lines) {
    if (line.from >= before) break;
    open = open?.tag === line.tag ? undefined : line;
  }
  return open;
}
