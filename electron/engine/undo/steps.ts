import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { EntryPatch, OnDuplicate } from '#shared/formats/entry-patch.ts';
import { runPlan } from '#shared/formats/entry-plan.ts';
import { withoutThoseThere } from '#shared/formats/there-already.ts';
import { changeJsonText, readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { type Json, listOf, textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { undoFields } from '#shared/formats/workflow/undo-fields.ts';
import { archiveFormatOf, memoryFile, presentMemory, type Rules } from '../steps/rules.ts';
import { type ComputeStep, emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import { isSameMemory, undoTextStep } from '../steps/text-steps.ts';
import { patchOf, type UndoneFile, type UndoRecord } from '../steps/undo-record.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

export type UndoSources = {
  readonly rules: Rules;
  readonly layout: WorkspaceLayout;
  /** Bytes of a version by its hash. @throws `version_unknown` */
  readonly versionOf: (hash: string) => Promise<Uint8Array>;
  readonly textOf: (hash: string | null) => Promise<string>;
  /** Time in ISO 8601. */
  readonly now: string;
};

/** Undoes a change, file by file, on the present files. */
export async function undoStep(
  label: string,
  undo: UndoRecord,
  onDuplicate: OnDuplicate | undefined,
  sources: UndoSources,
): Promise<ComputeStep> {
  const { layout, rules } = sources;
  const memory = undo.files.find(({ file }) => file === layout.contextName);
  const others = undo.files.filter((undone) => undone !== memory);
  const versions = new Map<string, Uint8Array | null>();
  const texts = new Map<string, ChangedTexts | null>();
  for (const undone of undo.files) {
    if (undone.by === 'entry') {
      texts.set(undone.file, await textsOf(undone, sources));
    } else if (undone !== memory) {
      versions.set(undone.file, undone.before === null ? null : await sources.versionOf(undone.before));
    }
  }
  const patch = patchOf(undo, layout.contextName);
  const changeMemory =
    memory?.by === 'version'
      ? undoTextStep(label, await sources.textOf(memory.after), await sources.textOf(memory.before), rules)
      : patchMemoryStep(label, { patch, texts: texts.get(layout.contextName) ?? null }, onDuplicate, rules);
  return async (input) => {
    const step = await changeMemory(input);
    const files: StepFile[] = [];
    for (const undone of others) {
      files.push(
        ...((await undoneContext(input, undone, sources, label)) ??
          (await undoneFile(input, undone, sources, { versions, texts }))),
      );
    }
    const moves = undo.moves.map(({ from, to, ...entry }) => ({ ...entry, from: to, to: from }));
    const folder = undo.folder && { from: undo.folder.to, to: undo.folder.from };
    return { ...step, files: [...step.files, ...files], moves, folder };
  };
}

type ChangedTexts = { readonly before: string; readonly after: string };

/** Null if either is no longer kept: then the patch is used. */
async function textsOf(
  { versions }: Extract<UndoneFile, { by: 'entry' }>,
  { textOf }: UndoSources,
): Promise<ChangedTexts | null> {
  try {
    return versions && { before: await textOf(versions.before), after: await textOf(versions.after) };
  } catch (error) {
    if (toContextureError(error).code === 'version_unknown') {
      return null;
    }
    throw error;
  }
}

const patchMemoryStep =
  (
    label: string,
    { patch, texts }: { readonly patch: EntryPatch; readonly texts: ChangedTexts | null },
    onDuplicate: OnDuplicate | undefined,
    rules: Rules,
  ): ComputeStep =>
  async (input) => {
    const { format, today } = rules;
    const now = await presentMemory(input, rules);
    const isAsLeft = texts !== null && isSameMemory(now, texts.after, format);
    const before = isAsLeft ? now : format.begin(now, today);
    // A patch by entries leaves out a last line without its end, white space and mixed line ends.
    const after = isAsLeft
      ? format.withCountOf(now, format.read(texts.before, now))
      : runPlan(before, format.patch(before, withoutThoseThere(patch, before, format.read), onDuplicate), format.read);
    const files = memoryFile(rules, before, format.count(before, after, today));
    return { ...emptyStep, label, files, rewordings: patch.change };
  };

/** Context of a workflow, undone field by field, keeping its record; null for any other file, or if it came or went. */
async function undoneContext(
  input: StepInput,
  { file, ...undone }: UndoneFile,
  { layout, rules, textOf, now: time }: UndoSources,
  label: string,
): Promise<StepFile[] | null> {
  const path = layout.pathOf(file);
  const isContext = layout.kindOf(file) === 'work' && path.endsWith('context.json');
  const present = isContext && undone.by === 'version' ? await input.bytes(path) : null;
  if (present === null || undone.by !== 'version' || undone.before === null || undone.after === null) {
    return null;
  }
  const text = rules.text.decodeText(present.bytes) ?? '';
  const [now, before, after] = [text, await textOf(undone.before), await textOf(undone.after)].map(readJsonExactly);
  if (now === undefined || before === undefined || after === undefined) {
    return null;
  }
  const changes = undoFields(now, { before, after }, { now: time, user: personIn(before, after) }, label);
  return changes.length === 0
    ? []
    : [{ path, after: rules.text.encodeText(changeJsonText(text, changes)), phase: 'changes' }];
}

/** Person who made the change, as the record names them; the one who undoes it is not named. */
function personIn(before: Json, after: Json): string {
  const [had, has] = [before, after].map((each) => listOf(valueAt(each, ['audit', 'human_interventions'])));
  const added = has?.slice(had?.length).at(-1);
  return textOf(valueAt(added, ['user'])) ?? 'person';
}

async function undoneFile(
  input: StepInput,
  undone: UndoneFile,
  { layout, rules }: UndoSources,
  earlier: {
    readonly versions: ReadonlyMap<string, Uint8Array | null>;
    readonly texts: ReadonlyMap<string, ChangedTexts | null>;
  },
): Promise<StepFile[]> {
  const path = layout.pathOf(undone.file);
  if (undone.by === 'version') {
    const now = await input.bytes(path);
    if ((now?.hash ?? null) !== undone.after) {
      const message = `${undone.file} has been changed again since, so this can’t be undone on its own. Nothing was changed; the history has the text from before.`;
      throw new ContextureError('change_superseded', message, { file: undone.file });
    }
    const after = earlier.versions.get(undone.file) ?? null;
    return [{ path, after, phase: after ? 'gains' : 'loses' }];
  }
  const format = layout.formatOf(undone.file);
  if (format === null) {
    return [];
  }
  const isArchive = layout.archiveNameOf(undone.file) !== null;
  const begin = () => (isArchive ? archiveFormatOf(rules.format).begin(rules.today, true) : format.read(''));
  const now = (await input.document(path))?.document ?? begin();
  const whole = earlier.texts.get(undone.file);
  const after =
    whole && now.text === whole.after
      ? format.read(whole.before, now)
      : runPlan(now, format.patch(now, undone.patch, 'keep_both'), format.read);
  return [{ path, after, phase: undone.patch.remove.length > 0 ? 'loses' : 'gains' }];
}
