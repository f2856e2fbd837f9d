import type { ViewId } from '#shared/views.ts';
import { on } from './connection.ts';
import { go, latestInMemory } from './navigation.ts';

/** State a part of the page remembers about a workspace that is left. No texts of entries. */
type Part<T> = { readonly take: () => T; readonly put: (kept: T) => void };
type KeptPart = { readonly put: () => void };

const parts = new Set<() => KeptPart>();
const places = new Map<string, { readonly view: ViewId; readonly parts: readonly KeptPart[] }>();

/** Keeps a part's state with its workspace. Once for each part, when its module is loaded. */
export function keepInPlace<T>({ take, put }: Part<T>): void {
  parts.add(() => {
    const state = take();
    return { put: () => put(state) };
  });
}

/** Remembers the person's place in a workspace they leave, for as long as the page lives. */
export function leavePlace(workspace: string): void {
  places.set(workspace, { view: latestInMemory(), parts: [...parts].map((take) => take()) });
}

/** Restores the person's place in a workspace; false if they have not been there. */
export function returnToPlace(workspace: string): boolean {
  const place = places.get(workspace);
  if (place === undefined) {
    return false;
  }
  for (const { put } of place.parts) {
    put();
  }
  go(place.view);
  return true;
}

// A query may contain erased text.
on('erase.done', () => places.clear());
