// @ts-check

// Draws the analysis of a shot: where the enemy could be, and the best shot.

import { svg, symbol } from './svg.js';

/** @import { Scene } from './board.js' */

/**
 * The analysis of the shot, if the seat may know it.
 * @param {Scene} scene
 */
export function analysisOf({ step, seat }) {
  return seat === 'all' || seat === step.player ? step.analysis : undefined;
}

/**
 * Where the enemy could be before a shot.
 * @param {Scene} scene
 */
export function drawHeat(scene) {
  const { heat, rect } = analysisOf(scene) ?? {};
  return heat && rect ? [drawChances(rect, heat)] : [];
}

/**
 * The chance of each field of a rectangle, in percent. The likeliest field has the strongest colour, and a
 * tooltip on each field shows its figure.
 * @param {number[]} rect
 * @param {number[]} heat
 */
export function drawChances([top, left, , right], heat) {
  const columns = right - left + 1;
  const max = Math.max(1, ...heat);
  const fields = svg('g', { class: 'heat' });
  for (const [field, value] of heat.entries()) {
    if (value === 0) continue;
    const [y, x] = [top + Math.floor(field / columns), left + field % columns];
    const figure = svg('title', {}, `${y} ${x}: ${value} %`);
    fields.append(svg('rect', { x, y, width: 1, height: 1, 'fill-opacity': value / max }, figure));
  }
  return fields;
}

/** @param {Scene} scene */
export function drawBest(scene) {
  const { best } = analysisOf(scene) ?? {};
  return best ? [symbol('best', best[0], best[1])] : [];
}
