import type { Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { flagsForOthers, isCorrection, personSource } from '../../entries/correction.ts';
import {
  type Category,
  type Confidence,
  confidences,
  defaultConfidence,
  type EntryRef,
  type Flags,
  noFlags,
  sectionNames,
} from '../../entries/entry.ts';
import { createEntryFinder, type EntryFinder } from '../../entries/find-entry.ts';
import { addTo } from '../../entries/multimap.ts';
import { checkAbout, checkDay, checkSource, checkValue } from '../check-text.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, removeEntries, rewordingsOf } from '../entry-plan.ts';
import type { Departure, OperationsPlan } from '../format.ts';
import { leavesError, nameTakenError, readWholeError } from '../refusals.ts';
import { writeBracket } from './bracket.ts';
import { addToSections, bulletFor } from './place.ts';
import { newBracket, rewriteEntry, sameFields, writtenBracket } from './rewrite-entry.ts';
import { contextSections } from './section-names.ts';
import { checkKey, checkReadsBack, type EntryToWrite, writeEntry } from './write-entry.ts';

/** Final state of one entry, gathered from all operations on it before any edit is made. */
type Draft = {
  key: string | null;
  value: string;
  confidence: Confidence;
  source: string | null;
  flags: Flags;
  category: Category | null;
  fate: 'stays' | 'deleted' | 'archived';
};

/** Plans all or none. @throws `entry_changed`, `entry_gone`, `…_invalid`, `section_unclear`, `key_exists` */
export function planOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  today: string,
  by: 'person' | 'assistant',
): OperationsPlan {
  const drafts = new Map<ParsedEntry, Draft>();
  const additions = new Map<Category, string[]>();
  const finder = createEntryFinder(document.entries);
  const draftOf = (ref: EntryRef): Draft => {
    const entry = finder.require(ref);
    const { key, value, confidence, source, flags, category } = entry;
    const draft = drafts.get(entry) ?? { key, value, confidence, source, flags, category, fate: 'stays' };
    drafts.set(entry, draft);
    return draft;
  };
  for (const operation of operations) {
    if (operation.op === 'add') {
      const category = named(operation.category);
      refuseDuplicate(finder, category, operation.key);
      addTo(additions, category, newEntry(document, { ...operation, category }, today));
    } else {
      const draft = draftOf(operation.entry);
      if (operation.op === 'edit' && operation.key != null && operation.key.trim() !== draft.key) {
        refuseDuplicate(finder, draft.category, operation.key);
      }
      applyOperation(draft, operation, by);
    }
  }

  const removed: ParsedEntry[] = [];
  const rewritten: EntryPlan[] = [];
  const departures: Departure[] = [];
  for (const [entry, draft] of drafts) {
    if (draft.fate !== 'stays') {
      removed.push(entry);
      if (draft.fate === 'archived') {
        departures.push({ entry, byHand: true });
      }
    } else if (draft.category === null || draft.category === entry.category) {
      rewritten.push(rewriteEntry(document, entry, draft, today));
    } else {
      removed.push(entry);
      addTo(additions, draft.category, movedEntry(document, entry, draft, draft.category, today));
    }
  }
  const added = addToSections(document, contextSections, additions, new Set(removed));
  const rewordings = rewordingsOf(rewritten);
  return { plan: joinPlans([...rewritten, removeEntries(document, removed), added]), departures, rewordings };
}

function refuseDuplicate(finder: EntryFinder<ParsedEntry>, category: Category | null, key: string | null): void {
  const [duplicate] = key === null ? [] : finder.named({ category, key: key.trim() });
  if (duplicate) {
    throw nameTakenError(duplicate);
  }
}

function applyOperation(draft: Draft, operation: Exclude<Operation, { op: 'add' }>, by: 'person' | 'assistant'): void {
  if (draft.fate !== 'stays') {
    throw leavesError(draft.key ?? draft.value.slice(0, 60), draft.fate);
  }
  switch (operation.op) {
    case 'edit': {
      const name = draft.key === null ? 'The entry' : `“${draft.key}”`;
      const key = operation.key === undefined || operation.key === null ? operation.key : checkKey(operation.key);
      const isLeftEmpty = key === null && draft.value === '';
      const value =
        operation.value === undefined && !isLeftEmpty
          ? draft.value
          : checkValue(operation.value ?? '', name, draft.value);
      const corrected = (key !== undefined && key !== draft.key) || value !== draft.value;
      if (operation.source !== undefined) {
        draft.source = checkSource(operation.source);
      } else if (corrected && !isCorrection(draft)) {
        // A correction keeps the person's notes on the entry.
        draft.source = personSource;
      }
      if (corrected && by === 'assistant') {
        draft.flags = flagsForOthers(draft.flags);
      }
      draft.key = key === undefined ? draft.key : key;
      draft.value = value;
      return;
    }
    case 'confidence':
      draft.flags = { ...draft.flags, confirmed: confirmsWhenSetTo(draft, operation.confidence) };
      draft.confidence = operation.confidence;
      return;
    case 'move':
      draft.category = named(operation.category);
      return;
    case 'raise':
      throw readWholeError();
    case 'confirm':
      draft.flags = { ...draft.flags, confirmed: operation.confirmed };
      return;
    case 'pin':
      draft.flags = { ...draft.flags, pinned: operation.pinned };
      return;
    case 'protect':
      draft.flags = { ...draft.flags, until: operation.until && checkDay(operation.until) };
      return;
    case 'about':
      draft.flags = { ...draft.flags, about: operation.about && checkAbout(operation.about) };
      return;
    case 'archive':
      if (draft.category === null) {
        throw new ContextureError(
          'section_unclear',
          `“${draft.key ?? draft.value.slice(0, 40)}” is not sorted into a section yet, so it can’t be archived. Move it to a section first.`,
        );
      }
      draft.fate = 'archived';
      return;
    case 'delete':
      draft.fate = 'deleted';
      return;
  }
}

/** True if a person who says how sure an entry is thereby confirms it. Corrected entries need no confirmation. */
function confirmsWhenSetTo({ confidence, flags, source }: Draft, wanted: Confidence): boolean {
  const steps = confidences.indexOf(confidence) - confidences.indexOf(wanted);
  return steps === 0 ? flags.confirmed : steps > 0 && !isCorrection({ source });
}

/** Writes an entry for another section. It keeps its confidence, written or implied, unless it was in no section. */
function movedEntry(
  document: MemoryDocument,
  entry: ParsedEntry,
  draft: Draft,
  category: Category,
  today: string,
): string {
  const unsaid = entry.category === null && !entry.ownConfidence && draft.confidence === entry.confidence;
  const confidence = unsaid ? defaultConfidence[category] : draft.confidence;
  const stays = sameFields(entry, draft) && (entry.ownConfidence || confidence === defaultConfidence[category]);
  const wanted: EntryToWrite = {
    key: draft.key,
    value: draft.value,
    bracket: stays ? writtenBracket(document, entry) : newBracket(document, entry, { ...draft, confidence }, today),
    ...bulletFor(document, category),
  };
  checkReadsBack(wanted);
  return writeEntry(wanted, document.lineEnd);
}

/** @throws `section_unclear` if no section is named */
function named(category: Category | null): Category {
  if (category === null) {
    const sections = Object.values(sectionNames).join(', ');
    const message = `Say which section the entry goes in: ${sections}. Nothing was changed.`;
    throw new ContextureError('section_unclear', message);
  }
  return category;
}

function newEntry(
  document: MemoryDocument,
  operation: Extract<Operation, { op: 'add' }> & { readonly category: Category },
  today: string,
): string {
  const key = operation.key === null ? null : checkKey(operation.key);
  const wanted: EntryToWrite = {
    key,
    value: checkValue(operation.value, key === null ? 'The entry' : `“${key}”`),
    bracket: writeBracket({
      date: today,
      confidence: operation.confidence ?? defaultConfidence[operation.category],
      source: operation.source === undefined ? personSource : checkSource(operation.source),
      flags: { ...noFlags, about: operation.about ? checkAbout(operation.about) : null },
    }),
    ...bulletFor(document, operation.category),
  };
  checkReadsBack(wanted);
  return writeEntry(wanted, document.lineEnd);
}
