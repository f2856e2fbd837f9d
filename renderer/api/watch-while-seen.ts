import { useEffect } from 'react';
import { onConnect } from './connection.ts';

/** Makes the engine look for others' changes while the page is in sight. @param watch a stable function */
export function useWatchWhileSeen(watch: (isOn: boolean) => Promise<unknown>): void {
  useEffect(() => {
    // An engine that can't be asked reports that itself.
    const ask = (isOn: boolean): void => void watch(isOn).catch(() => undefined);
    const askIfSeen = (): void => ask(document.visibilityState === 'visible');
    askIfSeen();
    const off = onConnect(askIfSeen);
    document.addEventListener('visibilitychange', askIfSeen);
    return () => {
      off();
      document.removeEventListener('visibilitychange', askIfSeen);
      ask(false);
    };
  }, [watch]);
}
