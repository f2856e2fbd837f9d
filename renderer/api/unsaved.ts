/** Says whether its part of the page may be closed now. One that says no asks the person, and then calls `app.mayClose`. */
type Guard = () => boolean;

const guards = new Set<Guard>();

/** For parts of the page that hold text which isn't saved yet. Returns the unsubscribe. */
export function guardUnsaved(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Asks every guard, so that each can bring up its question. */
export function mayClose(): boolean {
  return [...guards].map((guard) => guard()).every((may) => may);
}
