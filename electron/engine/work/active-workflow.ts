import { ContextureError } from '#shared/contract/errors.ts';
import {
  changeJsonText,
  type JsonTextChange,
  readJsonExactly,
  readJsonText,
} from '#shared/formats/workflow/json-text.ts';
import { type Json, listOf, printJson, valueAt } from '#shared/formats/workflow/json-values.ts';
import { maxEditableBytes } from '../app-files/file-version.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import type { Step, StepFile, StepInput } from '../steps/step.ts';
import { checkpointName, type WorkPaths } from './places.ts';

export type WorkTools = {
  readonly places: WorkPaths;
  readonly notThere: (id: string) => Promise<ContextureError>;
} & Pick<Ports, 'decodeText' | 'encodeText' | 'hash' | 'paths'>;

export type PlannedChange<T> = { readonly step: Step; readonly result: T };

/** Present state of an active workflow, with its numbers as they are written. */
export type ActiveWorkflow = {
  readonly id: string;
  readonly path: string;
  readonly text: string;
  readonly context: Json;
};

export async function readStepText(input: StepInput, path: string, { decodeText }: WorkTools): Promise<string | null> {
  const version = await input.bytes(path);
  return version && decodeText(version.bytes);
}

export const jsonBytes = (value: Json, { encodeText }: WorkTools): Uint8Array =>
  encodeText(`${printJson(value, '  ')}\n`);

/** @throws `not_found`, `read_only` for a completed one, `too_large` */
export async function activeContext(input: StepInput, id: string, tools: WorkTools) {
  const path = tools.places.context('active', id);
  const version = await input.bytes(path);
  if (version === null) {
    const isCompleted = (await input.bytes(tools.places.context('completed', id))) !== null;
    throw isCompleted
      ? new ContextureError('read_only', `The workflow ${id} is completed, so it is not changed any more.`, { id })
      : await tools.notThere(id);
  }
  if (version.bytes.length > maxEditableBytes) {
    const message = `The context of ${id} is over 16 MB, so it is read and not changed.`;
    throw new ContextureError('too_large', message, { id });
  }
  return { path, ...version };
}

/** @throws `not_found`, `read_only` for a completed one, `value_invalid` if its context is damaged */
export async function readActiveWorkflow(input: StepInput, id: string, tools: WorkTools): Promise<ActiveWorkflow> {
  const { path, bytes } = await activeContext(input, id, tools);
  const text = tools.decodeText(bytes);
  const context = text === null ? undefined : readJsonExactly(text);
  if (text === null || context === undefined) {
    const message = `The context of ${id} isn’t valid JSON. Nothing was changed. Mend ${path}, or restore an earlier version.`;
    throw new ContextureError('value_invalid', message, { id, path });
  }
  return { id, path, text, context };
}

export type WorkflowWrite = {
  readonly files: StepFile[];
  readonly version: string;
  /** Path of the checkpoint in the workflow’s folder; null for none. */
  readonly checkpoint: string | null;
};

/** @throws `too_large` if it could not be changed or resumed any more once it is written */
export function contextBytes(text: string, id: string, { encodeText }: WorkTools): Uint8Array {
  const bytes = encodeText(text);
  if (bytes.length > maxEditableBytes) {
    const message = `The context of ${id} would be over 16 MB then, and could not be changed any more. Nothing was changed. Keep what is large in files, and name them.`;
    throw new ContextureError('too_large', message, { id });
  }
  return bytes;
}

/** Files of a context with some changes, and of its checkpoint if one is wanted. @throws `too_large` */
export async function contextFiles(
  input: StepInput,
  { id, path, text, context }: ActiveWorkflow,
  changes: readonly JsonTextChange[],
  { tools, checkpoint, now }: { readonly tools: WorkTools; readonly checkpoint: boolean; readonly now: string },
): Promise<WorkflowWrite> {
  const changed = changeJsonText(text, changes);
  if (!checkpoint) {
    const after = contextBytes(changed, id, tools);
    return { files: [{ path, after, phase: 'changes' }], version: tools.hash(after), checkpoint: null };
  }
  const snapshot = tools.encodeText(changed);
  const file = await freeCheckpoint(input, id, context, tools);
  const step = lastStep(readJsonText(changed));
  const entry = { step, timestamp: now, data_snapshot: file, verification: tools.hash(snapshot) };
  const noted = changeJsonText(changed, [{ path: ['audit', 'checkpoints'], push: [entry] }]);
  const after = contextBytes(noted, id, tools);
  const files: StepFile[] = [
    { path: tools.paths.join(tools.places.folder('active', id), file), after: snapshot, phase: 'gains' },
    { path, after, phase: 'changes' },
  ];
  return { files, version: tools.hash(after), checkpoint: file };
}

function lastStep(context: Json | undefined): Json {
  const last = listOf(valueAt(context, ['workflow', 'step_history'])).at(-1);
  return valueAt(last, ['step']) ?? valueAt(context, ['workflow', 'current_step']) ?? null;
}

/** Name for a new checkpoint. None is ever written over, even one that the context no longer names. */
async function freeCheckpoint(input: StepInput, id: string, context: Json, tools: WorkTools): Promise<string> {
  for (let number = listOf(valueAt(context, ['audit', 'checkpoints'])).length + 1; ; number++) {
    const file = `checkpoints/${checkpointName(number)}`;
    if ((await input.bytes(tools.paths.join(tools.places.folder('active', id), file))) === null) {
      return file;
    }
  }
}

/** @throws `not_found`, `value_invalid` if they are not those that were kept */
export async function checkpointBytes(
  input: StepInput,
  { id, context }: ActiveWorkflow,
  number: number,
  tools: WorkTools,
) {
  const entry = listOf(valueAt(context, ['audit', 'checkpoints']))[number - 1];
  const file = valueAt(entry, ['data_snapshot']);
  const version =
    typeof file === 'string' && /^checkpoints\/\w[\w.-]*$/.test(file)
      ? await input.bytes(tools.paths.join(tools.places.folder('active', id), file))
      : null;
  if (version === null) {
    const message = `The checkpoint ${number} of ${id} is not there. Nothing was changed. Resume from another, or from a step.`;
    throw new ContextureError('not_found', message, { id, checkpoint: number });
  }
  if (version.hash !== valueAt(entry, ['verification'])) {
    const message = `The checkpoint ${quoted(String(file))} is not as it was written, so nothing is resumed from it. Restore an earlier version of that file, or resume from another.`;
    throw new ContextureError('value_invalid', message, { id, checkpoint: number });
  }
  return version.bytes;
}
