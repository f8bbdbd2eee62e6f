// @ts-check
// The language client, and the commands that run and replay a script.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

/** More output than this ends a run. */
const OUTPUT_BYTES_MAX = 1 << 24;

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.OutputChannel | undefined} */
let output;
/** The directory of the replays of this session. @type {string | undefined} */
let replays;
let replayCount = 0;

/** @param {vscode.ExtensionContext} context */
export async function activate(context) {
  output = vscode.window.createOutputChannel('Ships');
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('admiralty.run', run),
    vscode.commands.registerCommand('admiralty.replay', replay),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration('admiralty.path')) return;
      await stopClient();
      await startClient();
    }),
  );
  await startClient();
}

export async function deactivate() {
  await stopClient();
  if (replays) await rm(replays, { recursive: true, force: true });
}

/** The program, which an untrusted workspace cannot choose. @returns {string} */
function program() {
  return vscode.workspace.getConfiguration('admiralty').get('path') || 'admiralty';
}

async function startClient() {
  if (!await call(['--version'], '')) return;
  const server = { command: program(), args: ['lsp'] };
  client = new LanguageClient('admiralty', 'Admiralty', server, { documentSelector: [{ language: 'ships' }] });
  await client.start();
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

/** Opens the replay of the script in the browser. */
async function replay() {
  replays ??= await mkdtemp(join(tmpdir(), 'ships-'));
  replayCount += 1;
  const page = join(replays, `replay-${replayCount}.html`);
  const result = await callWithScript('Making the replay', ['replay', '-', '-o', page]);
  if (!result) return;
  if (result.code === 0) await vscode.env.openExternal(vscode.Uri.file(page));
  else await vscode.window.showErrorMessage(result.stderr);
}
