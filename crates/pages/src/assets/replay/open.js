// @ts-check

// The page of one replay: the data in it, and its address.

import { byId } from './model.js';
import { Page } from './page.js';
import { ScriptView } from './script.js';

/** @import { Replay, Seat } from './model.js' */

/** The page's address, which links to the step and the seat on display. */
class Address {
  constructor() {
    /** What was last read or written. */
    this.hash = '';
    this.timer = 0;
  }

  /**
   * The step and the seat of the address.
   * @param {number} opening the step of an address without one
   * @returns {[number, Seat]}
   */
  read(opening) {
    this.hash = location.hash;
    const hash = new URLSearchParams(location.hash.slice(1));
    const seat = hash.get('seat');
    return [Number(hash.get('step') ?? opening), seat === 'A' || seat === 'B' ? seat : 'all'];
  }

  /**
   * Makes the address a link to what is shown, unless the address has just been changed.
   * @param {Page} page
   */
  update({ number, seat }) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (location.hash !== this.hash) return;
      this.hash = `#step=${number}&seat=${seat}`;
      history.replaceState(null, '', this.hash);
    }, 300);
  }
}

/**
 * The bytes of a data block: gzip in base64.
 * @param {string} id
 */
async function load(id) {
  const text = atob(byId(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

/** Opens the recorded game. */
async function openPage() {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const [data, text] = (await Promise.all([load('replay'), load('script')])).map((bytes) => decoder.decode(bytes));
  /** @type {Replay} */
  const replay = JSON.parse(data);
  const address = new Address();
  const page = new Page({ root: document, onDraw: () => address.update(page) });
  const script = new ScriptView(text, replay.failed ?? 0, (line) => page.goTo(page.stepOf(line)));
  page.open(replay, script, ...address.read(replay.opening));
  window.addEventListener('hashchange', () => page.show(...address.read(replay.opening)));
  document.body.dataset.ready = '';
}

openPage().catch((/** @type {unknown} */ error) => {
  byId('what').textContent = `This page cannot be shown: ${error}`;
});
