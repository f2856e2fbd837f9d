import { type ReactNode, startTransition, useEffect, useState } from 'react';

let isNow = false;
const waiting = new Set<() => void>();

/** What waited for the first view to be seen is drawn from here on, and all that comes after it at once. Once per page. */
export function drawLater(): void {
  isNow = true;
  startTransition(() => {
    for (const draw of waiting) {
      draw();
    }
  });
  waiting.clear();
}

/** False until the first view of the page has been seen, true from then on. */
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

/** What nobody sees or reaches yet when the page first shows something, and what need not hold that up. */
export function Later({ children }: Readonly<{ children: ReactNode }>) {
  return useLater() ? children : null;
}
