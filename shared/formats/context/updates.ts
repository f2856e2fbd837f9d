import type { ContextUpdate } from '../../contract/changes.ts';
import { flagsForOthers } from '../../entries/correction.ts';
import { type Category, categories, noFlags, refOf } from '../../entries/entry.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import { checkValue } from '../check-text.ts';
import { checkingUpdates } from '../check-updates.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import type { PlacedLines } from '../entry-patch.ts';
import { type EntryPlan, joinPlans } from '../entry-plan.ts';
import { planPatch } from '../plan-patch.ts';
import { unknownSource, writeBracket } from './bracket.ts';
import { addingTo, addToSections, bulletFor } from './place.ts';
import { rewriteEntry } from './rewrite-entry.ts';
import { contextSections } from './section-names.ts';
import { checkKey, checkReadsBack, writeEntry } from './write-entry.ts';

type UpdatesPlan = { readonly plan: EntryPlan; readonly notes: readonly string[] };

/** @throws `updates_invalid` (details.items: index, code and message of each) for all of them if any is bad */
export const checkUpdates = checkingUpdates((update) => {
  const [key, value] = [checkKey(update.key), checkValue(update.value, `“${update.key}”`)];
  checkReadsBack({ key, value, bracket: null, indent: 0, marker: '-' });
  return { key, value };
}, unknownSource);

/** Plans updates. The same category and key supersedes in place, keeping date and flags that fit; the last wins. */
export function planUpdates(document: MemoryDocument, updates: readonly ContextUpdate[], today: string): UpdatesPlan {
  const latest = new Map(updates.map((update) => [nameOf(update), update]));
  const keys = new Set(updates.map(({ key }) => key));
  const known = new Map<string, ParsedEntry>();
  const elsewhere = new Map<string, Category>();
  for (const entry of document.entries) {
    if (entry.key === null || entry.category === null || !keys.has(entry.key)) {
      continue;
    }
    const name = nameOf({ category: entry.category, key: entry.key });
    if (!known.has(name)) {
      known.set(name, entry);
    }
    elsewhere.set(entry.key, entry.category);
  }

  const plans: EntryPlan[] = [];
  const notes: string[] = [];
  const additions = new Map(categories.map((category) => [category, [] as string[]]));
  const bullets = new Map(categories.map((category) => [category, bulletFor(document, category)]));
  for (const [name, update] of latest) {
    const entry = known.get(name);
    if (entry) {
      const flags = update.value === entry.value ? entry.flags : flagsForOthers(entry.flags);
      plans.push(rewriteEntry(document, entry, { ...update, flags }, today));
      continue;
    }
    const other = elsewhere.get(update.key);
    if (other !== undefined) {
      notes.push(`“${update.key}” is also known under ${contextSections.nameOf(other)}; both were kept.`);
    }
    const { key, value, confidence, source } = update;
    const bracket = writeBracket({ date: today, confidence, source, flags: noFlags });
    const bullet = bullets.get(update.category) ?? { indent: 0, marker: '-' };
    additions.get(update.category)?.push(writeEntry({ key, value, bracket, ...bullet }, document.lineEnd));
  }
  plans.push(addToSections(document, contextSections, additions, new Set()));
  return { plan: joinPlans(plans), notes };
}

/** Plans the edits that add an update behind the entries of its name, which stay. */
export function planBesideLine(document: MemoryDocument, update: ContextUpdate, today: string): EntryPlan {
  const { category, key, value, confidence, source } = update;
  const bracket = writeBracket({ date: today, confidence, source, flags: noFlags });
  const raw = writeEntry({ key, value, bracket, ...bulletFor(document, category) }, document.lineEnd);
  const named = createEntryFinder(document.entries).named(update);
  const add: PlacedLines = {
    ref: { category, key, raw, ordinal: 0 },
    section: named[0]?.section ?? contextSections.nameOf(category),
    after: named.map((entry) => ({ entry: refOf(entry), blanks: 0 })),
    before: [],
    duplicates: named.length,
  };
  return planPatch(document, addingTo(contextSections), { remove: [], add: [add], change: [] }, 'keep_both');
}

const nameOf = (update: { category: Category; key: string }): string => `${update.category} ${update.key}`;
