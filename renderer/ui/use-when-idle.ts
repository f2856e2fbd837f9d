import { useEffect } from 'react';

/** Loads something that is likely to be needed once the page is idle. */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => void load().catch(() => undefined), { timeout: 5000 });
    return () => cancelIdleCallback(idle);
  }, [load]);
}
