import type { ViewId } from '#shared/views.ts';
import { on } from './connection.ts';
import { go, latestInMemory } from './navigation.ts';

/** What one part of the page remembers of a workspace that another takes the place of. No texts of entries. */
type Part<T> = { readonly take: () => T; readonly put: (kept: T) => void };
type KeptPart = { readonly put: () => void };

const parts = new Set<() => KeptPart>();
const places = new Map<string, { readonly view: ViewId; readonly parts: readonly KeptPart[] }>();

/** Has a part of the page kept with the workspace it is about. Once for each part, where its module is loaded. */
export function keepInPlace<T>({ take, put }: Part<T>): void {
  parts.add(() => {
    const kept = take();
    return { put: () => put(kept) };
  });
}

/** Remembers where the person is in a workspace they leave, for as long as the page lives. */
export function leavePlace(workspace: string): void {
  places.set(workspace, { view: latestInMemory(), parts: [...parts].map((take) => take()) });
}

/** Puts the person back to where they were in a workspace; false where they have not been. */
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

// What was searched for may be what was erased.
on('erase.done', () => places.clear());
