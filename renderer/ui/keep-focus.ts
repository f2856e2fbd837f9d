import { useEffect, useRef } from 'react';

const layer = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const notice = '[data-notices]';

/** What had the focus last and did not give it away itself. */
let last: Element | null = null;

/** The part of the page it was in, by the name in its `data-work`: where one goes on there, at its heading. */
let work: string | null = null;

/** Whether the focus fell to the page because what had it went away or can't be used any more. */
function hasFallen(): boolean {
  const { activeElement } = document;
  const onPage = activeElement === null || activeElement === document.body;
  return onPage && last !== null && (!last.isConnected || last.matches(':disabled'));
}

/** The heading of the part of the page one worked in; null where it is gone. */
function whereOneWorked(): HTMLElement | null {
  const part = work === null ? null : document.querySelector(`[data-work="${CSS.escape(work)}"]`);
  const heading = part?.querySelector<HTMLElement>('h2, h3') ?? null;
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/** Where one reads on: the current row, else the heading of what is shown; null as long as that is on its way. */
function whereToGo(): HTMLElement | null {
  const main = document.querySelector('main');
  const grid = main?.querySelector('[role="grid"]');
  const row = grid?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  if (row) {
    return row;
  }
  const heading = main?.querySelector<HTMLElement>('h1') ?? main?.querySelector<HTMLElement>('h2');
  // Rows come in parts: the current one of a long list may be in a later part.
  if (!heading || grid) {
    return null;
  }
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
  }
  return heading;
}

/** Gives the focus to the view, to its current row if there is one. */
export const focusView = (): void => whereToGo()?.focus({ preventScroll: true });

/** How long a view may take until it is shown. */
const shownWithin = 5000;

/** Like {@link focusView}, for a view that is on its way, unless the focus is put somewhere in it meanwhile. */
export function focusViewSoon(since = performance.now()): void {
  const { activeElement } = document;
  if (activeElement?.closest('main') || document.querySelector(layer) !== null) {
    return;
  }
  const place = whereToGo();
  if (place) {
    place.focus({ preventScroll: true });
  } else if (performance.now() - since < shownWithin) {
    setTimeout(() => focusViewSoon(since), 50);
  }
}

/** For a menu with items that lead to another view: the view gets the focus, which the menu’s button would take from it. */
export function useLeadingMenu() {
  const leads = useRef(false);
  return {
    root: {
      onOpenChange: (isOpen: boolean): void => {
        leads.current &&= !isOpen;
      },
    },
    popup: { finalFocus: (): boolean => !leads.current },
    /** Said by an item when it is picked. */
    leadOn: (): void => {
      leads.current = true;
    },
  };
}

/** Gives the focus to `place` once `form` has been dealt with. One who has gone on elsewhere meanwhile stays there. */
export function focusAfter(form: Element, place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body || form.contains(activeElement)) {
    place?.focus();
  }
}

/** Takes the focus out of the notices, or from nowhere, back to the view. Anything else that has it keeps it. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if ((isLost || activeElement.closest(notice) !== null) && document.querySelector(layer) === null) {
      focusView();
    }
  });
}

/** Catches the focus when its element goes away: keyboard users would land at the top of the page. Once per page. */
export function useFocusKept(): void {
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const catchIt = (): void => {
      waiting = undefined;
      if (hasFallen()) {
        if (document.querySelector(layer) === null) {
          const place = whereOneWorked();
          if (place) {
            place.focus();
          } else {
            focusView();
          }
        } else {
          waiting = setTimeout(catchIt, 60);
        }
      }
    };
    const look = (): void => {
      // Whoever took it away may be about to put it somewhere.
      if (waiting === undefined && hasFallen()) {
        waiting = setTimeout(catchIt, 60);
      }
    };
    const note = ({ target }: Event): void => {
      last = target instanceof Element ? target : null;
      // What is asked in a dialog, beside the view, is about where that was opened from.
      if (last?.closest('main')) {
        work = last.closest<HTMLElement>('[data-work]')?.dataset['work'] ?? null;
      }
    };
    /** Left on purpose: by a click into the page, or for another window. */
    const leave = ({ target }: Event): void => {
      if (target instanceof Element && target.closest(layer) === null && !target.matches(':disabled')) {
        const left = target;
        // In the same turn it may be taken out of the page.
        setTimeout(() => {
          if (last === left && left.isConnected && !left.matches(':disabled') && document.activeElement !== left) {
            last = null;
          }
        });
      }
    };
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', leave);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      clearTimeout(waiting);
      observer.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', leave);
    };
  }, []);
}
