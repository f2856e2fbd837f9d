import { ContextureError } from '#shared/contract/errors.ts';
import { definitionIn, definitionOf } from '#shared/formats/workflow/definitions.ts';
import { changeJsonText, readJsonExactly } from '#shared/formats/workflow/json-text.ts';
import { isObject, type JsonObject, objectOf, textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { quoted } from '../steps/labels.ts';
import { emptyStep, type StepFile, type StepInput } from '../steps/step.ts';
import { jsonBytes, type PlannedChange, readStepText, type WorkTools } from './active-workflow.ts';

type TemplateRequest = {
  readonly id: string;
  readonly where: 'active' | 'completed';
  /** Type of the template; the workflow’s own if left out. */
  readonly type: string | undefined;
  readonly replace: boolean;
};

/** Makes a template of a workflow's inputs and references. @throws `value_invalid` if there is one, or for an unusable name */
export async function templateStep(
  input: StepInput,
  { id, where, type: wanted, replace }: TemplateRequest,
  tools: WorkTools,
): Promise<PlannedChange<{ file: string; type: string }>> {
  const { places } = tools;
  const text = await readStepText(input, places.context(where, id), tools);
  const context = text === null ? undefined : readJsonExactly(text);
  const own = textOf(valueAt(context, ['meta', 'workflow_type']));
  const type = wanted ?? own;
  const path = type === null ? null : places.template(type);
  if (context === undefined || type === null || path === null) {
    const message = `No template can be made of ${id}: its context can’t be read, or “${type ?? ''}” can’t be the name of a file. Nothing was changed.`;
    throw new ContextureError('value_invalid', message, { id });
  }
  if (!replace && (await input.bytes(path)) !== null) {
    const message = `There is a template for ${quoted(type)} already. Nothing was changed. Replace it, or name another type.`;
    throw new ContextureError('value_invalid', message, { path });
  }
  const data = objectOf(valueAt(context, ['data']));
  const template: JsonObject = {
    data: { inputs: { ...objectOf(data['inputs']) }, references: { ...objectOf(data['references']) } },
  };
  return {
    step: {
      ...emptyStep,
      label: `Made a template for ${quoted(type)}`,
      files: [
        ...(await stepsOfType(input, type, own, tools)),
        { path, after: jsonBytes(template, tools), phase: 'changes' },
      ],
    },
    result: { file: path, type },
  };
}

/** Steps for a custom type that has none yet: copied from those of the workflow’s type in the workspace. */
async function stepsOfType(input: StepInput, type: string, own: string | null, tools: WorkTools): Promise<StepFile[]> {
  const text = (await readStepText(input, tools.places.workflows, tools)) ?? '{}\n';
  const definitions = readJsonExactly(text);
  const definition = own === null ? null : definitionOf(definitions, own);
  if (!isObject(definitions) || !definition?.steps.length || definitionOf(definitions, type).steps.length > 0) {
    return [];
  }
  const under = isObject(definitions['workflows']) ? ['workflows'] : [];
  const written = valueAt(definitions, [...under, own ?? '']);
  const steps = definition.steps.map(({ name }) => name);
  const value = definitionIn(definitions, own ?? '') === null || written === undefined ? { steps } : written;
  const after = changeJsonText(text, [{ path: [...under, type], value }]);
  return [{ path: tools.places.workflows, after: tools.encodeText(after), phase: 'gains' }];
}
