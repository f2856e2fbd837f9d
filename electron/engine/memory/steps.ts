import type { ContextUpdate, Operation } from '#shared/contract/changes.ts';
import type { Repair } from '#shared/contract/features/memory.ts';
import { isKeptByPerson } from '#shared/entries/correction.ts';
import { refOf } from '#shared/entries/entry.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { changeMemory, checkCanFit, finishChange, type MemoryChange } from '#shared/formats/change.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { patchBetween } from '#shared/formats/entry-patch.ts';
import { noEntryPlan, runPlan } from '#shared/formats/entry-plan.ts';
import { notesFile } from '../notes/steps.ts';
import { changeLabel, countOf, learnedLabelOf, quoted } from '../steps/labels.ts';
import { moveOf } from '../steps/moves.ts';
import {
  archiveFile,
  archiveFormatOf,
  archiveIn,
  memoryFile,
  memoryIn,
  presentMemory,
  type Rules,
} from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type Step, type StepInput } from '../steps/step.ts';
import { topicFiles } from '../topics/steps.ts';

/** Memory after a change, today's archive with the entries that leave it, and the step both files make together. */
export async function buildChangeStep(
  input: StepInput,
  before: MemoryDocument,
  { after, departures }: MemoryChange,
  rules: Rules,
  step: Pick<Step, 'label' | 'notes'> & Partial<Pick<Step, 'rewordings'>>,
): Promise<Step> {
  const memory = memoryFile(rules, before, after);
  if (departures.length === 0) {
    return { ...emptyStep, ...step, files: memory };
  }
  const { format, layout, today, measure } = rules;
  const archive = archiveFormatOf(format);
  const name = archive.nameOf(today);
  const document = archive.add(await archiveIn(input, rules, name), departures, before, today);
  return {
    ...emptyStep,
    ...step,
    files: [archiveFile(rules, name, document, 'gains'), ...memory],
    moves: departures.map(({ entry }) => moveOf(entry, layout.contextPath, layout.archivePath(name))),
    archived: departures.filter(({ byHand }) => !byHand).map(({ entry }) => briefOf(entry, measure)),
  };
}

/** @param named the same operations, worded for the label */
export function operationsStep(operations: readonly Operation[], rules: Rules, named = operations): ComputeStep {
  return async (input) => {
    const before = await memoryIn(input, rules);
    const planned = rules.format.plan(before, operations, rules.today, 'person');
    const { rewordings } = planned;
    const topics = await topicFiles(input, rules, before, operations, planned.departures);
    const change = changeMemory(before, { ...planned, departures: topics.departures }, { ...rules, fit: false });
    const step = await buildChangeStep(input, before, change, rules, {
      label: changeLabel(named),
      notes: [...(planned.notes ?? []), ...topics.notes],
      rewordings,
    });
    const notes = await notesFile(input, rules, before, operations, planned);
    // Undo goes by text, since undoing by entries can't restore where an entry was.
    const undo = operations.some(({ op }) => op === 'raise') ? 'by text' : step.undo;
    return { ...step, files: [...notes, ...step.files, ...topics.files], undo };
  };
}

/** Archives every entry, or deletes it if the format has no archive. @param keepsPersons true to leave what the person kept */
export function archiveAllStep(rules: Rules, keepsPersons: boolean): ComputeStep {
  return async (input) => {
    const { entries } = await presentMemory(input, rules);
    const leaving = entries.filter((entry) => !(keepsPersons && isKeptByPerson(entry)));
    const op = rules.format.archive === null ? ('delete' as const) : ('archive' as const);
    const operations = leaving.map((entry) => ({ op, entry: refOf(entry) }));
    return operations.length === 0
      ? { ...emptyStep, label: 'Archived nothing' }
      : operationsStep(operations, rules)(input);
  };
}

/** True if older entries leave to make room for an assistant's. */
const makesRoom = ({ format }: Rules): boolean => format.refusesOverLimit !== true;

/** Step of an assistant, who becomes the source. The size limit applies unless all operations are deletions. */
export function assistantStep(operations: readonly Operation[], assistant: string, rules: Rules): ComputeStep {
  const named = operations.map((operation) =>
    operation.op === 'add' || operation.op === 'edit'
      ? { ...operation, source: operation.source ?? assistant }
      : operation,
  );
  const isMore = operations.some(({ op }) => op !== 'delete');
  return async (input) => {
    const before = await memoryIn(input, rules);
    const { plan, departures, rewordings } = rules.format.plan(before, named, rules.today, 'assistant');
    const learned = runPlan(before, plan, rules.format.read);
    if (isMore) {
      checkCanFit(before, learned, rules);
    }
    const change = finishChange(before, learned, departures, { ...rules, fit: isMore && makesRoom(rules) });
    return buildChangeStep(input, before, change, rules, { label: learnedLabelOf(operations), notes: [], rewordings });
  };
}

export function updatesStep(updates: readonly ContextUpdate[], rules: Rules): ComputeStep {
  return async (input) => {
    const before = await memoryIn(input, rules);
    const { plan, notes } = rules.format.planUpdates(before, updates, rules.today);
    const learned = runPlan(before, plan, rules.format.read);
    if (learned.text === before.text) {
      return { ...emptyStep, label: 'Learned nothing new', notes };
    }
    checkCanFit(before, learned, rules);
    const change = finishChange(before, learned, [], { ...rules, fit: makesRoom(rules) });
    const label =
      updates.length === 1 ? `Learned ${quoted(updates[0]?.key ?? '')}` : `Learned ${countOf(updates.length)}`;
    return buildChangeStep(input, before, change, rules, { label, notes });
  };
}

export function overflowStep(rules: Rules): ComputeStep {
  return async (input) => {
    const before = await memoryIn(input, rules);
    const change = changeMemory(before, { plan: noEntryPlan }, { ...rules, fit: true });
    const label = `Archived ${countOf(change.departures.length)} to make room`;
    return buildChangeStep(input, before, change, rules, { label, notes: [] });
  };
}

const repairLabels: Readonly<Record<Repair, string>> = {
  conflict: 'Merged both versions',
  form: 'Written as the assistant writes it',
  frontmatter: 'Repaired the top of the file',
};

export function repairStep(repair: Repair, rules: Rules): ComputeStep {
  return async (input) => {
    const before = await presentMemory(input, rules);
    const after = rules.format.repair(before, repair, rules.today);
    return { ...emptyStep, label: repairLabels[repair], files: memoryFile(rules, before, after), undo: 'by text' };
  };
}

/** Merges another program's changes between two versions, entry by entry, into the present memory. */
export function mergeStep(before: MemoryDocument, after: MemoryDocument, rules: Rules): ComputeStep {
  const patch = patchBetween(before, after);
  return async (input) => {
    const { format, today } = rules;
    const now = await presentMemory(input, rules);
    const merged = runPlan(now, format.patch(now, patch, 'keep_both'), format.read);
    const files = memoryFile(rules, now, format.count(now, merged, today));
    return { ...emptyStep, label: 'Merged what another app wrote', files };
  };
}

/** Puts a deleted memory back as it was last read. If there is a file again, it is left alone. */
export function putBackStep(text: string, { format, layout }: Rules): ComputeStep {
  return async (input) => {
    const isThere = (await input.document(layout.contextPath)) !== null;
    const file = { path: layout.contextPath, after: format.read(text), phase: 'changes' as const };
    return { ...emptyStep, label: 'Restored the deleted file', files: isThere ? [] : [file] };
  };
}
