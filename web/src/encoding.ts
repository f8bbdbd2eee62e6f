// What Windows does to texts: line ends, byte order marks, UTF-16.

import { listed, say } from './text';

const CR = 0x0d;
const LF = 0x0a;

/** A text as bytes without these, and what they were, by the names of their texts. */
export interface Plain {
  bytes: Uint8Array<ArrayBuffer>;
  peculiarities: string[];
}

/** The text of bytes, with a byte order mark if they have one. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Removes a byte order mark and carriage returns before line ends, and turns UTF-16 into UTF-8. */
export function plain(content: Uint8Array<ArrayBuffer>): Plain {
  let bytes = content;
  const peculiarities = [];
  const utf16 = encodingOf(bytes);
  if (utf16) {
    bytes = new TextEncoder().encode(new TextDecoder(utf16).decode(bytes));
    peculiarities.push('utf-16');
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    bytes = bytes.slice(3);
    peculiarities.push('byte-order-mark');
  }
  const isReturn = (byte: number, i: number) => byte === CR && bytes[i + 1] === LF;
  if (bytes.some(isReturn)) {
    bytes = bytes.filter((byte, i) => !isReturn(byte, i));
    peculiarities.push('windows-ends');
  }
  return { bytes, peculiarities };
}

function encodingOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** How often each is among some texts, in words; empty if none is. */
export function tally(all: string[][]): string {
  const counts = new Map<string, number>();
  for (const one of all.flat()) counts.set(one, (counts.get(one) ?? 0) + 1);
  return listed([...counts].map(([what, count]) => say('peculiarity', { what: say(what), count })));
}
