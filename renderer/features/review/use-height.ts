import { type RefCallback, useCallback, useState } from 'react';

/** The height of an element, as it changes. */
export function useHeight(): readonly [number, RefCallback<HTMLElement>] {
  const [height, setHeight] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) {
      return;
    }
    setHeight(element.offsetHeight);
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [height, measure];
}
