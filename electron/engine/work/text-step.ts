import { ContextureError } from '#shared/contract/errors.ts';
import { differing } from '#shared/formats/workflow/differing.ts';
import { changeJsonText, type JsonTextChange, readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { type Json, valueAt } from '#shared/formats/workflow/json-values.ts';
import { type By, intervention, touch } from '#shared/formats/workflow/operations.ts';
import { requireVersion } from '#shared/storages/driver.ts';
import type { Edit } from '#shared/text/edits.ts';
import { emptyStep, type StepInput } from '../steps/step.ts';
import { applyTyped } from '../steps/text-steps.ts';
import { activeContext, contextBytes, type PlannedChange, type WorkTools } from './active-workflow.ts';
import type { ChangedVersion } from './steps.ts';

type TypedText = { readonly id: string; readonly version: string; readonly edits: readonly Edit[]; readonly by: By };

/** Writes a context as a person typed it, even to mend it. @throws `text_conflict`, `value_invalid` for no JSON or a record */
export async function textStep(
  input: StepInput,
  { id, version, edits, by }: TypedText,
  tools: WorkTools,
): Promise<PlannedChange<ChangedVersion>> {
  const { path, hash, bytes } = await activeContext(input, id, tools);
  requireVersion(hash, version, id);
  const text = tools.decodeText(bytes);
  const typed = applyTyped(text ?? '', edits);
  if (typed === text) {
    return { step: { ...emptyStep, label: '' }, result: { version } };
  }
  const [before, after] = [readJsonExactly(text ?? ''), readJsonExactly(typed)];
  if (after === undefined) {
    const message = 'That wouldn’t be valid JSON, so no agent could read the workflow any more. Nothing was saved.';
    throw new ContextureError('value_invalid', message, { id });
  }
  const changes = before === undefined ? [] : changesBetween(before, after);
  const label = before === undefined ? 'Mended the text of the workflow' : 'Edited the text of the workflow';
  const isSaid = before === undefined || changes.length > 0;
  const noted = isSaid ? [...touch(after, by.now), intervention(before ?? null, changes, by, label)] : [];
  const saved = contextBytes(changeJsonText(typed, noted), id, tools);
  return {
    step: { ...emptyStep, label, files: [{ path, after: saved, phase: 'changes' }] },
    result: { version: tools.hash(saved) },
  };
}

/** @throws `value_invalid` if a record would be changed */
function changesBetween(before: Json, after: Json): JsonTextChange[] {
  return differing(before, after).map((path) => {
    if (path.length === 0 || path[0] === 'audit' || path[0] === 'meta') {
      const message =
        path.length === 0
          ? 'A workflow is an object, with meta, workflow and data. Nothing was saved.'
          : `“${path.join('.')}” is a record and is not edited. Nothing was saved.`;
      throw new ContextureError('value_invalid', message, { path: path.join('.') });
    }
    const value = valueAt(after, path);
    return value === undefined ? { path, remove: true } : { path, value };
  });
}
