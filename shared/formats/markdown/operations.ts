import type { Operation } from '../../contract/changes.ts';
import { ContextureError } from '../../contract/errors.ts';
import { createEntryFinder, type EntryFinder } from '../../entries/find-entry.ts';
import { addTo } from '../../entries/multimap.ts';
import { checkName, checkValue, otherReadingError, otherValueError } from '../check-text.ts';
import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { type EntryPlan, joinPlans, removeEntries, rewordingsOf, unclearAroundError } from '../entry-plan.ts';
import type { OperationsPlan, TextReader } from '../format.ts';
import { applyFate, leavesError, nameTakenError } from '../refusals.ts';
import { type Addition, addEntries, placedWhereRead, usualSection } from './add-entries.ts';
import { contentIn, hasBelongings, joinedText } from './content.ts';
import type { Dialect } from './dialect.ts';
import { cellMark } from './table.ts';
import { tryOut, unclearError } from './try-out.ts';
import { type NewText, rewriteMarkdownEntry } from './write-text.ts';

/** Final state of one entry, gathered from all operations on it before any edit is made. */
type Draft = {
  key: string | null;
  value: string;
  section: string;
  raised: 'heading' | 'top' | null;
  fate: 'stays' | 'deleted' | 'archived';
};

type EntryToWrite = NewText & {
  readonly section: string;
  readonly isNewName: boolean;
  readonly before?: ParsedEntry | undefined;
  /** Lines, if they stay unchanged. */
  readonly raw?: string | undefined;
};

/** Plans all or none. @throws `entry_changed`, `entry_gone`, `…_invalid`, `section_unclear`, `key_exists` */
export function planMarkdownOperations(
  document: MemoryDocument,
  operations: readonly Operation[],
  dialect: Dialect,
): OperationsPlan {
  const find = createEntryFinder(document.entries);
  const drafts = new Map<ParsedEntry, Draft>();
  const news: { readonly wanted: EntryToWrite; readonly keepsSection: boolean }[] = [];
  for (const operation of operations) {
    if (operation.op === 'add') {
      news.push({
        wanted: newDraft(document, operation, find, dialect),
        keepsSection: operation.section !== undefined,
      });
    } else {
      const entry = find.require(operation.entry);
      const { key, value, section } = entry;
      const draft = drafts.get(entry) ?? { key, value, section, raised: null, fate: 'stays' };
      drafts.set(entry, draft);
      change(draft, operation, find);
    }
  }
  const moving = new Set([...drafts].flatMap(([entry, draft]) => (staysInPlace(entry, draft) ? [] : [entry])));
  const { placed, notes } = placedWhereRead(document, news, dialect.bounds);
  const added: EntryToWrite[] = [...placed];
  const removed: ParsedEntry[] = [];
  const rewritten: { readonly wanted: EntryToWrite; readonly plan: EntryPlan }[] = [];
  for (const [entry, draft] of drafts) {
    const wanted = { ...draft, isNewName: draft.key !== entry.key };
    if (draft.fate !== 'stays') {
      removed.push(entry);
    } else if (draft.raised !== null) {
      const raised = raisedEntry(document, entry, wanted, draft.raised, moving);
      removed.push(...(raised === null ? [] : [entry]));
      added.push(...(raised === null ? [] : [raised]));
    } else if (draft.section !== entry.section) {
      removed.push(entry);
      added.push(withBelongings(document, entry, wanted));
    } else if (draft.key !== entry.key || draft.value !== entry.value) {
      rewritten.push({ wanted, plan: rewriteMarkdownEntry(document, entry, draft) });
    }
  }
  const plan = planned(document, { removed, rewritten, added }, dialect);
  const gaps = new Set(
    plan.edits.flatMap(({ from, to, insert }) => (to > from && /^[\r\n]+$/.test(insert) ? [from] : [])),
  );
  return {
    plan,
    departures: [...drafts].flatMap(([entry, { fate }]) =>
      fate === 'archived' ? [{ entry, byHand: true, leavesGap: gaps.has(entry.range.from) }] : [],
    ),
    rewordings: rewordingsOf(rewritten.map((each) => each.plan)),
    notes,
  };
}

const staysInPlace = ({ section }: ParsedEntry, draft: Draft): boolean =>
  draft.fate === 'stays' && draft.raised === null && draft.section === section;

/** Moves an entry before all others that stay in place, under its heading or anywhere; null if it is there already. */
function raisedEntry(
  document: MemoryDocument,
  entry: ParsedEntry,
  wanted: EntryToWrite,
  to: 'heading' | 'top',
  moving: ReadonlySet<ParsedEntry>,
): EntryToWrite | null {
  const before = document.entries.find(
    (other) => !moving.has(other) && (to === 'top' || other.syntax.section === entry.syntax.section),
  );
  if (before === undefined || entry.range.from < before.range.from) {
    return null;
  }
  const { form, indent } = entry.syntax;
  const isAsBefore = wanted.key === entry.key && wanted.value === entry.value;
  const isAlike = before.syntax.form === form && before.syntax.indent === indent;
  const raised = { ...wanted, section: before.section, before };
  return isAsBefore && isAlike ? { ...raised, raw: entry.raw } : withBelongings(document, entry, raised);
}

function withBelongings(document: MemoryDocument, entry: ParsedEntry, wanted: EntryToWrite): EntryToWrite {
  return hasBelongings(document.text, entry)
    ? { ...wanted, raw: rewriteMarkdownEntry(document, entry, wanted).came[0]?.raw ?? entry.raw }
    : wanted;
}

function newDraft(
  document: MemoryDocument,
  { key, value, section }: Extract<Operation, { op: 'add' }>,
  find: EntryFinder<ParsedEntry>,
  { home }: Dialect,
): EntryToWrite {
  const title = section === undefined ? (home ?? usualSection(document)) : checkTitle(section);
  const name = key === null ? null : checkName(key);
  refuseDuplicate(find, name, title);
  return {
    key: name,
    value: checkValue(value, name === null ? 'The entry' : `“${name}”`),
    section: title,
    isNewName: name !== null,
  };
}

function change(draft: Draft, operation: Exclude<Operation, { op: 'add' }>, find: EntryFinder<ParsedEntry>): void {
  if (draft.fate !== 'stays') {
    throw leavesError(draft.key ?? draft.value.slice(0, 60), draft.fate);
  }
  switch (operation.op) {
    case 'edit': {
      const name = draft.key === null ? 'The entry' : `“${draft.key}”`;
      const key = operation.key == null ? operation.key : checkName(operation.key);
      if (key !== undefined && key !== draft.key) {
        refuseDuplicate(find, key, draft.section);
        draft.key = key;
      }
      const isLeftEmpty = key === null && draft.value === '';
      if (operation.value !== undefined || isLeftEmpty) {
        draft.value = checkValue(operation.value ?? '', name, draft.value);
      }
      return;
    }
    case 'move':
      if (operation.section === undefined) {
        const message = 'Say under which heading it is to stand. Nothing was changed.';
        throw new ContextureError('section_unclear', message);
      }
      draft.section = checkTitle(operation.section);
      return;
    case 'raise':
      draft.raised = operation.to;
      return;
    default:
      applyFate(draft, operation.op);
  }
}

function refuseDuplicate(find: EntryFinder<ParsedEntry>, key: string | null, section: string): void {
  const duplicate = find.named({ category: null, key }).find((entry) => entry.section === section);
  if (duplicate) {
    throw nameTakenError(duplicate);
  }
}

function checkTitle(section: string): string {
  if (/[\r\n]/.test(section)) {
    const message = `“${section.slice(0, 60)}” can’t be a heading: it has a line break. Nothing was changed.`;
    throw new ContextureError('section_unclear', message);
  }
  return section.trim();
}

type Parts = {
  readonly removed: readonly ParsedEntry[];
  readonly rewritten: readonly { readonly wanted: EntryToWrite; readonly plan: EntryPlan }[];
  readonly added: readonly EntryToWrite[];
};

const additionOf = ({ key, value, section, before, raw }: EntryToWrite): Addition =>
  raw === undefined ? { section, before, said: { key, value } } : { section, before, raw };

function planned(document: MemoryDocument, parts: Parts, { read, check }: Dialect): EntryPlan {
  const { removed, rewritten, added } = parts;
  const additions = added.map(additionOf);
  const { plan: adding, raws } = addEntries(document, additions, new Set(removed));
  const plan = joinPlans([...rewritten.map((each) => each.plan), removeEntries(document, removed), adding]);
  if (plan.edits.length === 0) {
    return plan;
  }
  const outcome = tryOut(document, plan, read);
  if (outcome === null) {
    throw errorForPlace(document, parts, plan, read);
  }
  const arrived = new Map<string, ParsedEntry[]>();
  for (const entry of outcome.arrived) {
    addTo(arrived, entry.raw, entry);
  }
  const wanted = [
    ...rewritten.map((each) => ({ ...each.wanted, raw: each.plan.came[0]?.raw ?? '' })),
    ...added.map((each, index) => ({ ...each, raw: raws[index] ?? '' })),
  ];
  for (const each of wanted) {
    const candidates = arrived.get(each.raw) ?? [];
    if (!candidates.some((entry) => says(outcome.text, entry, each))) {
      throw each.isNewName && each.key !== null ? otherReadingError(each.key) : otherValueError(each.value);
    }
    const there = candidates.find(({ section }) => section === each.section);
    if (there === undefined) {
      throw unclearAroundError(each.value);
    }
    check(there);
  }
  return outcome.plan;
}

/** True if an entry reads as was meant. Prose that begins like a key reads with that key, and stays. */
function says(text: string, entry: ParsedEntry, { key, value }: NewText): boolean {
  if (key !== null) {
    return entry.key === key && entry.value === value;
  }
  const { form } = entry.syntax;
  const whole = form === 'row' ? [entry.key, entry.value].join(cellMark) : joinedText(text, contentIn(text, entry));
  return entry.key === null ? entry.value === value : whole === value;
}

/** Limit on the entries tried one by one to find those that can't be written. */
const maxTried = 50;

/** Finds the entry that can't be written without changing others. */
function errorForPlace(
  document: MemoryDocument,
  { removed, rewritten, added }: Parts,
  whole: EntryPlan,
  read: TextReader,
): ContextureError {
  for (const { wanted, plan } of rewritten.slice(0, maxTried)) {
    if (tryOut(document, plan, read) === null) {
      return otherValueError(wanted.value);
    }
  }
  for (const wanted of added.slice(0, maxTried)) {
    const { plan } = addEntries(document, [additionOf({ ...wanted, before: undefined })], new Set());
    if (tryOut(document, plan, read) === null) {
      return otherValueError(wanted.value);
    }
  }
  return unclearError(document, whole, read, removed[0]?.value ?? added[0]?.value ?? '');
}
