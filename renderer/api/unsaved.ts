import { useEffect } from 'react';
import { createListeners } from '#shared/contract/wire/listeners.ts';

type UnsavedText = { readonly what: string; readonly isPutAwaySoon: boolean };

const held = new Set<UnsavedText>();
const leaving = new Set<() => Promise<void>>();
const turns = createListeners<boolean>();
let wasUnsaved = false;

/** True if text would be lost if the page went now. */
const isUnsaved = (): boolean => [...held].some(({ isPutAwaySoon }) => !isPutAwaySoon);

/** Calls back whenever there begins or ceases to be unsaved text that is not stored soon. */
export const onUnsaved = turns.on;

function tellTurn(): void {
  if (isUnsaved() !== wasUnsaved) {
    wasUnsaved = !wasUnsaved;
    turns.tell(wasUnsaved);
  }
}

/** Marks `what` as unsaved until the returned function is called. Closing asks, unless it is stored soon. */
export function holdUnsaved(what: string, isPutAwaySoon = false): () => void {
  const entry = { what, isPutAwaySoon };
  held.add(entry);
  tellTurn();
  return () => {
    held.delete(entry);
    tellTurn();
  };
}

export type WatchedStore<State> = { subscribe(listener: (state: State) => void): unknown };

/** Marks what a store's state holds unsaved, for as long as it does; `unsaved` answers null for nothing. */
export function holdWhile<State>(store: WatchedStore<State>, unsaved: (state: State) => string | null): void {
  let what: string | null = null;
  let release = (): void => undefined;
  store.subscribe((state) => {
    const before = what;
    what = unsaved(state);
    if (what !== before) {
      release();
      release = what === null ? () => undefined : holdUnsaved(what);
    }
  });
}

/** Calls `save` to store something before the page is left. It must not reject. Returns the unsubscribe. */
export function onLeaving(save: () => Promise<void>): () => void {
  leaving.add(save);
  return () => leaving.delete(save);
}

/** Saves what can be saved, and returns the names of texts that would still be lost if the page were left now. */
export async function saveBeforeLeaving(): Promise<string[]> {
  await Promise.all([...leaving].map((save) => save()));
  return [...held].map(({ what }) => what);
}

/** Makes the browser ask before a page with unsaved text is closed. Once per page. */
export function useUnsavedGuard(): void {
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, []);
}
