import { z } from 'zod';
import { loose } from './data-schemas.ts';
import type { WorkflowFinding } from './finding.ts';
import { readJsonExactly, readJsonText } from './json-text.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, textAt, textOf, valueAt } from './json-values.ts';
import { schemaVersion } from './migrations.ts';
import { schemaFindings } from './problems.ts';
import { valueFindings } from './validate.ts';

/** Files beside workflows: agents, the steps of each type, and initial contexts. */

/** Rules for running workflows: when checkpoints are kept, and which agent does a step, by type and step. */
export type Orchestrator = {
  /** `each_step` also keeps one after each step that is completed without asking for it. */
  readonly checkpoints: 'when_asked' | 'each_step';
  readonly agentFor: (type: string, step: string) => string | null;
};

/** Orchestrator of a workspace without one. */
export const ownOrchestrator: Json = { schema_version: schemaVersion, checkpoints: 'when_asked', agents: {} };

/** @param value content of the file; undefined if there is none */
export function orchestratorIn(value: Json | undefined): Orchestrator {
  const checkpoints = valueAt(value, ['checkpoints']) === 'each_step' ? 'each_step' : 'when_asked';
  return { checkpoints, agentFor: (type, step) => textAt(value, ['agents', type, step]) };
}

const orchestratorSchema = loose({
  schema_version: z.string(),
  checkpoints: z.enum(['when_asked', 'each_step']),
  agents: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Texts of the files beside a workflow; null for a missing one. */
export type SystemFiles = {
  readonly workflows: string | null;
  readonly orchestrator: string | null;
  readonly registry: string | null;
  readonly template: string | null;
};

export function systemFindings(files: SystemFiles, type: string): WorkflowFinding[] {
  const registered = new Set(Object.keys(objectOf(objectOf(jsonOf(files.registry))['agents'])));
  return [
    ...inFile(
      'system/workflows.json',
      files.workflows,
      'Until then the steps that Contexture knows are used.',
      (value) => definitionFindings(objectOf(value['workflows'] ?? value)[type]),
    ),
    ...inFile('system/orchestrator.json', files.orchestrator, 'Until then it is left aside.', (value) => [
      ...schemaFindings(orchestratorSchema, value),
      ...Object.entries(objectOf(valueAt(value, ['agents', type]))).flatMap(([step, agent]) =>
        typeof agent !== 'string' || registered.has(agent) ? [] : [unregistered(type, step, agent)],
      ),
    ]),
    ...inFile('agents/registry.json', files.registry, 'Until then agents are not registered.', (value) =>
      schemaFindings(registrySchema, value),
    ),
    ...templateIn(files.template, type).findings,
  ];
}

const registrySchema = loose({ agents: z.record(z.string(), loose({ capabilities: z.array(z.string()) })) });

const unregistered = (type: string, step: string, agent: string): WorkflowFinding => ({
  type: 'agent_unknown',
  severity: 'info',
  path: `agents.${type}.${step}`,
  message: `The agent “${agent}” has never worked here.`,
  mend: 'Nothing, if it is still to begin. Else correct its name.',
});

/** Finds invalid steps of a type, and repeated names: the rest is used. */
function definitionFindings(definition: Json | undefined): WorkflowFinding[] {
  if (definition === undefined) {
    return [];
  }
  const steps = isObject(definition) ? definition['steps'] : definition;
  const names = listOf(steps).map((step) => textOf(step) ?? textOf(objectOf(step)['name']));
  const about = { type: 'definition_wrong', severity: 'warning' as const, path: 'steps' };
  const mend = 'Write each step once, as its name or as an object with “name”.';
  return [
    ...(Array.isArray(steps) && steps.length > 0
      ? []
      : [{ ...about, message: 'It has no list of steps for this type of workflow.', mend }]),
    ...names.flatMap((name, index) => {
      const path = `steps.${index}`;
      if (name === null) {
        return [{ ...about, path, message: `Step ${index + 1} has no name, so it is left out.`, mend }];
      }
      const isTwice = names.indexOf(name) < index;
      return isTwice ? [{ ...about, path, message: `The step “${name}” is there twice.`, mend }] : [];
    }),
  ];
}

/** Reads a template, and finds its problems. One with a value of the wrong kind is not used. */
export function templateIn(
  text: string | null,
  type: string,
): { readonly template: JsonObject | null; readonly findings: WorkflowFinding[] } {
  const file = `contexts/templates/${type}.json`;
  let isWrong = false;
  const findings = inFile(file, text, 'It is not used until then.', (value) => {
    const all = valueFindings(value, type);
    isWrong = all.some(({ severity }) => severity === 'error');
    return all.map((finding) =>
      finding.severity === 'error' ? { ...finding, message: `${finding.message} It is not used.` } : finding,
    );
  });
  // Numbers are copied as they are written.
  const value = text === null ? undefined : readJsonExactly(text);
  return { template: isObject(value) && !isWrong ? value : null, findings };
}

const jsonOf = (text: string | null): Json | undefined => (text === null ? undefined : readJsonText(text));

/** Adds the file to its findings; includes one if it is no JSON object. */
function inFile(
  file: string,
  text: string | null,
  untilThen: string,
  look: (value: Readonly<JsonObject>) => readonly WorkflowFinding[],
): WorkflowFinding[] {
  const value = jsonOf(text);
  if (text === null) {
    return [];
  }
  if (!isObject(value)) {
    const message = `${file} isn’t a JSON object.`;
    return [{ type: 'not_json', severity: 'warning', path: '', file, message, mend: `Mend it. ${untilThen}` }];
  }
  // The workflow itself remains reliable.
  return look(value).map((finding) => ({
    ...finding,
    severity: finding.severity === 'error' ? 'warning' : finding.severity,
    file,
    message: `${file}: ${finding.message}`,
  }));
}
