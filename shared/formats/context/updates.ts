import type { z } from 'zod';
import { ContextureError, toContextureError } from '../../contract/errors.ts';
import { type ContextUpdate, contextUpdateSchema } from '../../contract/features/memory.ts';
import { flagsForOthers } from '../../entries/correction.ts';
import { type Category, categories, noFlags, refOf } from '../../entries/entry.ts';
import { createEntryFinder } from '../../entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import type { PlacedLines } from '../entry-patch.ts';
import { type EntryPlan, joinPlans } from '../entry-plan.ts';
import { unknownSource, writeBracket } from './bracket.ts';
import { addToSections, bulletFor } from './place.ts';
import { planPatch } from './plan-patch.ts';
import { rewriteEntry } from './rewrite-entry.ts';
import { contextSections } from './section-names.ts';
import { checkKey, checkReadsBack, checkSource, checkValue, writeEntry } from './write-entry.ts';

type UpdatesPlan = { readonly plan: EntryPlan; readonly notes: readonly string[] };

/** An update as it is handed in: where it comes from may be left out. */
const givenUpdateSchema = contextUpdateSchema.extend({ source: contextUpdateSchema.shape.source.optional() });

/** @throws `updates_invalid` (details.items: index, code and message of each) for all of them, where any is bad */
export function checkUpdates(updates: readonly unknown[], assistant: string = unknownSource): ContextUpdate[] {
  const items: { index: number; code: string; message: string }[] = [];
  const good: ContextUpdate[] = [];
  updates.forEach((update, index) => {
    const parsed = givenUpdateSchema.safeParse(update, { reportInput: true });
    if (!parsed.success) {
      items.push({ index, code: 'invalid_request', message: parsed.error.issues.map(saysWhatIsWrong).join(' ') });
      return;
    }
    try {
      const { category, key, value, confidence, source = assistant } = parsed.data;
      const update = {
        category,
        key: checkKey(key),
        value: checkValue(value, `“${key}”`),
        confidence,
        source: checkSource(source),
      };
      checkReadsBack({ key: update.key, value: update.value, bracket: null, indent: 0, marker: '-' });
      good.push(update);
    } catch (error) {
      const { code, message } = toContextureError(error);
      items.push({ index, code, message });
    }
  });
  if (items.length > 0) {
    const first = items[0];
    throw new ContextureError(
      'updates_invalid',
      `${items.length === 1 ? 'One update is' : `${items.length} updates are`} not valid, so none was applied. Update ${(first?.index ?? 0) + 1}: ${first?.message ?? ''}`,
      { items: items.slice(0, 100) },
    );
  }
  return good;
}

/** What is wrong with a field, in a sentence. */
function saysWhatIsWrong(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'The update' : `“${issue.path.join('.')}”`;
  switch (issue.code) {
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_type':
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${issue.expected === 'string' ? 'text' : `an ${issue.expected}`}.`;
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => `“${key}”`).join(', ')} is not known here.`;
    default:
      return `${field}: ${issue.message}.`;
  }
}

/** Edits for checked updates. The same category and key supersedes in place and keeps date and flags, but for what a person said of another text; the last wins. */
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

/** The edits that add an update behind the entries of its name, which stay. */
export function planBeside(document: MemoryDocument, update: ContextUpdate, today: string): EntryPlan {
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
  return planPatch(document, contextSections, { remove: [], add: [add], change: [] }, 'keep_both');
}

const nameOf = (update: { category: Category; key: string }): string => `${update.category} ${update.key}`;
