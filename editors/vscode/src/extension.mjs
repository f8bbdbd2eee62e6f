// @ts-check
// The language client, the commands that run and replay a script, and the tasks.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { BoardView } from './board.mjs';
import { JudgedCases } from './judged.mjs';

/** More output than this ends a run. */
const OUTPUT_BYTES_MAX = 1 << 24;

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.OutputChannel | undefined} */
let output;
/** @type {JudgedCases | undefined} */
let judged;
const boardView = new BoardView((document, position) => client?.sendRequest('admiralty/board', {
  textDocument: { uri: document.uri.toString() },
  position: { line: position.line, character: position.character },
}));

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  output = vscode.window.createOutputChannel('Ships');
  judged = new JudgedCases((context.storageUri ?? context.globalStorageUri).fsPath);
  context.subscriptions.push(
    output,
    boardView,
    judged,
    vscode.commands.registerCommand('admiralty.run', run),
    vscode.commands.registerCommand('admiralty.replay', replay),
    vscode.commands.registerCommand('admiralty.board', () => boardView.show()),
    vscode.tasks.registerTaskProvider('admiralty', { provideTasks, resolveTask: taskOf }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration('admiralty')) return;
      await stopClient();
      await startClient();
    }),
  );
  await startClient();
}

export async function deactivate() {
  await stopClient();
}

/** The program, which an untrusted workspace cannot choose. @returns {string} */
function program() {
  return vscode.workspace.getConfiguration('admiralty').get('path') || 'admiralty';
}

async function startClient() {
  if (!await call(['--version'], '')) return;
  const server = { command: program(), args: ['lsp'] };
  client = new LanguageClient('admiralty', 'Admiralty', server, {
    documentSelector: [{ language: 'ships' }],
    initializationOptions: { inlayHints: vscode.workspace.getConfiguration('admiralty').get('inlayHints') },
    // The only command of the server shows the board, which it would show as text.
    middleware: { executeCommand: () => boardView.show(), provideOnTypeFormattingEdits: closeGroup },
  });
  await client.start();
}

/**
 * Inserts what closes a group as a snippet, which leaves the cursor before it. As an edit, it would move the cursor.
 * @type {NonNullable<import('vscode-languageclient').Middleware['provideOnTypeFormattingEdits']>}
 */
async function closeGroup(document, position, typed, options, token, next) {
  const { version } = document;
  const edits = await next(document, position, typed, options, token) ?? [];
  const closing = edits.find(({ range }) => range.start.isEqual(position));
  const editor = vscode.window.activeTextEditor;
  if (!closing || editor?.document !== document) return edits;
  // What was typed meanwhile counts more.
  if (document.version !== version) return [];
  await editor.insertSnippet(new vscode.SnippetString().appendTabstop(0).appendText(closing.newText), position);
  return [];
}

async function stopClient() {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}

/**
 * Runs the program and returns its output. If it does not run to its end, reports that and returns nothing.
 * @param {string[]} args
 * @param {string} input
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ stdout: string, stderr: string, code: number } | undefined>}
 */
function call(args, input, signal) {
  return new Promise((resolve) => {
    const child = execFile(program(), args, { maxBuffer: OUTPUT_BYTES_MAX, signal }, (error, stdout, stderr) => {
      if (!error || typeof error.code === 'number') {
        resolve({ stdout, stderr, code: Number(error?.code ?? 0) });
        return;
      }
      if (!signal?.aborted) void complain(error);
      resolve(undefined);
    });
    // The program may end before it has read everything.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** @param {import('node:child_process').ExecFileException} error */
async function complain(error) {
  if (error.code !== 'ENOENT' && error.code !== 'EACCES') {
    await vscode.window.showErrorMessage(`admiralty: ${error.message}`);
    return;
  }
  const settings = 'Open Settings';
  const problem = error.code === 'ENOENT' ? 'was not found' : 'may not be run';
  const message = `The program ${program()} ${problem}. Install Admiralty, or set admiralty.path to it.`;
  if (await vscode.window.showErrorMessage(message, settings) === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'admiralty.path');
  }
}

/**
 * Calls the program with the script of the active editor as its input, until the user cancels it.
 * @param {string} title
 * @param {string[]} args
 */
async function callWithScript(title, args) {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'ships') {
    await vscode.window.showErrorMessage('Open a script of the language Ships first.');
    return undefined;
  }
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return call(args, document.getText(), abort.signal);
  });
}

/** Shows what the script prints, and the explanation of its error. */
async function run() {
  const result = await callWithScript('Running the script', ['run', '--explain', '-']);
  if (!result || !output) return;
  output.clear();
  output.append(result.stdout);
  output.append(result.stderr);
  output.show(true);
}

/** Shows the replay of the script. The page is not a file, because the program may run on another machine. */
async function replay() {
  const title = vscode.window.activeTextEditor?.document.fileName.split(/[\\/]/).pop();
  const result = await callWithScript('Making the replay', ['replay', '-']);
  if (!result) return;
  if (result.code !== 0) {
    await vscode.window.showErrorMessage(result.stderr);
    return;
  }
  const options = { enableScripts: true, retainContextWhenHidden: true };
  const panel = vscode.window.createWebviewPanel('admiralty.replay', `Replay: ${title}`, vscode.ViewColumn.Beside, options);
  panel.webview.html = result.stdout;
}

/** The task that checks all scripts of a folder. */
function provideTasks() {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return Promise.all(folders.map((folder) => taskOf(
    new vscode.Task({ type: 'admiralty', args: ['check', '.'] }, folder, 'check all scripts', 'admiralty'),
  )));
}

/** The task with what it runs, so that what is found is listed as problems. @param {vscode.Task} task */
async function taskOf({ definition, scope, name }) {
  /** @type {string[]} */
  const args = definition.args;
  let shown = args;
  /** @type {string[]} */
  let matchers = [];
  if (args[0] === 'check') {
    shown = ['check', '--format', 'short', ...args.slice(1)];
    matchers = ['$admiralty-check'];
  } else if (args[0] === 'judge' && judged) {
    shown = await judged.withResults(args);
  }
  const run = new vscode.ProcessExecution(program(), shown);
  return new vscode.Task(definition, scope ?? vscode.TaskScope.Workspace, name, 'admiralty', run, matchers);
}
