import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isNow = false;
const waiting = new Set<() => void>();

/** Draws deferred content after the first view is visible, and later content at once. Once per page. */
export function drawLater(): void {
  isNow = true;
  startTransition(() => {
    for (const draw of waiting) {
      draw();
    }
  });
  waiting.clear();
}

/** False until the first view of the page is visible, true from then on. */
export function useLater(): boolean {
  const [later, setLater] = useState(isNow);
  useEffect(() => {
    if (isNow) {
      setLater(true);
      return;
    }
    const draw = (): void => setLater(true);
    waiting.add(draw);
    return () => {
      waiting.delete(draw);
    };
  }, []);
  return later;
}

/** Content nobody sees or reaches at first, deferred so that it doesn't delay the first view. */
export function Later({ children }: Readonly<{ children: ReactNode }>) {
  return useLater() ? children : null;
}
