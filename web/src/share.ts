// Scripts in addresses: compressed, in the alphabet of URLs.

const encoder = new TextEncoder();

/** The longest script that an address may have, in bytes; anything longer counts as an attack. */
const SCRIPT_BYTES_MAX = 1 << 24;

export interface Link {
  script: string;
  step?: number;
}

export async function linkTo({ script, step }: Link): Promise<string> {
  const stream = new Blob([encoder.encode(script)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `#script=${encoded}${step === undefined ? '' : `&step=${step}`}`;
}

/** The script in an address, if it has one; an error if it is broken. */
export async function readLink(hash: string): Promise<Link | undefined> {
  const fields = new URLSearchParams(hash.slice(1));
  const encoded = fields.get('script');
  if (encoded === null) return undefined;
  const text = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const script = await inflated(bytes);
  const step = Number(fields.get('step') ?? NaN);
  return Number.isInteger(step) ? { script, step } : { script };
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
    if (length > SCRIPT_BYTES_MAX) throw new Error('the script is too long');
    text += decoder.decode(value, { stream: true });
  }
}
