import type { ContextUpdate } from '#shared/contract/changes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { refOf } from '#shared/entries/entry.ts';
import { createEntryClaims, shortName } from '#shared/entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { type EntryPatch, patchBetween } from '#shared/formats/entry-patch.ts';
import { runPlan, withoutEntries } from '#shared/formats/entry-plan.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { putTextsBack } from '#shared/formats/lost-text.ts';
import { plural } from '#shared/text/counts.ts';
import { cutTo } from '#shared/text/cut-to.ts';
import { updatesStep } from '../memory/steps.ts';
import { countOf, quoted } from '../steps/labels.ts';
import { type Move, moveOf } from '../steps/moves.ts';
import { archiveFile, archiveFormatOf, archiveIn, memoryFile, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type StepInput } from '../steps/step.ts';
import { type LostEntry, lossName, refOfLost, type StoredText } from './losses.ts';

export function takeTheirsStep(update: ContextUpdate, rules: Rules): ComputeStep {
  const compute = updatesStep([update], rules);
  return async (input) => ({
    ...(await compute(input)),
    label: `Took ${quoted(update.value)} for ${quoted(update.key)}`,
  });
}

/** Adds the assistant's words as a separate entry, behind the person's. */
export function keepBothStep(update: ContextUpdate, rules: Rules): ComputeStep {
  return async (input) => {
    const { format, today } = rules;
    const now = await memoryIn(input, rules);
    const both = runPlan(now, format.planBeside(now, update, today), format.read);
    const files = memoryFile(rules, now, format.count(now, both, today));
    return { ...emptyStep, label: `Kept both for ${quoted(update.key)}`, files };
  };
}

export type DecidedEntry = {
  readonly lost: LostEntry;
  /** The version before it was lost: if that can no longer be read, the entry goes to the end of its section. */
  readonly before: MemoryDocument | null;
  /** The archive that has it by now, which it then leaves. */
  readonly nowIn: string | null;
};

type WantedBack = {
  readonly entries: readonly DecidedEntry[];
  readonly texts: readonly StoredText[];
  /** The version before the loss; null if it can no longer be read. */
  readonly before: MemoryDocument | null;
};

/** Restores losses as far as possible. `done` has the ids of those restored once the step was computed. */
export function putMineBackStep({ entries, texts, before }: WantedBack, rules: Rules) {
  let back: readonly DecidedEntry[] = [];
  let done: readonly string[] = [];
  const step: ComputeStep = async (input) => {
    const { format, today } = rules;
    const now = await memoryIn(input, rules);
    // Headings first, so that entries come back under them.
    const lostTexts = texts.map((lost) => ({ lost, before }));
    const withTexts = putTextsBack(now, lostTexts, format.read);
    const put = restoreEntries(withTexts.after, entries, format, withTexts.back.size > 0);
    back = put.back;
    done = [...back.map(({ lost }) => lost), ...texts.filter((text) => withTexts.back.has(text))].map(({ id }) => id);
    const { later } = withTexts;
    const failed = entries.length + texts.length - done.length - later;
    if (done.length === 0) {
      throw restoreError(texts);
    }
    const files = [...memoryFile(rules, now, format.count(now, put.after, today))];
    const moves: Move[] = [];
    for (const name of new Set(back.flatMap(({ nowIn }) => nowIn ?? []))) {
      const left = await leavingArchive(input, name, back, rules);
      files.push(...left.files);
      moves.push(...left.moves);
    }
    const notes = [
      ...(failed === 0 ? [] : [`${failed} of them can’t be restored: the lines around would change with it.`]),
      ...(later === 0 ? [] : [`${later} more are too much for one change, and can be restored with the next.`]),
    ];
    const label = `Restored ${describeEntries(back, texts)}`;
    return { ...emptyStep, label, files, moves, notes, undo: texts.length > 0 ? 'by text' : 'by entry' };
  };
  return { step, done: (): readonly string[] => done };
}

function restoreError([text]: readonly StoredText[]): ContextureError {
  const excerpt = cutTo(text?.text ?? '', 60);
  const message = `“${excerpt}” can’t be restored: entries around it would be read differently. Nothing was changed; the history has the text from before.`;
  return new ContextureError('section_unclear', message);
}

/** Restores all entries at once or else each one that can be. @throws why none could be, unless `mayFail` */
function restoreEntries(now: MemoryDocument, wanted: readonly DecidedEntry[], format: MemoryFormat, mayFail: boolean) {
  const putIn = (document: MemoryDocument, each: readonly DecidedEntry[]): MemoryDocument =>
    runPlan(document, format.patch(document, patchFor(document, each, format), 'keep_both'), format.read);
  try {
    return { after: putIn(now, wanted), back: wanted };
  } catch (reason) {
    if (toContextureError(reason).code !== 'section_unclear') {
      throw reason;
    }
    let after = now;
    const back: DecidedEntry[] = [];
    for (const each of wanted) {
      try {
        after = putIn(after, [each]);
        back.push(each);
      } catch {
        // It stays on the list of what was lost.
      }
    }
    if (back.length === 0 && !mayFail) {
      throw reason;
    }
    return { after, back };
  }
}

function patchFor(now: MemoryDocument, wanted: readonly DecidedEntry[], format: MemoryFormat): EntryPatch {
  const claims = createEntryClaims(now.entries);
  const placed = placesIn([...new Set(wanted.map(({ before }) => before))], format);
  const patch = { remove: [], add: [], change: [] } as { [K in keyof EntryPatch]: EntryPatch[K][number][] };
  const became = new Map(wanted.map(({ lost }) => [lost, lost.theirs && claims.exact(lost.theirs)]));
  for (const { lost, before } of wanted) {
    const wantedRef = refOfLost(lost);
    const theirs = became.get(lost) ?? claims.exact(wantedRef);
    if (!theirs) {
      patch.add.push(placed(before, lost));
    } else if (theirs.category !== wantedRef.category) {
      patch.remove.push(refOf(theirs));
      patch.add.push(placed(before, lost));
    } else if (theirs.raw !== wantedRef.raw) {
      patch.change.push({ from: refOf(theirs), to: wantedRef });
    }
  }
  return patch;
}

/** An archive without entries that return from it to the memory. */
async function leavingArchive(input: StepInput, name: string, back: readonly DecidedEntry[], rules: Rules) {
  const document = await archiveIn(input, rules, name);
  const archived = createEntryClaims(document?.entries ?? []).by(lossName);
  const leaving = back.flatMap(({ lost: { yours }, nowIn }) =>
    nowIn === name ? (archived(lossName(yours)) ?? []) : [],
  );
  if (document === null || leaving.length === 0) {
    return { files: [], moves: [] };
  }
  const after = withoutEntries(document, leaving, archiveFormatOf(rules.format));
  const { archivePath, contextPath } = rules.layout;
  const moves = leaving.map((entry) => moveOf(entry, archivePath(name), contextPath));
  return { files: [archiveFile(rules, name, after, 'loses')], moves };
}

/** Restores entries in an archive that others took them from; the whole file if nothing of it is left. */
export function putArchivedBackStep(name: string, wanted: readonly DecidedEntry[], rules: Rules): ComputeStep {
  return async (input) => {
    const step = { ...emptyStep, label: `Restored ${describeEntries(wanted)} in the archive` };
    const present = await archiveIn(input, rules, name);
    const whole = wanted[0]?.before;
    if (present === null && whole && whole.entries.length === wanted.length) {
      return { ...step, files: [archiveFile(rules, name, whole, 'gains')] };
    }
    const archive = archiveFormatOf(rules.format);
    const now = present ?? archive.begin(rules.today, true);
    const claims = createEntryClaims(now.entries);
    const placed = placesIn([...new Set(wanted.map(({ before }) => before))], rules.format);
    const add = wanted
      .filter(({ lost }) => !claims.exact(refOfLost(lost)))
      .map(({ lost, before }) => placed(before, lost));
    const plan = archive.patch(now, { remove: [], add, change: [] }, 'keep_both');
    return { ...step, files: [archiveFile(rules, name, runPlan(now, plan, archive.read), 'gains')] };
  };
}

function describeEntries(wanted: readonly DecidedEntry[], texts: readonly StoredText[] = []): string {
  const [first] = wanted;
  const [text] = texts;
  if (wanted.length + texts.length === 1) {
    return quoted(first ? shortName(first.lost.yours) : cutTo(text?.text ?? '', 60));
  }
  const counts = [
    wanted.length > 0 && countOf(wanted.length),
    texts.length > 0 && plural(texts.length, 'piece of text', 'pieces of text'),
  ];
  return counts.filter(Boolean).join(' and ');
}

function placesIn(documents: readonly (MemoryDocument | null)[], format: MemoryFormat) {
  const placesOf = (document: MemoryDocument | null) => {
    const added = document ? patchBetween(format.read(''), document).add : [];
    return new Map(added.map((each) => [nameOf(each.ref), each]));
  };
  const places = new Map(documents.map((document) => [document, placesOf(document)]));
  return (document: MemoryDocument | null, { yours }: LostEntry): EntryPatch['add'][number] =>
    places.get(document)?.get(nameOf(yours)) ?? {
      ref: refOf(yours),
      after: [],
      before: [],
      duplicates: 0,
      section: yours.category === null ? '' : format.sectionOf(yours.category),
    };
}

const nameOf = ({ category, raw, ordinal }: Pick<ParsedEntry, 'category' | 'raw' | 'ordinal'>): string =>
  `${category} ${ordinal} ${raw}`;
