import { type Category, defaultConfidence } from '../../entries/entry.ts';
import { addTo } from '../../entries/multimap.ts';
import { addDays } from '../../text/dates.ts';
import type { MemoryDocument } from '../document.ts';
import { type EntryPlan, joinPlans, replaceEntry } from '../entry-plan.ts';
import type { Return } from '../format.ts';
import { liveDuplicate } from '../live-duplicate.ts';
import { divideReturns } from '../refusals.ts';
import { writeBracket } from './bracket.ts';
import { addToSections, bulletFor } from './place.ts';
import { dateForUndated } from './rewrite-entry.ts';
import { contextSections } from './section-names.ts';
import { writeEntry } from './write-entry.ts';

/** Days a restored entry is kept from the size rule, so that the next sweep can't archive it straight away. */
const protectedDays = 30;

/** Adds returning entries as they were, protected for 30 days. @throws `key_exists` for an undecided duplicate */
export function planRestore(document: MemoryDocument, returns: readonly Return[], today: string): EntryPlan {
  const raws = new Map<Category, string[]>();
  const bullets = {
    preference: bulletFor(document, 'preference'),
    pattern: bulletFor(document, 'pattern'),
    fact: bulletFor(document, 'fact'),
    insight: bulletFor(document, 'insight'),
  };
  const sorted = returns.map((item) => ({ ...item, category: item.category ?? ('insight' as const) }));
  const rawOf = (item: (typeof sorted)[number]): string =>
    returningLines(document, item, today, bullets[item.category]);
  const { replaced, others } = divideReturns(
    sorted,
    ({ entry, category }) => liveDuplicate(document, entry, category),
    rawOf,
  );
  for (const item of others) {
    addTo(raws, item.category, rawOf(item));
  }
  const replacing = [...replaced].map(([entry, raw]) => replaceEntry(entry, raw));
  return joinPlans([...replacing, addToSections(document, contextSections, raws, new Set())]);
}

function returningLines(
  document: MemoryDocument,
  { entry, category }: Pick<Return, 'entry'> & { readonly category: Category },
  today: string,
  bullet: ReturnType<typeof bulletFor>,
): string {
  const bracket = writeBracket({
    date: entry.syntax.writtenDate ?? dateForUndated(document, today),
    confidence: entry.ownConfidence ? entry.confidence : defaultConfidence[category],
    source: entry.source,
    flags: {
      ...entry.flags,
      undated: entry.flags.undated || entry.syntax.writtenDate === null,
      until: later(entry.flags.until, addDays(today, protectedDays)),
      byHand: false,
    },
  });
  return writeEntry({ key: entry.key, value: entry.value, bracket, ...bullet }, document.lineEnd);
}

const later = (one: string | null, other: string): string => (one !== null && one > other ? one : other);
