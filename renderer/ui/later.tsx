import { type ReactNode, useDeferredValue } from 'react';

/** False in the first rendering of what asks, true in one right after it that gives way to whatever is more pressing. */
export const useLater = (): boolean => useDeferredValue(true, false);

/** What nobody sees or reaches yet when the rest first appears, and which need not hold that up. */
export function Later({ children }: Readonly<{ children: ReactNode }>) {
  return useLater() ? children : null;
}
