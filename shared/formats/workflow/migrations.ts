import { ContextureError } from '../../contract/errors.ts';
import type { JsonChange } from './json-text.ts';
import { type Json, textOf, valueAt } from './json-values.ts';

export const schemaVersion = '1.0.0';

/** What every context has by now, and what it is where it is missing. */
const sections: readonly { readonly path: readonly string[]; readonly value: Json }[] = [
  { path: ['workflow', 'step_history'], value: [] },
  { path: ['workflow', 'next_steps'], value: [] },
  { path: ['workflow', 'branch_point'], value: null },
  { path: ['workflow', 'alternate_paths'], value: [] },
  { path: ['agents', 'current_agent'], value: null },
  { path: ['agents', 'agent_history'], value: [] },
  { path: ['data', 'working_data'], value: {} },
  { path: ['data', 'outputs'], value: {} },
  { path: ['data', 'references'], value: {} },
  { path: ['files', 'created'], value: [] },
  { path: ['files', 'modified'], value: [] },
  { path: ['files', 'deleted'], value: [] },
  { path: ['files', 'references'], value: [] },
  { path: ['state', 'requires_human_input'], value: false },
  { path: ['state', 'blocking_issues'], value: [] },
  { path: ['audit', 'checkpoints'], value: [] },
  { path: ['audit', 'human_interventions'], value: [] },
];

type Migration = {
  /** The versions it is for. */
  readonly isFor: (major: number) => boolean;
  readonly changes: (context: Json) => JsonChange[];
};

/** In their order, each to the next version. */
const migrations: readonly Migration[] = [
  {
    // Contexts that say no version, or one before the first, may lack whole sections.
    isFor: (major) => major < 1,
    changes: (context) => [
      ...sections.filter(({ path }) => valueAt(context, path) === undefined),
      { path: ['meta', 'schema_version'], value: schemaVersion },
    ],
  },
];

/**
 * What brings a context to the version of today.
 * @throws `read_only` for one of a version that is not known yet
 */
export function migrated(context: Json): JsonChange[] {
  const said = textOf(valueAt(context, ['meta', 'schema_version']));
  const major = majorOf(said);
  if (major > majorOf(schemaVersion)) {
    const message = `This workflow is written in version ${said}, which this Contexture does not know, so it can be read and not changed. Update Contexture.`;
    throw new ContextureError('read_only', message, { version: said ?? '' });
  }
  return migrations.filter(({ isFor }) => isFor(major)).flatMap(({ changes }) => changes(context));
}

const majorOf = (version: string | null): number => Number(/^(\d+)\./.exec(version ?? '')?.[1] ?? 0);
