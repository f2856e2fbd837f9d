import { ContextureError } from '#shared/contract/errors.ts';
import { type EntryRef, refOf } from '#shared/entries/entry.ts';
import { createEntryFinder, shortName } from '#shared/entries/find-entry.ts';
import { newArchive } from '#shared/formats/context/archive-text.ts';
import { carryOut, removeEntries } from '#shared/formats/context/carry-out.ts';
import { beginContext, counted, withValuesOf } from '#shared/formats/context/change.ts';
import { type EntryPatch, type OnDuplicate, patchBetween, planPatch } from '#shared/formats/context/patch.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { archivedSections, contextSections } from '#shared/formats/context/section-names.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { findArchived } from '../archive/archive-file.ts';
import { quoted } from '../memory/labels.ts';
import { noStep, type Rules } from '../memory/steps.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';

/** Bringing back what the history has, as computations from files to files. */

/** The context as a version had it, counted on from where the count is now. */
export function restoreContextStep(text: string, when: string, rules: Rules) {
  return async ({ context }: StepInput): Promise<Step> => {
    const now = context?.document ?? readContext('');
    const wanted = withValuesOf(now, readContext(text));
    const label = `Restored the version of ${when}`;
    const after = wanted.text === now.text ? null : counted(now, wanted, rules.today);
    return { ...noStep, label, context: after, undo: 'by text' };
  };
}

/** An archive file as a version had it. */
export function restoreArchiveStep(name: string, text: string, when: string) {
  return async (): Promise<Step> => ({
    ...noStep,
    label: `Restored ${name} as it was on ${when}`,
    archives: [{ name, document: readArchive(text), when: 'after' }],
  });
}

/** One entry as a version has it, and what stood in its place in the version where that changed. */
export type WantedEntry = {
  readonly source: MemoryDocument;
  readonly entry: ParsedEntry;
  readonly insteadOf: EntryRef | null;
  readonly onDuplicate: OnDuplicate | undefined;
};

/**
 * One entry back in the context: in its old place, or in that of what it had become. Where an archive holds it, it
 * leaves that.
 */
export function restoreEntryStep(wanted: WantedEntry, archive: string | null, rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = beginContext(input.context?.document ?? readContext(''), rules.today);
    const after = carryOut(
      context,
      planPatch(context, contextSections, patchFor(wanted, context), wanted.onDuplicate),
      readContext,
    );
    const label = labelOf(wanted.entry);
    if (after.text === context.text) {
      return { ...noStep, label };
    }
    const counts = counted(context, after, rules.today);
    const held = archive === null ? null : ((await input.archive(archive))?.document ?? readArchive(''));
    const archived = held && sameEntry(held, wanted.entry);
    if (archive === null || !held || !archived) {
      return { ...noStep, label, context: counts };
    }
    const leaving = findArchived({ name: archive }, held, {
      file: archive,
      raw: archived.raw,
      ordinal: archived.ordinal,
    });
    const { category, key, value } = archived;
    return {
      ...noStep,
      label,
      context: counts,
      archives: [{ name: archive, document: carryOut(held, removeEntries([leaving]), readArchive), when: 'after' }],
      moves: [{ direction: 'in', archive, category, key, value }],
    };
  };
}

/** One entry back in the archive file it stood in. */
export function restoreEntryToArchiveStep(wanted: WantedEntry, name: string, rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const now = (await input.archive(name))?.document ?? readArchive(newArchive(rules.today, true));
    const after = carryOut(
      now,
      planPatch(now, archivedSections, patchFor(wanted, now), wanted.onDuplicate),
      readArchive,
    );
    return { ...noStep, label: labelOf(wanted.entry), archives: [{ name, document: after, when: 'before' }] };
  };
}

export function sameEntry(
  document: MemoryDocument,
  entry: Pick<ParsedEntry, 'key' | 'value'>,
): ParsedEntry | undefined {
  return document.entries.find(({ key, value }) => key === entry.key && value === entry.value);
}

const labelOf = (entry: ParsedEntry): string => `Brought back ${quoted(shortName(entry))}`;

function patchFor({ source, entry, insteadOf }: WantedEntry, now: MemoryDocument): EntryPatch {
  const find = createEntryFinder(now.entries);
  const wanted = refOf(entry);
  const there = now.entries.find(({ raw, category }) => raw === entry.raw && category === entry.category);
  if (there) {
    return { remove: [], add: [], change: [] };
  }
  const placed = patchBetween(readContext(''), source).add.find(({ ref }) => sameRef(ref, wanted));
  if (!placed) {
    throw new ContextureError('entry_gone', 'That entry is not in the version any more. Nothing was changed.');
  }
  // As many as stood beside it then and still do are no sign of its having been learned again.
  const beside = source.entries.filter(
    (other) => other !== entry && other.key === entry.key && find.exact(refOf(other)),
  );
  const twins = beside.filter(({ category }) => category === entry.category).length;
  const became = insteadOf && find.exact(insteadOf);
  const inPlace = became && became.category === entry.category;
  return {
    remove: became && !inPlace ? [refOf(became)] : [],
    add: inPlace ? [] : [{ ...placed, twins: entry.key === null ? 0 : twins }],
    change: inPlace ? [{ from: refOf(became), to: wanted }] : [],
  };
}

function sameRef(a: EntryRef, b: EntryRef): boolean {
  return a.raw === b.raw && a.category === b.category && a.ordinal === b.ordinal;
}
