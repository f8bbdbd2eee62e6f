// Scripts in addresses: compressed, in the alphabet of URLs.

import type { Seat } from 'virtual:replay';

const encoder = new TextEncoder();

/** The longest script that an address may have, in bytes; anything longer counts as an attack. */
const SCRIPT_BYTES_MAX = 1 << 24;

export interface Link {
  script: string;
  step?: number;
  seat?: Seat;
}

export async function linkTo({ script, step, seat }: Link): Promise<string> {
  const stream = new Blob([encoder.encode(script)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const fields = new URLSearchParams({ ...step === undefined ? {} : { step: String(step) }, ...seat && seat !== 'all' ? { seat } : {} });
  return `#script=${encoded}${fields.size > 0 ? `&${fields}` : ''}`;
}

/** The script in an address, if it has one; an error that says what is wrong with it. */
export async function readLink(hash: string): Promise<Link | undefined> {
  const fields = new URLSearchParams(hash.slice(1));
  const encoded = fields.get('script');
  if (encoded === null) return undefined;
  const script = await decoded(encoded);
  if (script === undefined) throw new Error('The link is damaged or incomplete: its script cannot be read.');
  if (script.length > SCRIPT_BYTES_MAX) throw new Error('The script of the link is too long.');
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
