import type { EntryRef } from '../../entries/entry.ts';
import { createEntryFinder, type EntryFinder } from '../../entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import type { EntryPatch, PlacedLines } from '../entry-patch.ts';
import { type EntryPlan, joinPlans } from '../entry-plan.ts';
import { supersededError } from '../refusals.ts';
import { planItems, planRewriting } from './write-items.ts';

/** Applies a patch to a version it was not made for. @throws `change_superseded` if an item has changed since */
export function planHermesPatch(document: MemoryDocument, patch: EntryPatch): EntryPlan {
  const find = createEntryFinder(document.entries);
  const removed = new Set<ParsedEntry>();
  const rewriting: EntryPlan[] = [];
  for (const ref of patch.remove) {
    const entry = find.exact(ref);
    if (entry) {
      removed.add(entry);
    } else if (find.named(ref).length > 0) {
      throw supersededError(ref);
    }
  }
  const leaving = new Set([...patch.remove, ...patch.change.map(({ from }) => from)].map(({ raw }) => raw));
  for (const { from, to } of patch.change) {
    const entry = find.exact(from);
    if (entry && find.exact(to) && !leaving.has(to.raw)) {
      removed.add(entry);
    } else if (entry) {
      rewriting.push(planRewriting(entry, to.raw));
    } else if (!find.exact(to)) {
      throw supersededError(from);
    }
  }
  const items: (ParsedEntry | string)[] = document.entries.filter((entry) => !removed.has(entry));
  for (const lines of patch.add) {
    items.splice(placeIn(items, lines, find), 0, lines.ref.raw);
  }
  return joinPlans([...rewriting, planItems(document, items)]);
}

/** Finds the place behind the nearest item it was behind, else before the nearest it was before, else at the end. */
function placeIn(items: readonly (ParsedEntry | string)[], lines: PlacedLines, find: EntryFinder<ParsedEntry>): number {
  const indexOf = (ref: EntryRef): number =>
    items.findIndex((item) => item === (typeof item === 'string' ? ref.raw : find.exact(ref)));
  for (const neighbour of lines.after) {
    const at = 'entry' in neighbour ? indexOf(neighbour.entry) : -1;
    if (at >= 0) {
      return at + 1;
    }
  }
  for (const ref of lines.before) {
    const at = indexOf(ref);
    if (at >= 0) {
      return at;
    }
  }
  return items.length;
}
