// @ts-check
// The bundled extension in a stub of Visual Studio Code, with one open document.

import { EventEmitter, once } from 'node:events';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

class Disposable {
  static from() {
    return new Disposable();
  }

  dispose() {}
}

class Position {
  /** @param {number} line @param {number} character */
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  /** @param {number} startLine @param {number} start @param {number} endLine @param {number} end */
  constructor(startLine, start, endLine, end) {
    this.start = new Position(startLine, start);
    this.end = new Position(endLine, end);
  }
}

class Diagnostic {
  /** @type {string | undefined} */
  code;

  /** @param {Range} range @param {string} message */
  constructor(range, message) {
    this.range = range;
    this.message = message;
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind('');
  static QuickFix = new CodeActionKind('quickfix');

  /** @param {string} value */
  constructor(value) {
    this.value = value;
  }

  /** @param {string} part */
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}

class Uri {
  scheme = 'file';

  /** @param {string} path */
  constructor(path) {
    this.fsPath = path;
  }

  /** @param {string} path */
  static file(path) {
    return new Uri(path);
  }

  /** @param {string} uri */
  static parse(uri) {
    return new Uri(fileURLToPath(uri));
  }

  toString() {
    return pathToFileURL(this.fsPath).href;
  }
}

/** An emitter like that of the API. */
class Emitter {
  /** @type {Set<(value: unknown) => unknown>} */
  #listeners = new Set();

  /** @param {(value: unknown) => unknown} listener @param {unknown} [self] */
  event = (listener, self) => {
    this.#listeners.add(listener.bind(self));
    return new Disposable();
  };

  /** @param {unknown} value */
  fire(value) {
    for (const listener of this.#listeners) listener(value);
  }

  dispose() {}
}

/** Classes and functions without a part in the test; they do nothing. @type {ProxyHandler<any>} */
const nothing = {
  get: (target, name) => (name in target ? target[name] : typeof name === 'string' ? stub({}) : undefined),
};

/** An object whose other members do nothing. @param {object} members */
function stub(members) {
  return new Proxy(Object.assign(class extends Disposable {}, members), {
    ...nothing,
    apply: () => new Disposable(),
  });
}

/**
 * Activates the extension with a document.
 * @param {string} root
 * @param {string} admiralty
 * @param {string} text
 */
export async function activated(root, admiralty, text) {
  const found = new EventEmitter();
  /** @type {Diagnostic[] | undefined} */
  let diagnostics;
  let output = '';
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const shown = [];
  /** @type {Map<string, (...args: unknown[]) => Promise<void>>} */
  const commands = new Map();
  const changed = new Emitter();
  const document = { uri: Uri.file('/game.ships'), fileName: '/game.ships', languageId: 'ships', version: 1, isClosed: false, getText: () => text };
  const settings = { get: (/** @type {string} */ name) => (name === 'path' ? admiralty : undefined) };
  const vscode = stub({
    version: '1.91.0',
    Disposable,
    Position,
    Range,
    Diagnostic,
    CodeActionKind,
    Uri,
    EventEmitter: Emitter,
    ProgressLocation: { Notification: 15 },
    ViewColumn: { Beside: -2 },
    CancellationTokenSource: class {
      token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
      cancel() {}
      dispose() {}
    },
    window: stub({
      activeTextEditor: { document, selection: { active: new Position(0, 0) } },
      visibleTextEditors: [{ document }],
      tabGroups: stub({ all: [] }),
      createOutputChannel: () => stub({
        append: (/** @type {string} */ more) => { output += more; },
        clear: () => { output = ''; },
        error: (/** @type {unknown} */ problem) => { throw problem; },
      }),
      createWebviewPanel: () => stub({
        webview: {
          set html(/** @type {string} */ page) { shown.push(page); },
          postMessage: async (/** @type {{ line: number, picture: string }} */ board) => { shown.push(`${board.line} ${board.picture}`); },
        },
      }),
      showErrorMessage: async (/** @type {string} */ message) => { errors.push(message); },
      withProgress: (/** @type {unknown} */ _, /** @type {Function} */ task) => task(undefined, { onCancellationRequested: () => new Disposable() }),
    }),
    workspace: stub({
      textDocuments: [document],
      notebookDocuments: [],
      workspaceFolders: undefined,
      onDidChangeTextDocument: changed.event,
      getConfiguration: () => settings,
    }),
    languages: stub({
      match: (/** @type {unknown} */ _, /** @type {{ languageId: string }} */ other) => (other.languageId === 'ships' ? 10 : 0),
      createDiagnosticCollection: () => ({
        set: (/** @type {Uri} */ _, /** @type {Diagnostic[]} */ list) => {
          diagnostics = list;
          found.emit('found');
        },
        delete: () => {},
        clear: () => {},
        dispose: () => {},
      }),
    }),
    tasks: stub({}),
    commands: stub({
      registerCommand: (/** @type {string} */ name, /** @type {() => Promise<void>} */ run) => {
        commands.set(name, run);
        return new Disposable();
      },
    }),
  });

  const loader = /** @type {any} */ (Module);
  const load = loader._load;
  loader._load = (/** @type {string} */ request, /** @type {unknown[]} */ ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
  const require = createRequire(import.meta.url);
  const path = join(root, 'dist/extension.js');
  // Each test has an extension of its own.
  delete require.cache[path];
  const extension = require(path);
  loader._load = load;
  await extension.activate({ subscriptions: [], globalStorageUri: Uri.file('/nowhere') });
  return {
    commands,
    errors,
    shown,
    output: () => output,
    async diagnostics() {
      if (!diagnostics) await once(found, 'found');
      return diagnostics ?? [];
    },
    /** Replaces a part of a line. @param {number} line @param {number} start @param {number} end @param {string} part */
    type(line, start, end, part) {
      const lines = text.split('\n');
      lines[line] = lines[line].slice(0, start) + part + lines[line].slice(end);
      text = lines.join('\n');
      document.version += 1;
      diagnostics = undefined;
      changed.fire({ document, contentChanges: [{ range: new Range(line, start, line, end), text: part }] });
    },
    deactivate: () => extension.deactivate(),
  };
}
