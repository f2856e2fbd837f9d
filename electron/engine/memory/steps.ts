import { ContextureError } from '#shared/contract/errors.ts';
import type { RestoreItem } from '#shared/contract/features/archive.ts';
import { type ContextUpdate, type Impact, maxNamedInImpact, type Operation } from '#shared/contract/features/memory.ts';
import { leavingOrder, planArchive } from '#shared/entries/archive-plan.ts';
import { shortName } from '#shared/entries/find-entry.ts';
import { addTo } from '#shared/entries/multimap.ts';
import { addToArchive, archiveName, newArchive } from '#shared/formats/context/archive-text.ts';
import { checkCanFit } from '#shared/formats/context/can-fit.ts';
import { carryOut, removeEntries } from '#shared/formats/context/carry-out.ts';
import {
  beginContext,
  type ChangeRules,
  type ContextChange,
  changeContext,
  counted,
  finishChange,
  roomOf,
} from '#shared/formats/context/change.ts';
import { repairFrontmatter } from '#shared/formats/context/frontmatter-edits.ts';
import { briefOf, planOperations } from '#shared/formats/context/operations.ts';
import { type OnDuplicate, patchBetween, planPatch } from '#shared/formats/context/patch.ts';
import { readArchive, readContext } from '#shared/formats/context/read-document.ts';
import { planRestore, type Return } from '#shared/formats/context/restore.ts';
import { dateForUndated } from '#shared/formats/context/rewrite-entry.ts';
import { archivedSections, contextSections } from '#shared/formats/context/section-names.ts';
import { planUpdates } from '#shared/formats/context/updates.ts';
import type { MemoryDocument, ParsedEntry } from '#shared/formats/document.ts';
import { categoryOf, findArchived } from '../archive/archive-file.ts';
import type { UndoRecord } from '../undo/undo-log.ts';
import type { Step, StepInput } from '../workspace/transaction.ts';
import { countOf, labelOf, learnedLabelOf, quoted } from './labels.ts';

/** Each change a workspace can make, as a computation from files to files: nothing here reads or writes. */

export type Rules = Omit<ChangeRules, 'fit'>;

/** A step that changes nothing yet. */
export const noStep: Omit<Step, 'label'> = {
  context: null,
  archives: [],
  moves: [],
  archived: [],
  notes: [],
  rewordings: [],
  undo: 'by entry',
};

function contextOf(input: StepInput, rules: Rules): MemoryDocument {
  return beginContext(input.context?.document ?? readContext(''), rules.today);
}

/** The context as a result, or null where it stays as it is. */
function resultOf(before: MemoryDocument, after: MemoryDocument): MemoryDocument | null {
  return after === before || after.text === before.text ? null : after;
}

/** The archive of today with what leaves the context, and the step both files make together. */
async function withDepartures(
  input: StepInput,
  before: MemoryDocument,
  change: ContextChange,
  rules: Rules,
  step: Pick<Step, 'label' | 'notes'> & Partial<Pick<Step, 'rewordings'>>,
): Promise<Step> {
  const context = resultOf(before, change.after);
  const { departures } = change;
  const archived = departures.filter(({ byHand }) => !byHand).map(({ entry }) => briefOf(entry, rules.measure));
  if (departures.length === 0) {
    return { ...noStep, ...step, context };
  }
  const name = archiveName(rules.today);
  const file = await input.archive(name);
  const about = { today: rules.today, unknownDate: dateForUndated(before, rules.today) };
  return {
    ...noStep,
    ...step,
    context,
    archives: [{ name, document: addToArchive(file?.document ?? null, departures, about), when: 'before' }],
    moves: departures.map(({ entry }) => ({
      direction: 'out' as const,
      archive: name,
      category: entry.category,
      key: entry.key,
      value: entry.value,
    })),
    archived,
  };
}

export function operationsStep(operations: readonly Operation[], rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const planned = planOperations(context, operations, rules.today);
    const { rewordings } = planned;
    const change = changeContext(context, planned, { ...rules, fit: false });
    return withDepartures(input, context, change, rules, { label: labelOf(operations), notes: [], rewordings });
  };
}

/**
 * What an assistant does to single entries: its name is where they came from, and like its updates it keeps to the
 * limit, unless all it does is to take away.
 */
export function assistantStep(operations: readonly Operation[], assistant: string, rules: Rules) {
  const named = operations.map((operation) =>
    operation.op === 'add' || operation.op === 'edit'
      ? { ...operation, source: operation.source ?? assistant }
      : operation,
  );
  const fit = operations.some(({ op }) => op !== 'delete');
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const { plan, departures, rewordings } = planOperations(context, named, rules.today);
    const learned = carryOut(context, plan, readContext);
    if (fit) {
      checkCanFit(context, learned, rules);
    }
    const change = finishChange(context, learned, departures, { ...rules, fit });
    return withDepartures(input, context, change, rules, { label: learnedLabelOf(operations), notes: [], rewordings });
  };
}

export function updatesStep(updates: readonly ContextUpdate[], rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const { plan, notes } = planUpdates(context, updates, rules.today);
    const learned = carryOut(context, plan, readContext);
    if (learned.text === context.text) {
      return { ...noStep, label: 'Learned nothing new', notes };
    }
    checkCanFit(context, learned, rules);
    const change = finishChange(context, learned, [], { ...rules, fit: true });
    const label =
      updates.length === 1 ? `Learned ${quoted(updates[0]?.key ?? '')}` : `Learned ${countOf(updates.length)}`;
    return withDepartures(input, context, change, rules, { label, notes });
  };
}

/** Archives what the size rule names; nothing where the context fits. */
export function overflowStep(rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const change = changeContext(context, { plan: { edits: [], gone: [], came: [] } }, { ...rules, fit: true });
    const label = `Archived ${countOf(change.departures.length)} to make room`;
    return withDepartures(input, context, change, rules, { label, notes: [] });
  };
}

export function repairStep(rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = input.context?.document ?? readContext('');
    const repaired = readContext(repairFrontmatter(context, rules.today));
    const label = 'Repaired the top of the file';
    return { ...noStep, label, context: resultOf(context, repaired), undo: 'by text' };
  };
}

/** What another program changed from one version to another, entry by entry, on whatever the file holds by now. */
export function mergeStep(before: MemoryDocument, after: MemoryDocument, rules: Rules) {
  const patch = patchBetween(before, after);
  return async (input: StepInput): Promise<Step> => {
    const now = input.context?.document ?? readContext('');
    const merged = carryOut(now, planPatch(now, contextSections, patch, 'keep_both'), readContext);
    const context = counted(now, merged, rules.today);
    return { ...noStep, label: 'Merged what another program wrote', context };
  };
}

/** A deleted file as it was last read. Where there is a file again, it is left alone. */
export function putBackStep(text: string) {
  return async (input: StepInput): Promise<Step> => ({
    ...noStep,
    label: 'Put the deleted file back',
    context: input.context === null ? readContext(text) : null,
  });
}

export type RestoreRules = Rules & { readonly makeRoom: boolean; readonly allowOver: boolean };

/** Entries go from archives to the context; to make room, the size rule may send others the other way. */
export function restoreStep(items: readonly RestoreItem[], rules: RestoreRules) {
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const returns: (Return & { readonly file: string })[] = [];
    const documents = new Map<string, MemoryDocument>();
    for (const { entry: ref, category, onDuplicate } of items) {
      const document = documents.get(ref.file) ?? (await input.archive(ref.file))?.document ?? readArchive('');
      documents.set(ref.file, document);
      const entry = findArchived({ name: ref.file }, document, ref);
      if (returns.some((item) => item.entry === entry)) {
        continue; // named twice, it comes back once
      }
      returns.push({ file: ref.file, entry, category: category ?? categoryOf(entry), onDuplicate });
    }
    const change = changeContext(
      context,
      { plan: planRestore(context, returns, rules.today) },
      { ...rules, fit: rules.makeRoom },
    );
    const tokensAfter = tokensIn(change.after, rules);
    if (tokensAfter > rules.limit && !rules.allowOver && !rules.makeRoom) {
      throw new ContextureError(
        'over_limit',
        `With what you restore the context would have ${tokensAfter} tokens, over the limit of ${rules.limit}. Make room, or restore it all the same.`,
        { tokensAfter, limit: rules.limit },
      );
    }
    const swapped = await withDepartures(input, context, change, rules, { label: restoreLabel(returns), notes: [] });
    const emptied = [...documents].map(([name, document]) => {
      const now = swapped.archives.find((archive) => archive.name === name)?.document ?? document;
      const leaving = returns
        .filter((item) => item.file === name)
        .map(({ entry }) => findArchived({ name }, now, { file: name, raw: entry.raw, ordinal: entry.ordinal }));
      const after = carryOut(now, removeEntries([...new Set(leaving)]), readArchive);
      return { name, document: after, when: 'after' as const };
    });
    return {
      ...swapped,
      archives: [...swapped.archives, ...emptied],
      moves: [
        ...swapped.moves,
        ...returns.map(({ file, entry, category }) => ({
          direction: 'in' as const,
          archive: file,
          category,
          key: entry.key,
          value: entry.value,
        })),
      ],
    };
  };
}

function restoreLabel(returns: readonly Return[]): string {
  const only = returns.length === 1 ? returns[0] : undefined;
  return only ? `Restored ${quoted(shortName(only.entry))}` : `Restored ${countOf(returns.length)}`;
}

export function deleteArchivedStep(refs: readonly RestoreItem['entry'][]) {
  return async (input: StepInput): Promise<Step> => {
    const leaving = new Map<string, ParsedEntry[]>();
    const documents = new Map<string, MemoryDocument>();
    for (const ref of refs) {
      const document = documents.get(ref.file) ?? (await input.archive(ref.file))?.document ?? readArchive('');
      documents.set(ref.file, document);
      addTo(leaving, ref.file, findArchived({ name: ref.file }, document, ref));
    }
    const [first] = [...leaving.values()].flat();
    const what = refs.length === 1 && first ? quoted(shortName(first)) : countOf(refs.length);
    return {
      ...noStep,
      label: `Deleted ${what} from the archive`,
      archives: [...documents].map(([name, document]) => ({
        name,
        document: carryOut(document, removeEntries([...new Set(leaving.get(name))]), readArchive),
        when: 'after',
      })),
    };
  };
}

/** Takes a change back, entry by entry, on whatever the files hold by now. */
export function undoStep(label: string, undo: UndoRecord, onDuplicate: OnDuplicate | undefined, rules: Rules) {
  return async (input: StepInput): Promise<Step> => {
    const context = contextOf(input, rules);
    const after = carryOut(context, planPatch(context, contextSections, undo.context, onDuplicate), readContext);
    const archives: Step['archives'][number][] = [];
    for (const { name, patch } of undo.archives) {
      const document = (await input.archive(name))?.document ?? readArchive(newArchive(rules.today, true));
      const plan = planPatch(document, archivedSections, patch, 'keep_both');
      const when = patch.remove.length > 0 ? 'after' : 'before';
      archives.push({ name, document: carryOut(document, plan, readArchive), when });
    }
    return {
      ...noStep,
      label,
      rewordings: undo.context.change,
      context: resultOf(context, counted(context, after, rules.today)),
      archives,
      moves: undo.moves.map((move) => ({
        ...move,
        direction: move.direction === 'out' ? ('in' as const) : ('out' as const),
      })),
    };
  };
}

/** What a document comes to by the measure of the rules. */
export function tokensIn(document: MemoryDocument, { measure }: Pick<Rules, 'measure'>): number {
  return measure.tokensOf(measure.ofDocument(document));
}

/** What a change would do, without doing it. */
export function impact(before: MemoryDocument, change: ContextChange, rules: Rules, alsoIn: Impact['alsoIn']): Impact {
  const { entries, frontmatter } = change.after;
  const order = leavingOrder(entries, rules.today, frontmatter.lastUpdated?.value ?? null);
  const plan = planArchive(order, roomOf(change.after, rules));
  return {
    tokensBefore: tokensIn(before, rules),
    tokensAfter: tokensIn(change.after, rules),
    limit: rules.limit,
    wouldLeave: plan.leaving.slice(0, maxNamedInImpact).map((entry) => briefOf(entry, rules.measure)),
    wouldLeaveCount: plan.leaving.length,
    staysOver: plan.staysOver,
    alsoIn,
  };
}
