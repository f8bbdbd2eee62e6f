// What has just happened, told beside what was pressed.

import { byId, html } from 'virtual:replay';

/** How long a notice stays, in milliseconds; one with a button stays longer. */
const SHOWN = 4_000;
const SHOWN_WITH_BUTTON = 12_000;

export interface Way {
  label: string;
  act: () => void;
}

let pressed: Element | null = null;
let timer = 0;

document.addEventListener('pointerdown', ({ target }) => { pressed = target as Element; }, { capture: true });
document.addEventListener('keydown', () => { pressed = document.activeElement; }, { capture: true });

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

/** Below what was pressed, or above it where there is no room; on a phone above the views, where it hides least. */
function place(notice: HTMLElement) {
  const views = byId('views').getBoundingClientRect();
  if (views.height > 0) {
    [notice.style.left, notice.style.top] = ['8px', `${views.top - notice.offsetHeight - 8}px`];
    return;
  }
  const inMenu = pressed?.closest('[popover]');
  const anchor = inMenu ? document.querySelector(`[popovertarget="${inMenu.id}"]`) : pressed?.closest('button, select, textarea, input, .card');
  const at = (anchor?.checkVisibility() ? anchor : document.querySelector('header'))?.getBoundingClientRect() ?? new DOMRect();
  const { offsetWidth: width, offsetHeight: height } = notice;
  const isRoom = at.bottom + height + 8 < innerHeight && at.height < innerHeight / 2;
  const top = isRoom ? at.bottom + 4 : at.top - height - 4;
  notice.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  notice.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
