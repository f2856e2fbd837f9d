import { createContext } from '#shared/formats/workflow/create.ts';
import { definitionIn, definitionJson, definitionOf } from '#shared/formats/workflow/definitions.ts';
import type { Finding } from '#shared/formats/workflow/finding.ts';
import {
  changeJsonText,
  isObject,
  type Json,
  type JsonObject,
  readJsonText,
} from '#shared/formats/workflow/json-text.ts';
import type { Ports } from '../ports.ts';
import { quoted } from '../steps/labels.ts';
import { emptyStep, type Step, type StepFile, type StepInput } from '../steps/step.ts';
import type { WorkPlaces } from './places.ts';

export type WorkTools = { readonly places: WorkPlaces } & Pick<Ports, 'decodeText' | 'encodeText' | 'hash' | 'paths'>;

/** A step, and what is told of it. */
export type Told<T> = { readonly step: Step; readonly told: T };

export async function textIn(input: StepInput, path: string, { decodeText }: WorkTools): Promise<string | null> {
  const version = await input.bytes(path);
  return version && decodeText(version.bytes);
}

async function jsonIn(input: StepInput, path: string, tools: WorkTools): Promise<Json | undefined> {
  const text = await textIn(input, path, tools);
  return text === null ? undefined : readJsonText(text);
}

export const printed = (value: Json, { encodeText }: WorkTools): Uint8Array =>
  encodeText(`${JSON.stringify(value, null, 2)}\n`);

type Creation = { readonly id: string; readonly type: string; readonly inputs: JsonObject; readonly now: string };

/**
 * The context of a new workflow. Where the workspace doesn’t say yet what steps its type has and what it begins with, that is
 * written too, for the agents and for whoever wants to change it.
 */
export async function createStep(
  input: StepInput,
  { id, type, inputs, now }: Creation,
  tools: WorkTools,
): Promise<Told<{ findings: Finding[]; version: string }>> {
  const { places } = tools;
  const workflows = await textIn(input, places.workflows, tools);
  const known = workflows === null ? {} : readJsonText(workflows);
  const definition = definitionOf(known, type);
  const template = await jsonIn(input, places.template(type), tools);
  const { context, findings } = createContext({
    id,
    type,
    inputs,
    now,
    definition,
    template: isObject(template) ? template : null,
  });
  const files: StepFile[] = [];
  if (isObject(known) && definition.steps.length > 0 && definitionIn(known, type) === null) {
    const change = {
      path: isObject(known['workflows']) ? ['workflows', type] : [type],
      value: definitionJson(definition),
    };
    const after = changeJsonText(workflows ?? '{}\n', [change]);
    files.push({ path: places.workflows, after: tools.encodeText(after), phase: 'gains' });
  }
  const after = printed(context, tools);
  files.push({ path: places.context('active', id), after, phase: 'changes' });
  return {
    step: { ...emptyStep, label: `Began ${quoted(type)}`, files },
    told: { findings, version: tools.hash(after) },
  };
}
