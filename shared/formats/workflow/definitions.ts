import { isObject, type Json, listOf, objectOf, textOf } from './json-values.ts';

export const workflowTypes = ['session_creation', 'meeting_prep', 'note_processing', 'backlog_management'] as const;
export type WorkflowType = (typeof workflowTypes)[number];

/** Step of a workflow; those with the same `parallel` may be in progress at the same time. */
export type StepDefinition = { readonly name: string; readonly parallel: string | null };
export type WorkflowDefinition = { readonly steps: readonly StepDefinition[] };

export const firstStep = 'initialize';

const steps = (...names: readonly string[]): WorkflowDefinition => ({
  steps: [firstStep, ...names].map((name) => ({ name, parallel: null })),
});

/** Definitions of a workspace without others. */
export const ownDefinitions: Readonly<Record<WorkflowType, WorkflowDefinition>> = {
  session_creation: steps(
    'create_session_folder',
    'process_templates',
    'confirm_speakers',
    'select_topics',
    'build_agenda',
    'prepare_materials',
    'finalize',
  ),
  meeting_prep: steps(
    'gather_background',
    'confirm_participants',
    'draft_agenda',
    'prepare_materials',
    'review',
    'finalize',
  ),
  note_processing: steps(
    'collect_materials',
    'extract_entities',
    'summarize_sections',
    'identify_action_items',
    'review',
    'generate_deliverables',
    'finalize',
  ),
  backlog_management: steps('collect_items', 'merge_duplicates', 'prioritize', 'assign', 'review', 'finalize'),
};

/** Reads the steps of a type in `system/workflows.json`: names, or objects with `name` and `parallel`; else null. */
export function definitionIn(workflows: Json | undefined, type: string): WorkflowDefinition | null {
  const all = objectOf(objectOf(workflows)['workflows'] ?? workflows);
  const definition = Object.hasOwn(all, type) ? all[type] : undefined;
  const listed = listOf(isObject(definition) ? definition['steps'] : definition).flatMap((step): StepDefinition[] => {
    const name = textOf(step) ?? textOf(objectOf(step)['name']);
    return name === null ? [] : [{ name, parallel: textOf(objectOf(step)['parallel']) }];
  });
  return listed.length === 0 ? null : { steps: listed };
}

/** Writes them as they are in the file. */
export const definitionJson = ({ steps: all }: WorkflowDefinition): Json => ({ steps: all.map(({ name }) => name) });

/** Returns the steps of a type; none for an unknown one. */
export function definitionOf(workflows: Json | undefined, type: string): WorkflowDefinition {
  const own = Object.hasOwn(ownDefinitions, type) ? ownDefinitions[type as WorkflowType] : { steps: [] };
  return definitionIn(workflows, type) ?? own;
}
