import type { ContextUpdate, Operation } from '../../contract/changes.ts';
import { refOf } from '../../entries/entry.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import { checkName, checkValue, otherReadingError, otherValueError } from '../check-text.ts';
import { checkingUpdates } from '../check-updates.ts';
import { unknownSource } from '../context/bracket.ts';
import type { MemoryDocument } from '../document.ts';
import { type EntryPlan, unclearAroundError } from '../entry-plan.ts';
import type { MemoryFormat } from '../format.ts';
import { addEntries, usualSection } from './add-entries.ts';
import type { Dialect } from './dialect.ts';
import { tryOut } from './try-out.ts';

/** @throws `updates_invalid` if any would not read back as it is */
export const checkMarkdownUpdates = ({ read }: Dialect): MemoryFormat['checkUpdates'] =>
  checkingUpdates((update) => {
    const [key, value] = [checkName(update.key), checkValue(update.value, `“${update.key}”`)];
    const [entry, ...others] = read(`- ${key}: ${value.replaceAll('\n', '\n  ')}\n`).entries;
    if (entry?.key !== key) {
      throw otherReadingError(key);
    }
    if (entry.value !== value || others.length > 0) {
      throw otherValueError(value);
    }
    return { key, value };
  }, unknownSource);

/** Turns updates into operations: the first entry of the same name gets a new value; others are added. */
export function operationsFor({ entries }: MemoryDocument, updates: readonly ContextUpdate[]): Operation[] {
  const find = createEntryFinder(entries);
  const latest = new Map(updates.map((update) => [update.key, update]));
  return [...latest.values()].flatMap(({ key, value }): Operation[] => {
    const [entry] = find.named({ category: null, key });
    if (entry === undefined) {
      return [{ op: 'add', category: null, key, value }];
    }
    return entry.value === value ? [] : [{ op: 'edit', entry: refOf(entry), value }];
  });
}

/** Plans the edits that add an update to the list of the entries of its name, which stay. */
export function planBeside(document: MemoryDocument, { key, value }: ContextUpdate, dialect: Dialect): EntryPlan {
  const { read, home, check } = dialect;
  const named = createEntryFinder(document.entries).named({ category: null, key });
  const section = named.at(-1)?.section ?? home ?? usualSection(document);
  const outcome = tryOut(document, addEntries(document, [{ section, said: { key, value } }], new Set()).plan, read);
  if (outcome === null) {
    throw unclearAroundError(value);
  }
  for (const entry of outcome.arrived) {
    check(entry);
  }
  return outcome.plan;
}
