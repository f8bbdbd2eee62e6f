// Requests to the library, which runs in a worker.

import type { Comparison } from './answers';
import { textOf } from './encoding';
import { language, say } from './text';
import LibraryWorker from './worker?worker&inline';

/** The longest time that a request about a script may take, in milliseconds. */
const REQUEST_MAX = 5_000;

/** The longest time that the library may take to start, in milliseconds. */
const START_MAX = 30_000;

/** A file, as text or as it is. */
type Content = string | Uint8Array<ArrayBuffer>;

/** Why there is no answer. */
export class NoAnswer extends Error {}

/** A request that says what is said in a text in the language of the page. */
const ask = (name: string) => (language === 'en' ? name : `texts ${name}`);

const encoder = new TextEncoder();

/** The library, which all workers share. */
const library = compile();

/** Answers one request after the other. */
export class Engine {
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param longest the longest time that a request may take, in milliseconds */
  constructor(private readonly longest = REQUEST_MAX) {}

  /** The answer to a request about a script, as text. */
  text(name: string, script = ''): Promise<string> {
    return this.#answer(encoder.encode(`${ask(name)}\n${script}`));
  }

  /** Compares an output with that of a script, or with an expected one. */
  async compare(script: Content, output: Content, expected?: Content): Promise<Comparison> {
    const [one, other] = [script, expected].map((content) => (typeof content === 'string' ? encoder.encode(content) : content));
    const lengths = [one, other].flatMap((content) => (content ? [content.length] : [])).join(' ');
    const request = new Blob([`${ask('compare')}\n${lengths}\n`, one ?? '', other ?? '', output]);
    return JSON.parse(await this.#answer(new Uint8Array(await request.arrayBuffer()))) as Comparison;
  }

  #answer(request: Uint8Array<ArrayBuffer>): Promise<string> {
    const answer = this.#last.then(() => this.#call(request));
    this.#last = answer.catch(() => undefined);
    return answer.then((bytes) => textOf(bytes));
  }

  /** The answer to a request about a script, from JSON. */
  async json<T>(name: string, script = ''): Promise<T> {
    return JSON.parse(await this.text(name, script)) as T;
  }

  async #call(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    this.#worker ??= start();
    const worker = await this.#worker.catch((error: unknown) => {
      // The next request tries again.
      this.#worker = undefined;
      throw error;
    });
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        worker.terminate();
        this.#worker = undefined;
        reject(new NoAnswer(why));
      };
      const timer = setTimeout(() => fail(say('stopped', { seconds: this.longest / 1000 })), this.longest);
      worker.onmessage = ({ data }: MessageEvent<Uint8Array | string>) => {
        clearTimeout(timer);
        // Most failures are for lack of memory.
        if (typeof data === 'string') fail(say('out-of-memory', { why: data }));
        else resolve(data);
      };
      worker.postMessage(request, [request.buffer]);
    });
  }
}

/** A worker with the library. How long that takes on a busy machine says nothing about a script. */
async function start(): Promise<Worker> {
  const worker = new LibraryWorker();
  return new Promise((resolve, reject) => {
    const fail = () => {
      window.clearTimeout(timer);
      worker.terminate();
      reject(new NoAnswer(say('no-start')));
    };
    const timer = window.setTimeout(fail, START_MAX);
    worker.onerror = fail;
    worker.onmessage = () => {
      window.clearTimeout(timer);
      worker.onerror = null;
      resolve(worker);
    };
    library.then((module) => worker.postMessage(module), fail);
  });
}

/** The library in the page; or, on a server, in a file beside it. */
async function compile() {
  const packed = document.querySelector('#library')?.textContent;
  if (!packed) {
    // From disk, a browser loads nothing.
    if (location.protocol === 'file:') location.replace(`playground.html${location.hash}`);
    return WebAssembly.compileStreaming(fetch('library.wasm'));
  }
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
