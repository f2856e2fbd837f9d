import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Command } from './shortcuts.ts';

export type AtHand = {
  readonly title: string;
  readonly actions: readonly { readonly name: string; readonly command: Command }[];
};

type Provider = () => AtHand | null;

let shown: { readonly current: Provider } | null = null;

/** Tells the palette the target of a view's keys. @param provider returns null if there is none */
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
