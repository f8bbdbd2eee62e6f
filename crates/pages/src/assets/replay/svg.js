// @ts-check

// Elements of SVG.

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Element | string)} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * A symbol on a field.
 * @param {string} name
 * @param {number} y
 * @param {number} x
 */
export function symbol(name, y, x) {
  return svg('use', { href: `#${name}`, x, y });
}
