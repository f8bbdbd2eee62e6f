// What has just happened, told where it hides nothing.

import { byId, html } from 'virtual:replay';

/** How long a notice stays, in milliseconds; one with a button stays longer. */
const SHOWN = 4_000;
const SHOWN_WITH_BUTTON = 7_000;

export interface Way {
  label: string;
  act: () => void;
}

let pressed: Element | null = null;
let timer = 0;

document.addEventListener('pointerdown', ({ target }) => { pressed = target as Element; }, { capture: true });
document.addEventListener('keydown', () => { pressed = document.activeElement; }, { capture: true });
// Who goes on typing needs the place.
document.addEventListener('beforeinput', () => { byId('notice').hidden = true; });
// Another view has another header.
new MutationObserver(() => place(byId('notice'))).observe(document.querySelector('header') as HTMLElement, { attributeFilter: ['data-of'] });

/** Tells something, with a button for what can be done about it. */
export function notice(text: string, way?: Way) {
  const notice = byId('notice');
  notice.replaceChildren(html('span', '', text));
  if (way) {
    const button = html('button', '', way.label);
    button.addEventListener('click', () => {
      notice.hidden = true;
      way.act();
    });
    notice.append(button);
  }
  notice.hidden = false;
  place(notice);
  window.clearTimeout(timer);
  timer = window.setTimeout(() => { notice.hidden = true; }, way ? SHOWN_WITH_BUTTON : SHOWN);
}

/**
 * In what is free of the header, which hides nothing; if that is too narrow, on a phone above the views, where it hides
 * least, and elsewhere below what was pressed, or above it where there is no room.
 */
function place(notice: HTMLElement) {
  const views = byId('views').getBoundingClientRect();
  const isPhone = views.height > 0;
  const inMenu = pressed?.closest('[popover]');
  const anchor = inMenu ? document.querySelector(`[popovertarget="${inMenu.id}"]`) : pressed?.closest('button, select, textarea, input, .card');
  const beside = anchor?.checkVisibility() ? anchor : document.querySelector('header');
  const at = beside?.getBoundingClientRect() ?? new DOMRect();
  const { offsetWidth: width, offsetHeight: height } = notice;
  const free = freeOfHeader();
  if (free.width >= width) {
    [notice.style.left, notice.style.top] = [`${free.left}px`, `${free.top + (free.height - height) / 2}px`];
    return;
  }
  if (isPhone) {
    [notice.style.left, notice.style.top] = [`${innerWidth - width - 8}px`, `${views.top - height - 8}px`];
    return;
  }
  const isRoom = at.bottom + height + 8 < innerHeight && at.height < innerHeight / 2;
  const top = isRoom ? at.bottom + 4 : at.top - height - 4;
  notice.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  notice.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}

/** The widest part of the header without a control. */
function freeOfHeader(): DOMRect {
  const controls = [...document.querySelectorAll('header :is(a, button)')].filter((one) => one.checkVisibility() && !one.closest('[popover]'));
  const rects = controls.map((one) => one.getBoundingClientRect()).sort((one, other) => one.left - other.left);
  const gaps = rects.map(({ right, top, height }, i) => new DOMRect(right + 8, top, (rects[i + 1]?.left ?? innerWidth) - right - 16, height));
  return gaps.reduce((widest, gap) => (gap.width > widest.width ? gap : widest), new DOMRect());
}
