// Reads the scripts in addresses.

import type { Link } from './share';
import { say } from './text';

/** The longest script that an address may have, in bytes; anything longer counts as an attack. */
const SCRIPT_BYTES_MAX = 1 << 24;

/** The script in an address, if it has one; an error that says what is wrong with it. */
export async function readLink(hash: string): Promise<Link | undefined> {
  const fields = new URLSearchParams(hash.slice(1));
  const encoded = fields.get('script');
  if (encoded === null) return undefined;
  const script = await decoded(encoded);
  if (script === undefined) throw new Error(say('link-damaged'));
  if (script.length > SCRIPT_BYTES_MAX) throw new Error(say('link-too-long'));
  const step = Number(fields.get('step') ?? NaN);
  const seat = fields.get('seat');
  return { script, ...Number.isInteger(step) ? { step } : {}, ...seat === 'A' || seat === 'B' ? { seat } : {} };
}

/** The script, or its beginning if it is too long; nothing if it is damaged. */
async function decoded(encoded: string): Promise<string | undefined> {
  try {
    const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return await inflated(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = stream.getReader();
  let [text, length] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.length;
    text += decoder.decode(value, { stream: true });
    if (length > SCRIPT_BYTES_MAX) return text.padEnd(SCRIPT_BYTES_MAX + 1);
  }
}
