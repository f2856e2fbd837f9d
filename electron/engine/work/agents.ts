import { changeJsonText, type JsonTextChange, readJsonText } from '#shared/formats/workflow/json-text.ts';
import { isObject, valueAt } from '#shared/formats/workflow/json-values.ts';
import type { Update } from '#shared/formats/workflow/update-schema.ts';
import type { StepFile, StepInput } from '../steps/step.ts';
import { jsonBytes, readStepText, type WorkTools } from './active-workflow.ts';

/** Files about the agent that did something: its registry entry, its config and its current state. */
export async function agentFiles(
  input: StepInput,
  { id, given, now }: { readonly id: string; readonly given: Update; readonly now: string },
  tools: WorkTools,
): Promise<StepFile[]> {
  const { agent, step, status } = given;
  const { places } = tools;
  const config = places.agentConfig(agent);
  const registry = await readStepText(input, places.registry, tools);
  const isRegistered = registry !== null && valueAt(readJsonText(registry), ['agents', agent]) !== undefined;
  const isConfigured = (await input.bytes(config)) !== null;
  const registration = { path: ['agents', agent], value: { registered_at: now, capabilities: [] } };
  const state = { agent, workflow_id: id, step, status, updated_at: now };
  const fields = Object.entries(state).map(([name, value]) => ({ path: [name], value }));
  return [
    ...(isRegistered ? [] : await withFields(input, places.registry, [registration], tools)),
    ...(isConfigured ? [] : [{ path: config, after: jsonBytes({ agent }, tools), phase: 'gains' as const }]),
    ...(await withFields(input, places.agentState(agent), fields, tools)),
  ];
}

/** Sets some fields of a file; skips a file that isn’t a JSON object. */
async function withFields(
  input: StepInput,
  path: string,
  changes: readonly JsonTextChange[],
  tools: WorkTools,
): Promise<StepFile[]> {
  const text = (await readStepText(input, path, tools)) ?? '{}\n';
  return isObject(readJsonText(text))
    ? [{ path, after: tools.encodeText(changeJsonText(text, changes)), phase: 'changes' }]
    : [];
}
