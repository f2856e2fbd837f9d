export function createListeners<T = void>() {
  const all = new Set<(told: T) => void>();
  return {
    on(listener: (told: T) => void): () => void {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell(told: T): void {
      for (const listener of all) {
        listener(told);
      }
    },
    clear: (): void => all.clear(),
  };
}

export const together =
  (offs: readonly (() => void)[]): (() => void) =>
  () => {
    for (const off of offs) {
      off();
    }
  };
