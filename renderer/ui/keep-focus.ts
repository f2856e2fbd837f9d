import { useEffect, useRef } from 'react';

const layer = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const notice = '[data-notices]';

/** Last element that had the focus and did not give it away itself. */
let last: Element | null = null;

/** Part of the page that element was in, by its `data-work`: work goes on there, at its heading. */
let work: string | null = null;

/** True if the focus fell to the page because its element was removed or disabled. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  const onPage = activeElement === null || activeElement === document.body;
  return onPage && last !== null && (!last.isConnected || last.matches(':disabled'));
}

/** Heading of the part of the page one worked in; null if it is gone. */
function whereOneWorked(): HTMLElement | null {
  const part = work === null ? null : document.querySelector(`[data-work="${CSS.escape(work)}"]`);
  const heading = part?.querySelector<HTMLElement>('h2, h3') ?? null;
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/** Place to read on: the current row, else the heading of the view; null while that is loading. */
function nextFocus(): HTMLElement | null {
  const main = document.querySelector('main');
  const grid = main?.querySelector('[role="grid"]');
  const row = grid?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  if (row) {
    return row;
  }
  const heading = main?.querySelector<HTMLElement>('h1') ?? main?.querySelector<HTMLElement>('h2');
  // Rows load in parts: the current one of a long list may be in a later part.
  if (!heading || grid) {
    return null;
  }
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
  }
  return heading;
}

/** Focuses the view, at its current row if there is one. */
export const focusView = (): void => nextFocus()?.focus({ preventScroll: true });

/** Longest wait for a view to be shown, in milliseconds. */
const shownWithin = 5000;

/** Like {@link focusView}, for a view that is loading, unless something in it gets the focus meanwhile. */
export function focusViewSoon(since = performance.now()): void {
  const { activeElement } = document;
  if (activeElement?.closest('main') || document.querySelector(layer) !== null) {
    return;
  }
  const target = nextFocus();
  if (target) {
    target.focus({ preventScroll: true });
  } else if (performance.now() - since < shownWithin) {
    setTimeout(() => focusViewSoon(since), 50);
  }
}

/** Props of a menu with items that lead to another view, which gets the focus: the menu’s button would take it. */
export function useLeadingMenu() {
  const leads = useRef(false);
  return {
    root: {
      onOpenChange: (isOpen: boolean): void => {
        leads.current &&= !isOpen;
      },
    },
    popup: { finalFocus: (): boolean => !leads.current },
    /** Called by an item when it is picked. */
    leadOn: (): void => {
      leads.current = true;
    },
  };
}

/** Focuses `place` after `form` is closed, unless the person has moved the focus elsewhere meanwhile. */
export function focusAfter(form: Element, place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body || form.contains(activeElement)) {
    place?.focus();
  }
}

/** Moves the focus back to the view if it is in the notices, or nowhere. */
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
      if (isFocusLost()) {
        if (document.querySelector(layer) === null) {
          const target = whereOneWorked();
          if (target) {
            target.focus();
          } else {
            focusView();
          }
        } else {
          waiting = setTimeout(catchIt, 60);
        }
      }
    };
    const look = (): void => {
      // The code that removed it may be about to move the focus.
      if (waiting === undefined && isFocusLost()) {
        waiting = setTimeout(catchIt, 60);
      }
    };
    const note = ({ target }: Event): void => {
      last = target instanceof Element ? target : null;
      // A dialog, outside the view, concerns the place it was opened from.
      if (last?.closest('main')) {
        work = last.closest<HTMLElement>('[data-work]')?.dataset['work'] ?? null;
      }
    };
    /** Focus given away on purpose: by a click into the page, or for another window. */
    const leave = ({ target }: Event): void => {
      if (target instanceof Element && target.closest(layer) === null && !target.matches(':disabled')) {
        const left = target;
        // The element may be removed in the same turn.
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
