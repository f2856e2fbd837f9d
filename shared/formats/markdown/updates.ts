import type { Bound, ContextUpdate, Operation } from '../../contract/features/memory.ts';
import { refOf } from '../../entries/entry.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import { checkName, checkValue, readsAsSomethingElse, valueReadsAsSomethingElse } from '../check-text.ts';
import { checkingUpdates } from '../check-updates.ts';
import { unknownSource } from '../context/bracket.ts';
import type { MemoryDocument } from '../document.ts';
import type { EntryPlan } from '../entry-plan.ts';
import type { Read } from '../format.ts';
import { addEntries, usualSection } from './add-entries.ts';
import { planOperations } from './operations.ts';
import { readMarkdown } from './read-markdown.ts';
import { settled } from './try-out.ts';

export const checkUpdates = checkingUpdates((update) => {
  const [key, value] = [checkName(update.key), checkValue(update.value, `“${update.key}”`)];
  const [entry, ...others] = readMarkdown(`- ${key}: ${value.replaceAll('\n', '\n  ')}\n`).entries;
  if (entry?.key !== key) {
    throw readsAsSomethingElse(key);
  }
  if (entry.value !== value || others.length > 0) {
    throw valueReadsAsSomethingElse(value);
  }
  return { key, value };
}, unknownSource);

/** Edits for checked updates: what goes by the same name, the first of several, says the new value; others come under the usual heading. */
export function planUpdates(
  document: MemoryDocument,
  updates: readonly ContextUpdate[],
  read: Read,
  bounds: readonly Bound[] = [],
): EntryPlan {
  const find = createEntryFinder(document.entries);
  const latest = new Map(updates.map((update) => [update.key, update]));
  const operations = [...latest.values()].map(({ key, value }): Operation => {
    const [known] = find.named({ category: null, key });
    return known ? { op: 'edit', entry: refOf(known), value } : { op: 'add', category: null, key, value };
  });
  return planOperations(document, operations, read, bounds).plan;
}

/** The edits that add an update to the list of the entries of its name, which stay. */
export function planBeside(document: MemoryDocument, { key, value }: ContextUpdate, read: Read): EntryPlan {
  const named = createEntryFinder(document.entries).named({ category: null, key });
  const section = named.at(-1)?.section ?? usualSection(document);
  return settled(document, addEntries(document, [{ section, said: { key, value } }], new Set()).plan, read);
}
