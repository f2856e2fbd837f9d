import { ContextureError } from '#shared/contract/errors.ts';
import type { EntryPatch, OnDuplicate } from '#shared/formats/entry-patch.ts';
import { carryOut } from '#shared/formats/entry-plan.ts';
import { undoTextStep } from '../memory/text-steps.ts';
import { archiveFormatOf, memoryFile, memoryIn, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { patchOf, type UndoneFile, type UndoRecord } from './undo-record.ts';

/** What an undo is computed from beside the files themselves. */
export type UndoSources = {
  readonly rules: Rules;
  readonly layout: WorkspaceLayout;
  /** Bytes of a version by its hash; none for no file. @throws `version_unknown` */
  readonly versionOf: (hash: string | null) => Promise<Uint8Array>;
  readonly textOf: (hash: string | null) => Promise<string>;
};

/** Undoes a change, file by file, on whatever the files hold by now. */
export async function undoStep(
  label: string,
  undo: UndoRecord,
  onDuplicate: OnDuplicate | undefined,
  sources: UndoSources,
): Promise<ComputeStep> {
  const { layout, rules } = sources;
  const memory = undo.files.find(({ file }) => file === layout.contextName);
  const others = undo.files.filter((undone) => undone !== memory);
  const versions = new Map<string, Uint8Array>();
  for (const undone of others) {
    if (undone.by === 'version') {
      versions.set(undone.file, await sources.versionOf(undone.before));
    }
  }
  const changeMemory =
    memory?.by === 'version'
      ? undoTextStep(label, await sources.textOf(memory.after), await sources.textOf(memory.before), rules)
      : patchMemoryStep(label, patchOf(undo, layout.contextName), onDuplicate, rules);
  return async (input) => {
    const step = await changeMemory(input);
    const files: StepFile[] = [];
    for (const undone of others) {
      files.push(...(await undoneFile(input, undone, sources, versions)));
    }
    const moves = undo.moves.map(({ from, to, ...said }) => ({ ...said, from: to, to: from }));
    return { ...step, files: [...step.files, ...files], moves };
  };
}

const patchMemoryStep =
  (label: string, patch: EntryPatch, onDuplicate: OnDuplicate | undefined, rules: Rules): ComputeStep =>
  async (input) => {
    const { format, today } = rules;
    const before = await memoryIn(input, rules);
    const after = carryOut(before, format.patch(before, patch, onDuplicate), format.read);
    const files = memoryFile(rules, before, format.count(before, after, today));
    return { ...emptyStep, label, files, rewordings: patch.change };
  };

async function undoneFile(
  input: StepInput,
  undone: UndoneFile,
  { layout, rules }: UndoSources,
  versions: ReadonlyMap<string, Uint8Array>,
): Promise<StepFile[]> {
  const path = layout.pathOf(undone.file);
  if (undone.by === 'version') {
    const now = await input.bytes(path);
    if (now?.hash !== undone.after) {
      const message = `${undone.file} has been changed again since, so this can’t be undone on its own. Nothing was changed; the history has the text from before.`;
      throw new ContextureError('change_superseded', message, { file: undone.file });
    }
    return [{ path, after: versions.get(undone.file) ?? new Uint8Array(), phase: 'changes' }];
  }
  const format = layout.formatOf(undone.file);
  if (format === null) {
    return [];
  }
  const isArchive = layout.archiveNameOf(undone.file) !== null;
  const begin = () => (isArchive ? archiveFormatOf(rules.format).begin(rules.today, true) : format.read(''));
  const now = (await input.document(path))?.document ?? begin();
  const after = carryOut(now, format.patch(now, undone.patch, 'keep_both'), format.read);
  return [{ path, after, phase: undone.patch.remove.length > 0 ? 'loses' : 'gains' }];
}
