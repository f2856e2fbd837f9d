import { type Json, type JsonObject, objectOf, objectsAt, textOf, valueAt } from './json-values.ts';
import { nextStepsIn } from './operations.ts';

/** Selects the parts of a context an agent needs. @param steps the files of the steps, in their order */
export function agentView(context: Json, agent: string, steps: readonly Json[]): JsonObject {
  const at = (...path: string[]): Json => valueAt(context, path) ?? null;
  return {
    workflow_info: {
      id: at('meta', 'workflow_id'),
      type: at('meta', 'workflow_type'),
      current_step: at('workflow', 'current_step'),
    },
    session: at('session'),
    inputs: at('data', 'inputs'),
    working_data: at('data', 'working_data'),
    previous_outputs: previousOutputs(context, agent, steps),
    references: at('data', 'references'),
    files: at('files'),
  };
}

/** Collects results of other agents: the latest of each step that counts, which one that is to be redone does not. */
function previousOutputs(context: Json, agent: string, steps: readonly Json[]): Json[] {
  const ahead = new Set(nextStepsIn(context));
  const last = new Map<string, JsonObject>();
  for (const each of steps.map(objectOf)) {
    const step = textOf(each['step']);
    const made = Object.keys(objectOf(each['outputs'])).length > 0;
    if (step !== null && made && !ahead.has(step) && each['agent'] !== agent) {
      last.delete(step);
      last.set(step, {
        step,
        agent: each['agent'] ?? null,
        completed_at: each['completed_at'] ?? null,
        outputs: each['outputs'] ?? {},
      });
    }
  }
  return [...last.values()];
}

export const stepFilesIn = (context: Json): string[] =>
  objectsAt(context, ['agents', 'agent_history']).flatMap(
    (each) => textOf(each['context_output'])?.match(/^steps\/\w[\w.-]*$/)?.[0] ?? [],
  );
