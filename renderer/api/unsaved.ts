import { useEffect } from 'react';

type Unsaved = { readonly what: string; readonly isPutAwaySoon: boolean };

const held = new Set<Unsaved>();
const leaving = new Set<() => Promise<void>>();

/** Says that `what` isn't saved until the returned function is called. Closing asks, unless it is put away soon. */
export function holdUnsaved(what: string, isPutAwaySoon = false): () => void {
  const entry = { what, isPutAwaySoon };
  held.add(entry);
  return () => held.delete(entry);
}

/** Gives something the chance to be put away before the page is left. Must not reject. Returns the unsubscribe. */
export function onLeaving(putAway: () => Promise<void>): () => void {
  leaving.add(putAway);
  return () => leaving.delete(putAway);
}

/** What would be lost if the page went now, once everything that can be put away has been. */
export async function unsavedOnLeaving(): Promise<string[]> {
  await Promise.all([...leaving].map((putAway) => putAway()));
  return [...held].map(({ what }) => what);
}

/** Has the browser ask before a page with something typed and not saved is closed. Once per page. */
export function useUnsavedGuard(): void {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent): void => {
      if ([...held].some(({ isPutAwaySoon }) => !isPutAwaySoon)) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, []);
}
