import { ContextureError } from '#shared/contract/errors.ts';
import { type EntryRef, refOf, sameRef } from '#shared/entries/entry.ts';
import { createEntryFinder, shortName } from '#shared/entries/find-entry.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { type EntryPatch, type OnDuplicate, patchBetween } from '#shared/formats/entry-patch.ts';
import { runPlan, withoutEntries } from '#shared/formats/entry-plan.ts';
import type { TextReader } from '#shared/formats/format.ts';
import { withoutThoseThere } from '#shared/formats/there-already.ts';
import { quoted } from '../steps/labels.ts';
import { moveOf } from '../steps/moves.ts';
import { archiveFile, archiveFormatOf, archiveIn, memoryFile, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep } from '../steps/step.ts';

export function restoreFileStep(path: string, name: string, bytes: Uint8Array, when: string): ComputeStep {
  return async () => ({
    ...emptyStep,
    label: `Restored ${name} as it was on ${when}`,
    files: [{ path, after: bytes, phase: 'changes' }],
  });
}

/** An entry of a version, and the one that was in its place if that changed. */
export type RestoredEntry = {
  readonly source: MemoryDocument;
  readonly entry: ParsedEntry;
  readonly insteadOf: EntryRef | null;
  readonly onDuplicate: OnDuplicate | undefined;
};

/** Puts one entry back in its old place, or in that of its later form. If an archive holds it, it leaves that. */
export function restoreEntryStep(wanted: RestoredEntry, archive: string | null, rules: Rules): ComputeStep {
  return async (input) => {
    const { format, layout, today } = rules;
    const before = await memoryIn(input, rules);
    const patch = withoutThoseThere(patchFor(wanted, before, format.read), before, format.read);
    const after = runPlan(before, format.patch(before, patch, wanted.onDuplicate), format.read);
    const step = { ...emptyStep, label: restoredLabel(wanted.entry) };
    if (after.text === before.text) {
      return step;
    }
    const memory = memoryFile(rules, before, format.count(before, after, today));
    const archivedDocument = archive === null ? null : await archiveIn(input, rules, archive);
    const archived = archivedDocument && sameEntry(archivedDocument, wanted.entry);
    if (archive === null || !archivedDocument || !archived) {
      return { ...step, files: memory };
    }
    const left = withoutEntries(archivedDocument, [archived], archiveFormatOf(format));
    return {
      ...step,
      files: [...memory, archiveFile(rules, archive, left, 'loses')],
      moves: [moveOf(archived, layout.archivePath(archive), layout.contextPath)],
    };
  };
}

export function restoreEntryToArchiveStep(wanted: RestoredEntry, name: string, rules: Rules): ComputeStep {
  return async (input) => {
    const archive = archiveFormatOf(rules.format);
    const now = (await archiveIn(input, rules, name)) ?? archive.begin(rules.today, true);
    const patch = withoutThoseThere(patchFor(wanted, now, rules.format.read), now, archive.read);
    const after = runPlan(now, archive.patch(now, patch, wanted.onDuplicate), archive.read);
    const files = [archiveFile(rules, name, after, 'gains')];
    return { ...emptyStep, label: restoredLabel(wanted.entry), files };
  };
}

export function sameEntry(document: MemoryDocument, entry: Pick<ParsedEntry, 'key' | 'value'>) {
  return document.entries.find(({ key, value }) => key === entry.key && value === entry.value);
}

const restoredLabel = (entry: ParsedEntry): string => `Restored ${quoted(shortName(entry))}`;

function patchFor({ source, entry, insteadOf }: RestoredEntry, now: MemoryDocument, read: TextReader): EntryPatch {
  const find = createEntryFinder(now.entries);
  const wanted = refOf(entry);
  const existing = now.entries.find(({ raw, category }) => raw === entry.raw && category === entry.category);
  if (existing) {
    return { remove: [], add: [], change: [] };
  }
  const placed = patchBetween(read(''), source).add.find(({ ref }) => sameRef(ref, wanted));
  if (!placed) {
    throw new ContextureError('entry_gone', 'That entry is no longer in the version. Nothing was changed.');
  }
  // Entries that were beside it then and still are don't show that it came back.
  const siblings = source.entries.filter(
    (other) => other !== entry && other.key === entry.key && find.exact(refOf(other)),
  );
  const duplicates = siblings.filter(({ category }) => category === entry.category).length;
  const became = insteadOf && find.exact(insteadOf);
  const inPlace = became && became.category === entry.category;
  return {
    remove: became && !inPlace ? [refOf(became)] : [],
    add: inPlace ? [] : [{ ...placed, duplicates: entry.key === null ? 0 : duplicates }],
    change: inPlace ? [{ from: refOf(became), to: wanted }] : [],
  };
}
