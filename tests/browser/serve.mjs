// @ts-check
// A server of files.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.png': 'image/png', '.css': 'text/css', '.wasm': 'application/wasm' };

const PHONE = '<!doctype html><title>Phone</title><iframe src="/" style="width: 390px; height: 844px; border: 0"></iframe>';

/**
 * Serves a directory; returns its address, and what stops it.
 * @param {string} root
 * @param {{fails: 'never' | 'at once' | 'by silence'}} [mood] how it answers from now on
 */
export async function serve(root, mood = { fails: 'never' }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (mood.fails === 'at once') return void response.writeHead(503).end('down');
    if (mood.fails === 'by silence') return;
    // A page with another one in it, as wide as a phone; windows on a desktop are wider.
    if (pathname === '/phone') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PHONE);
    const path = normalize(join(root, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
    readFile(path).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(content),
      async () => response.writeHead(404, { 'content-type': 'text/html' }).end(await readFile(join(root, '404.html')).catch(() => '')),
    );
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', () => resolve(undefined)); });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = () => { server.closeAllConnections(); server.close(); };
  return { url: `http://127.0.0.1:${address.port}/`, stop };
}
