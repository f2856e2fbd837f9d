import { type RefCallback, useCallback, useState } from 'react';

/** Height of an element, null until it is measured, and the `ref` that measures it. */
export function useHeight(): readonly [number | null, RefCallback<HTMLElement>] {
  const [height, setHeight] = useState<number | null>(null);
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
