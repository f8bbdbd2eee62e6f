// @ts-check
// The board beside the script, which follows the cursor.

import * as vscode from 'vscode';

/** How long the cursor must rest before the board is drawn, in milliseconds. */
const REST = 50;

/** @typedef {{ line: number, text: string, picture?: string }} Board what the server knows */

const PAGE = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-board'">
<style>svg { max-width: 100%; height: auto; max-height: 90vh }</style>
<p id="line"></p><div id="picture"></div><pre id="text"></pre>
<script nonce="board">
  const show = (name, what) => document.getElementById(name).replaceChildren(...what);
  addEventListener('message', ({ data: { line, text, picture } }) => {
    show('line', ['After line ' + line]);
    const drawn = picture ? new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement : undefined;
    show('picture', drawn ? [drawn] : []);
    show('text', drawn ? [] : [text]);
  });
</script>`;

export class BoardView {
  /** @type {vscode.WebviewPanel | undefined} */
  #panel;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** The script that is shown; the panel stays when another kind of file is edited. @type {vscode.TextEditor | undefined} */
  #editor;
  /** @type {vscode.Disposable[]} */
  #listeners = [];
  #ask;

  /** @param {(document: vscode.TextDocument, position: vscode.Position) => Promise<Board | null> | undefined} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Opens the board beside the script. */
  async show() {
    if (!this.#panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.#panel = vscode.window.createWebviewPanel('admiralty.board', 'Board', column, { enableScripts: true, retainContextWhenHidden: true });
      this.#panel.webview.html = PAGE;
      this.#panel.onDidDispose(() => this.#close());
      this.#listeners = [
        vscode.window.onDidChangeTextEditorSelection(() => this.#follow()),
        vscode.window.onDidChangeActiveTextEditor(() => this.#follow()),
        vscode.workspace.onDidChangeTextDocument(() => this.#follow()),
      ];
    }
    await this.#draw();
  }

  #follow() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), REST);
  }

  async #draw() {
    const active = vscode.window.activeTextEditor;
    if (active?.document.languageId === 'ships') this.#editor = active;
    const editor = this.#editor;
    if (!editor || editor.document.isClosed) return;
    const board = await this.#ask(editor.document, editor.selection.active);
    if (board) await this.#panel?.webview.postMessage(board);
  }

  #close() {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
    this.#listeners = [];
    this.#panel = undefined;
  }

  dispose() {
    this.#panel?.dispose();
  }
}
