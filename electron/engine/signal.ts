/** An event to which others can listen. */
export function createSignal<A extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: A) => unknown>();
  return {
    /** @returns a function that stops listening */
    on(listener: (...args: A) => unknown): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Calls the listeners one after the other, and waits for each. */
    async emit(...args: A): Promise<void> {
      for (const listener of listeners) {
        await listener(...args);
      }
    },
  };
}
