// @ts-check
'use strict';

// The button for light and dark, and the choice that all pages remember. Until there is one, a page
// follows the system. It comes first in a page, so that no page is drawn in the other colours.

{
  const KEY = 'admiralty-theme';
  const { dataset } = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)');

  // A browser may refuse to store anything for a page that is opened from disk.
  const remembered = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const remember = (/** @type {string} */ theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // The choice holds for this page.
    }
  };

  const theme = remembered();
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;

  document.addEventListener('DOMContentLoaded', () => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'theme';
    button.dataset.text = 'theme';
    button.title = 'Light or dark';
    button.textContent = '\u25D0';
    button.setAttribute('aria-label', 'Light or dark');
    button.addEventListener('click', () => {
      const isDark = dataset.theme ? dataset.theme === 'dark' : dark.matches;
      dataset.theme = isDark ? 'light' : 'dark';
      remember(dataset.theme);
    });
    document.querySelector('header')?.append(button);
  });
}
