// The board as a picture.

import { say } from './text';

/** The size of a field, and the largest size of the picture, in pixels. */
const FIELD = 64;
const PICTURE_MAX = 4_096;
const SVG = 'http://www.w3.org/2000/svg';

/** Draws a board as PNG, in the colours and with the symbols of the page. */
export async function picture(board: SVGSVGElement): Promise<Blob> {
  const { width: columns, height: rows } = board.viewBox.baseVal;
  const field = Math.min(FIELD, PICTURE_MAX / Math.max(columns, rows));
  const [width, height] = [columns, rows].map((fields) => Math.round(fields * field));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(alone(board, width, height, field)))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error(say('no-pictures'));
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(say('no-pictures')))));
  });
}

/** The board as a document of its own. */
function alone(board: SVGSVGElement, width: number, height: number, field: number): Node {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const style = document.createElementNS(SVG, 'style');
  style.textContent = Array.from(document.querySelectorAll('style'), (part) => part.textContent).join('\n');
  const symbols = document.querySelector('defs')?.cloneNode(true) ?? '';
  copy.prepend(style, symbols);
  const page = document.documentElement;
  // Two pixels of the picture are one of the page.
  copy.style.cssText = `${page.style.cssText}; color: var(--ink); --pixel: ${2 / field}px; width: ${width}px; height: ${height}px; max-width: none; max-height: none;`;
  copy.dataset.theme = page.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return copy;
}
