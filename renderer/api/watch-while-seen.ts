import { useEffect } from 'react';
import { onConnect } from './connection.ts';

/**
 * Has the engine look for changes of others for as long as the page is in sight.
 * @param watch stays the same function unless something else is to be watched
 */
export function useWatchWhileSeen(watch: (isOn: boolean) => Promise<unknown>): void {
  useEffect(() => {
    // Whatever keeps it from being asked for says so itself.
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
