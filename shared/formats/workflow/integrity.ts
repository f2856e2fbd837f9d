import { counted } from '../../text/counts.ts';
import { definitionOf, type WorkflowDefinition } from './definitions.ts';
import type { WorkflowFinding } from './finding.ts';
import { type Json, type JsonObject, listAt, objectOf, objectsAt, textAt, textOf, valueAt } from './json-values.ts';
import { nextStepsIn, stepsLeft, unknownStep } from './operations.ts';
import { isMarkedCompleted } from './summary.ts';

/** Presence of a file; `outside` for one that is not looked for, `unreadable` for one that can’t be. */
export type FileState = 'there' | 'missing' | 'outside' | 'unreadable';

/** Facts a check needs about the disk: presence of files, and contents of those of the workflow. */
export type Facts = {
  /** Name of the workflow’s folder. */
  readonly id: string;
  readonly workflows: Json | undefined;
  readonly fileState: (path: string) => FileState;
  /** Returns the SHA-256 in hex of a file in the workflow’s folder; null if it is missing. */
  readonly hashOf: (name: string) => string | null;
  readonly isWorkflow: (id: string) => boolean;
};

/** Finds everything that is not as the context says, with its severity and remedy. */
export function verifyIntegrity(context: Json, facts: Facts): WorkflowFinding[] {
  const definition = definitionOf(facts.workflows, textAt(context, ['meta', 'workflow_type']) ?? '');
  return [
    ...named(context, facts),
    ...files(context, facts),
    ...sequence(context, definition),
    ...checkDefinition(context, definition),
    ...checkpoints(context, facts),
    ...references(context, facts),
  ];
}

/** Checks `workflow_id`, by which agents find its folder. */
function named(context: Json, { id }: Facts): WorkflowFinding[] {
  const writtenId = textAt(context, ['meta', 'workflow_id']);
  return writtenId === null || writtenId === id
    ? []
    : [
        {
          type: 'id_differs',
          severity: 'warning',
          path: 'meta.workflow_id',
          message: `It says that it is ${writtenId}, and its folder is called ${id}.`,
          mend: 'Name the folder as it says, or correct what it says.',
        },
      ];
}

/** Lists the paths that a check asks about. */
export const filesNamedIn = (context: Json): string[] =>
  (['created', 'modified', 'references'] as const).flatMap((kind) =>
    listAt(context, ['files', kind]).flatMap((file) => textOf(file) ?? []),
  );

export function ownFilesIn(context: Json): string[] {
  const named = [
    ...objectsAt(context, ['audit', 'checkpoints']).map((each) => each['data_snapshot']),
    ...objectsAt(context, ['agents', 'agent_history']).flatMap((each) => [
      each['context_input'],
      each['context_output'],
    ]),
  ];
  return [...new Set(named.flatMap((name) => (typeof name === 'string' && isOwnFile(name) ? [name] : [])))];
}

const isOwnFile = (name: string): boolean => /^(?:steps|checkpoints)\/\w[\w.-]*$/.test(name);

const severityOfMissing = { created: 'error', modified: 'error', references: 'warning' } as const;

/** Checks files; one named several times is reported once, at its most important place. */
function files(context: Json, { fileState }: Facts): WorkflowFinding[] {
  const reported = new Set<Json>();
  return (['created', 'modified', 'references'] as const).flatMap((kind) =>
    listAt(context, ['files', kind]).flatMap((file, index): WorkflowFinding[] => {
      const state = typeof file === 'string' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(file) ? fileState(file) : 'there';
      if (state === 'there' || reported.has(file)) {
        return [];
      }
      reported.add(file);
      return [{ path: `files.${kind}.${index}`, file, ...aboutFile[state](String(file), severityOfMissing[kind]) }];
    }),
  );
}

type AboutFile = Pick<WorkflowFinding, 'type' | 'severity' | 'message' | 'mend'>;

const aboutFile: Readonly<
  Record<Exclude<FileState, 'there'>, (file: string, severity: WorkflowFinding['severity']) => AboutFile>
> = {
  missing: (file, severity) => ({
    type: 'file_missing',
    severity,
    message: `“${file}” is missing.`,
    mend: 'Put it back, or repeat the step that makes it.',
  }),
  outside: (file) => ({
    type: 'file_outside',
    severity: 'info',
    message: `${file} lies outside the workspace, so Contexture neither looks for it nor reads it, and nothing allows it to.`,
    mend: 'Move the file into the workspace, and name it there, to have it checked. Nothing else needs it.',
  }),
  unreadable: (file) => ({
    type: 'file_unreadable',
    severity: 'warning',
    message: `Whether the file ${file} is there can’t be told.`,
    mend: 'Look whether its name is one that a file can have, and who may look into its folder.',
  }),
};

const timeOf = (value: Json | undefined): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN);

/** Finds steps that began before the one before them ended, other than those that may run at once. */
function sequence(context: Json, { steps }: WorkflowDefinition): WorkflowFinding[] {
  const history = objectsAt(context, ['workflow', 'step_history']);
  const groupOf = (entry: Readonly<JsonObject>): Json =>
    entry['parallel'] ?? steps.find(({ name }) => name === entry['step'])?.parallel ?? null;
  return history.flatMap((entry, index): WorkflowFinding[] => {
    const before = history[index - 1];
    if (before === undefined || !(timeOf(entry['started_at']) < timeOf(before['completed_at']))) {
      return [];
    }
    const group = groupOf(entry);
    if (group !== null && group !== false && group === groupOf(before)) {
      return [];
    }
    return [
      {
        type: 'step_sequence_error',
        severity: 'warning',
        path: `workflow.step_history.${index}`,
        steps: [before, entry],
        message: `“${String(entry['step'])}” began before “${String(before['step'])}” had ended.`,
        mend: 'If they may be done at once, give both the same “parallel” in system/workflows.json.',
      },
    ];
  });
}

export const unknownType: WorkflowFinding = {
  type: 'type_unknown',
  severity: 'warning',
  path: 'meta.workflow_type',
  message: 'Nobody says what steps this type of workflow has.',
  mend: 'Add it to system/workflows.json.',
};

function checkDefinition(context: Json, definition: WorkflowDefinition): WorkflowFinding[] {
  const { steps } = definition;
  if (steps.length === 0) {
    return [unknownType];
  }
  const names = new Set(steps.map(({ name }) => name));
  const usedSteps = [
    ...objectsAt(context, ['workflow', 'step_history']).map(({ step }) => step),
    valueAt(context, ['workflow', 'current_step']),
    ...listAt(context, ['workflow', 'next_steps']),
  ].flatMap((step) => textOf(step) ?? []);
  const unknown = [...new Set(usedSteps)].filter((step) => !names.has(step));
  const total = valueAt(context, ['workflow', 'total_steps']);
  const differs: WorkflowFinding[] =
    typeof total === 'number' && total !== steps.length
      ? [
          {
            type: 'total_steps_differ',
            severity: 'info',
            path: 'workflow.total_steps',
            message: `It says ${total} steps, and its type has ${steps.length}.`,
            mend: 'Nothing, if the type was changed since.',
          },
        ]
      : [];
  return [...unknown.map(unknownStep), ...differs, ...nothingNext(context, definition)];
}

/** Finds a workflow saved between two steps: some are left, and none is named as the next. */
function nothingNext(context: Json, definition: WorkflowDefinition): WorkflowFinding[] {
  const left = stepsLeft(context, definition);
  return isMarkedCompleted(context) || nextStepsIn(context).length > 0 || left.length === 0
    ? []
    : [
        {
          type: 'nothing_next',
          severity: 'warning',
          path: 'workflow.next_steps',
          message: `${counted(left.length, 'step is', 'steps are')} left, and none of them is said to be next.`,
          mend: 'The next update goes on with the first of them.',
        },
      ];
}

function checkpoints(context: Json, { hashOf }: Facts): WorkflowFinding[] {
  return objectsAt(context, ['audit', 'checkpoints']).flatMap((entry, index): WorkflowFinding[] => {
    const file = textOf(entry['data_snapshot']);
    const hash = file !== null && isOwnFile(file) ? hashOf(file) : null;
    if (hash !== null && hash === entry['verification']) {
      return [];
    }
    return [
      {
        type: hash === null ? 'checkpoint_missing' : 'checkpoint_changed',
        severity: 'error',
        path: `audit.checkpoints.${index}`,
        file,
        message: `Checkpoint ${index + 1} is not ${hash === null ? 'there' : 'as it was written'}.`,
        mend: 'Restore its file from the history. Until then it can’t be resumed from.',
      },
    ];
  });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function workflowsNamedIn(context: Json): { readonly path: string; readonly id: string }[] {
  const named = [
    ...Object.entries(objectOf(valueAt(context, ['data', 'references']))).flatMap(([name, value]) =>
      [value].flat().map((each) => [`data.references.${name}`, each] as const),
    ),
    ['data.inputs.session_context', valueAt(context, ['data', 'inputs', 'session_context'])] as const,
  ];
  return named.flatMap(([path, id]) => (typeof id === 'string' && uuid.test(id) ? [{ path, id }] : []));
}

/** Finds missing references of a context: files of steps, and other workflows. */
function references(context: Json, { hashOf, isWorkflow }: Facts): WorkflowFinding[] {
  const dangling = (path: string, what: string): WorkflowFinding => ({
    type: 'reference_missing',
    severity: 'warning',
    path,
    message: `It refers to ${what}, which is not there.`,
    mend: 'Put it back, or correct the reference.',
  });
  const ofSteps = objectsAt(context, ['agents', 'agent_history']).flatMap((entry, index) =>
    (['context_input', 'context_output'] as const).flatMap((name) => {
      const file = textOf(entry[name]);
      const isDangling = file !== null && isOwnFile(file) && hashOf(file) === null;
      return isDangling ? [dangling(`agents.agent_history.${index}.${name}`, file)] : [];
    }),
  );
  const ofOthers = workflowsNamedIn(context).flatMap(({ path, id }) =>
    isWorkflow(id) ? [] : [dangling(path, `the workflow ${id}`)],
  );
  return [...ofSteps, ...ofOthers];
}
