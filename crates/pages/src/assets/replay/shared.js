// @ts-check

// What the playground uses of the replay page.

export { drawChances } from './analysis.js';
export { drawHull } from './board.js';
export { byId } from './model.js';
export { Page } from './page.js';
export { html, visible } from './script.js';
export { svg } from './svg.js';

/** @typedef {import('./model.js').Replay} Replay */
/** @typedef {import('./model.js').Seat} Seat */
/** @typedef {import('./model.js').Step} Step */
/** @typedef {import('./model.js').State} State */
/** @typedef {import('./page.js').LineMarker} LineMarker */
