// @ts-check
'use strict';

/**
 * Lets a button switch between light and dark. Until it is pressed, the page follows the system.
 * @param {HTMLElement} button
 */
function bindTheme(button) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme ? dataset.theme === 'dark' : dark.matches;
    dataset.theme = isDark ? 'light' : 'dark';
  });
}
