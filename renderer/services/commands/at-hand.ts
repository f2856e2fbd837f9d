import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Command } from './shortcuts.ts';

/** What the keys of the view that is shown act on, and what they do with it. */
export type AtHand = {
  /** Names what is meant. */
  readonly title: string;
  readonly actions: readonly { readonly name: string; readonly command: Command }[];
};

type Provider = () => AtHand | null;

let shown: { readonly current: Provider } | null = null;

/** Says for the palette what the keys of a view act on. @param provider null where nothing is meant */
export function useAtHand(provider: Provider): void {
  const ref = useRef(provider);
  useLayoutEffect(() => {
    ref.current = provider;
  });
  useEffect(() => {
    shown = ref;
    return () => {
      shown = shown === ref ? null : shown;
    };
  }, []);
}

export const atHand = (): AtHand | null => shown?.current() ?? null;
