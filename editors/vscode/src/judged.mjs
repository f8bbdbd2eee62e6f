// @ts-check
// The failed cases of tasks that judge, as problems.

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';

/** @typedef {{ line: number, column: number, expected: string | null, found: string | null }} Difference */
/** @typedef {{ name: string, verdict: string, standing: string, detail?: string, difference?: Difference }} Case */

/** What begins the argument that names the file of results. */
const RESULTS = '--json=';

export class JudgedCases {
  #problems = vscode.languages.createDiagnosticCollection('admiralty-judge');
  #ends = vscode.tasks.onDidEndTaskProcess(({ execution: { task } }) => this.#show(task));
  #directory;
  #tasks = 0;

  /** @param {string} directory where results are kept until they are read */
  constructor(directory) {
    this.#directory = directory;
  }

  /** The arguments of `judge` with a file of results. @param {string[]} args */
  async withResults([command, ...others]) {
    await mkdir(this.#directory, { recursive: true });
    this.#tasks += 1;
    return [command, `${RESULTS}${join(this.#directory, `${this.#tasks}.json`)}`, ...others];
  }

  /** @param {vscode.Task} task */
  async #show(task) {
    const { execution, definition, scope } = task;
    if (definition.type !== 'admiralty' || !(execution instanceof vscode.ProcessExecution)) return;
    const file = execution.args.find((arg) => arg.startsWith(RESULTS))?.slice(RESULTS.length);
    const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
    if (!file || !folder) return;
    // There are none if the judge has not begun.
    const text = await readFile(file, 'utf8').catch(() => undefined);
    await rm(file, { force: true });
    if (!text) return;
    this.#problems.clear();
    /** @type {{ cases: Case[] }} */
    const { cases } = JSON.parse(text);
    for (const one of cases.filter(({ standing }) => standing === 'failed')) {
      const input = vscode.Uri.joinPath(folder.uri, definition.args[1], `${one.name}.in`);
      const problem = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), sentence(one));
      problem.code = one.verdict;
      problem.source = 'admiralty judge';
      this.#problems.set(input, [problem]);
    }
  }

  dispose() {
    this.#ends.dispose();
    this.#problems.dispose();
  }
}

/** What is wrong with a case. @param {Case} judged */
function sentence({ verdict, detail, difference }) {
  if (detail || !difference) return detail ?? verdict;
  const { line, column, expected, found } = difference;
  return `line ${line}, column ${column} of the output: ${quoted(found)} instead of ${quoted(expected)}`;
}

/** @param {string | null} line */
function quoted(line) {
  return line === null ? 'the end' : `"${line}"`;
}
