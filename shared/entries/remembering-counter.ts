import { LRUCache } from 'lru-cache';

const maxRemembered = 100_000;

/** Makes a counter that remembers the latest texts: of a changing memory, only changed texts are counted again. */
export function rememberingCounter(count: (text: string) => number) {
  const counts = new LRUCache<string, number>({ max: maxRemembered });
  return {
    count(text: string): number {
      const tokens = counts.get(text) ?? count(text);
      counts.set(text, tokens);
      return tokens;
    },
    forget: (): void => counts.clear(),
  };
}
