/** Something that happens, told to whoever listens. */
export type Signal<A extends readonly unknown[] = []> = {
  /** @returns how to stop listening */
  on(listener: (...args: A) => unknown): () => void;
  /** Calls the listeners one after the other, and waits for each. */
  emit(...args: A): Promise<void>;
};

export function createSignal<A extends readonly unknown[] = []>(): Signal<A> {
  const listeners = new Set<(...args: A) => unknown>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async emit(...args) {
      for (const listener of listeners) {
        await listener(...args);
      }
    },
  };
}
