import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus where it is while a list that is keyed by its items changes its order: a row that is moved in the page
 * lets go of it.
 * @returns to be called before the order is changed
 */
export function useFocusInOrder(order: readonly string[]): () => void {
  const held = useRef<{ readonly focused: HTMLElement; readonly order: string } | null>(null);
  const now = JSON.stringify(order);
  useLayoutEffect(() => {
    if (held.current !== null && held.current.order !== now) {
      const { focused } = held.current;
      held.current = null;
      if (focused.isConnected && document.activeElement === document.body) {
        focused.focus();
      }
    }
  }, [now]);
  return () => {
    const { activeElement } = document;
    held.current =
      activeElement instanceof HTMLElement && activeElement !== document.body
        ? { focused: activeElement, order: now }
        : null;
  };
}
