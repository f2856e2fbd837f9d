import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { EntryPatch, OnDuplicate } from '#shared/formats/entry-patch.ts';
import { carryOut } from '#shared/formats/entry-plan.ts';
import type { FileFormat } from '#shared/formats/format.ts';
import { archiveFormatOf, memoryFile, memoryIn, type Rules } from '../memory/rules.ts';
import { undoTextStep } from '../memory/text-steps.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../workspace/step.ts';
import { patchOf, type UndoneFile, type UndoRecord } from './undo-record.ts';

/** What an undo is computed from beside the files themselves. */
export type UndoSources = {
  readonly rules: Rules;
  readonly layout: WorkspaceLayout;
  /** Bytes of a version by its hash; none for no file. @throws `version_unknown` */
  readonly versionOf: (hash: string | null) => Promise<Uint8Array>;
  /** The same as text. */
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
  const versions = await versionsFor(others, sources);
  const changeMemory =
    memory?.by === 'version'
      ? undoTextStep(label, await sources.textOf(memory.after), await sources.textOf(memory.before), rules)
      : undoMemoryStep(label, patchOf(undo, layout.contextName), onDuplicate, rules);
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

function undoMemoryStep(
  label: string,
  patch: EntryPatch,
  onDuplicate: OnDuplicate | undefined,
  rules: Rules,
): ComputeStep {
  return async (input) => {
    const { format, today } = rules;
    const before = await memoryIn(input, rules);
    const after = carryOut(before, format.patch(before, patch, onDuplicate), format.read);
    const files = memoryFile(rules, before, format.count(before, after, today));
    return { ...emptyStep, label, files, rewordings: patch.change };
  };
}

async function versionsFor(files: readonly UndoneFile[], { versionOf }: UndoSources): Promise<Map<string, Uint8Array>> {
  const versions = new Map<string, Uint8Array>();
  for (const undone of files) {
    if (undone.by === 'version') {
      versions.set(undone.file, await versionOf(undone.before));
    }
  }
  return versions;
}

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
      throw new ContextureError(
        'change_superseded',
        `${undone.file} has been changed again since, so this can’t be undone on its own. Nothing was changed; the history has the text from before.`,
        { file: undone.file },
      );
    }
    return [{ path, after: versions.get(undone.file) ?? new Uint8Array(), phase: 'changes' }];
  }
  const format = layout.formatOf(undone.file);
  if (format === null) {
    return [];
  }
  const now = (await input.document(path))?.document ?? begin(undone.file, format, { layout, rules });
  const after = carryOut(now, format.patch(now, undone.patch, 'keep_both'), format.read);
  return [{ path, after, phase: undone.patch.remove.length > 0 ? 'loses' : 'gains' }];
}

function begin(
  file: string,
  format: FileFormat,
  { layout, rules }: Pick<UndoSources, 'layout' | 'rules'>,
): MemoryDocument {
  const isArchive = layout.archiveNameOf(file) !== null;
  return isArchive ? archiveFormatOf(rules.format).begin(rules.today, true) : format.read('');
}
