// The panes, their tabs and dividers; and the views of a small screen, one at a time.

import { byId } from 'virtual:replay';
import { remember, remembered } from './keep';

export type Tab = 'problems' | 'output' | 'compare' | 'tests' | 'analysis';
export type View = 'script' | 'board' | 'results';

/** The least width of a pane, as a share of the window. */
const SHARE_MIN = 0.14;
/** How far a key moves a divider, as a share of the window. */
const KEY_SHARE = 0.02;
/** As in the style: a screen on which the output has a place of its own. */
const LARGE = matchMedia('(min-width: 110rem) and (min-height: 30.01rem)');

/** The widths of the panes, as shares of all. */
type Widths = [script: number, middle: number, results: number];
/** On a large screen, the board is as high as it is there, and needs less of the width. */
const WIDTHS: Widths = LARGE.matches ? [0.36, 0.26, 0.38] : [0.34, 0.3, 0.36];

let widths = remembered<Widths>('widths') ?? WIDTHS;
let tab = remembered<Tab>('tab') ?? 'output';

/** Makes tabs, dividers, views and menus work. */
export function bindLayout() {
  const tabs = tabButtons();
  for (const button of tabs) {
    button.addEventListener('click', () => openTab(nameOf(button)));
    button.addEventListener('keydown', ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (by === undefined) return;
      const shown = tabs.filter((one) => one.checkVisibility());
      const next = shown[(shown.indexOf(button) + by + shown.length) % shown.length];
      openTab(nameOf(next));
      next.focus();
    });
  }
  LARGE.addEventListener('change', () => openTab(tab));
  openTab(tab);
  bindDivider('script-divider', 0);
  bindDivider('results-divider', 1);
  setWidths(widths);
  for (const button of viewButtons()) button.addEventListener('click', () => openView(button.dataset.show as View));
  openView('script');
  for (const menu of document.querySelectorAll<HTMLElement>('[popover]')) bindMenu(menu);
}

/** Opens a tab, and the view that has it. */
export function openTab(name: Tab) {
  tab = name;
  const shown = LARGE.matches && name === 'output' ? 'problems' : name;
  for (const button of tabButtons()) {
    const isOpen = nameOf(button) === shown;
    button.setAttribute('aria-selected', String(isOpen));
    button.tabIndex = isOpen ? 0 : -1;
    byId(`panel-${nameOf(button)}`).classList.toggle('open', isOpen);
  }
  remember('tab', name);
  revealTab();
}

/** Scrolls to the open tab, where not all have room beside each other. */
function revealTab() {
  document.querySelector('[role="tab"][aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Opens a view, where only one has room. */
export function openView(view: View) {
  for (const pane of document.querySelectorAll<HTMLElement>('[data-view]')) pane.classList.toggle('shown', pane.dataset.view === view);
  for (const button of viewButtons()) {
    if (button.dataset.show === view) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
  (document.querySelector('header') as HTMLElement).dataset.of = view;
  if (view === 'results') revealTab();
}

function tabButtons() {
  return [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
}

function nameOf(button: HTMLElement) {
  return button.id.replace('tab-', '') as Tab;
}

function viewButtons() {
  return [...document.querySelectorAll<HTMLElement>('[data-show]')];
}

/** A divider moves its neighbours' common edge: with the pointer, with the arrow keys; a double click undoes it. */
function bindDivider(id: string, left: 0 | 1) {
  const divider = byId(id);
  divider.addEventListener('pointerdown', (event) => {
    divider.setPointerCapture(event.pointerId);
    divider.classList.add('dragged');
  });
  divider.addEventListener('pointermove', ({ clientX }) => {
    if (divider.classList.contains('dragged')) moveEdge(left, clientX / innerWidth - edgeOf(left));
  });
  divider.addEventListener('lostpointercapture', () => {
    divider.classList.remove('dragged');
    remember('widths', widths);
  });
  divider.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -KEY_SHARE, ArrowRight: KEY_SHARE }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    moveEdge(left, by);
    remember('widths', widths);
  });
  divider.addEventListener('dblclick', () => {
    setWidths(WIDTHS);
    remember('widths', widths);
  });
}

/** The place of an edge, as a share of the window. */
function edgeOf(left: 0 | 1) {
  return widths.slice(0, left + 1).reduce((one, other) => one + other);
}

function moveEdge(left: 0 | 1, by: number) {
  const moved: Widths = [...widths];
  const both = moved[left] + moved[left + 1];
  moved[left] = Math.max(SHARE_MIN, Math.min(both - SHARE_MIN, moved[left] + by));
  moved[left + 1] = both - moved[left];
  setWidths(moved);
}

function setWidths(shares: Widths) {
  widths = shares;
  const { style } = document.documentElement;
  ['script', 'middle', 'results'].forEach((pane, i) => style.setProperty(`--${pane}-width`, `${(100 * shares[i]).toFixed(2)}fr`));
  byId('script-divider').setAttribute('aria-valuenow', String(Math.round(100 * edgeOf(0))));
  byId('results-divider').setAttribute('aria-valuenow', String(Math.round(100 * edgeOf(1))));
}

/** A menu opens below its button, and closes when something of it is pressed. */
function bindMenu(menu: HTMLElement) {
  const opener = document.querySelector(`[popovertarget="${menu.id}"]`) as HTMLElement;
  menu.addEventListener('beforetoggle', () => {
    const { left, bottom } = opener.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(left, innerWidth - 280))}px`;
    menu.style.top = `${bottom + 4}px`;
  });
  menu.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button')) menu.hidePopover();
  });
  menu.addEventListener('change', () => menu.hidePopover());
}
