// Makes addresses of scripts: compressed, in the alphabet of URLs. The documents have such links, too.

import type { Seat } from 'virtual:replay';

const encoder = new TextEncoder();

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
