import type { JsonChange } from './json-text.ts';
import { isObject, type Json, type JsonObject, listOf, objectOf, textOf, valueAt } from './json-values.ts';
import { completedAt } from './summary.ts';

/**
 * The index of a month of archived workflows, `index.json` beside their archives: what a list shows of them without
 * unpacking any. What is there counts; an index says no more of it than it knew.
 */

/** An archived workflow, as its index has it or as its context says. Null is for what neither says. */
export type ArchivedFacts = {
  readonly where: 'active' | 'completed';
  readonly type: string | null;
  /** Of its session, as `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly completedAt: string | null;
  readonly archivedAt: string | null;
  readonly version: string | null;
};

type Archived = {
  readonly id: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly where: 'active' | 'completed';
  readonly now: string;
  /** Of its archive. */
  readonly bytes: number;
  readonly hash: string;
};

/** That a workflow was archived. */
export function archivedChanges(
  index: Json,
  context: Json,
  { id, month, where, now, bytes, hash }: Archived,
): JsonChange[] {
  const value = archivedEntry(context, { id, month, where, now, bytes, hash });
  return [...taken(index, 'restored', id), { path: ['workflows', id], value }];
}

/** What an index has of a workflow. */
export const archivedEntry = (context: Json, { id, month, where, now, bytes, hash }: Archived): JsonObject => ({
  archive_path: `${month.replace('-', '/')}/${id}.tar.gz`,
  meta: valueAt(context, ['meta']) ?? {},
  session_date: sessionDateOf(context),
  completed_at: where === 'completed' ? completedAt(context) : null,
  archived_at: now,
  archived_from: where,
  bytes,
  sha256: hash,
});

/** Takes a workflow out of an object of an index, where it is in it. */
const taken = (index: Json, name: string, id: string): JsonChange[] =>
  valueAt(index, [name, id]) === undefined ? [] : [{ path: [name, id], remove: true }];

/** That it is there no more. @param restored when it was brought back; null where it was removed */
export function withoutArchived(index: Json, id: string, restored: string | null): JsonChange[] {
  return [
    ...taken(index, 'workflows', id),
    ...(restored === null ? [] : [{ path: ['restored', id], value: restored }]),
  ];
}

/** That the archive of a workflow is another now. Nothing where the index does not have it. */
export function rewrittenChanges(index: Json, id: string, archive: { bytes: number; hash: string }): JsonChange[] {
  const path = ['workflows', id];
  return isObject(valueAt(index, path))
    ? [
        { path: [...path, 'bytes'], value: archive.bytes },
        { path: [...path, 'sha256'], value: archive.hash },
      ]
    : [];
}

/** What an index has of a workflow; null where it has nothing, or speaks of another archive. */
export function archivedIn(index: Json | undefined, id: string, bytes: number): ArchivedFacts | null {
  const entry = valueAt(index, ['workflows', id]);
  if (!isObject(entry) || entry['bytes'] !== bytes) {
    return null;
  }
  return {
    where: entry['archived_from'] === 'active' ? 'active' : 'completed',
    ...metaOf(entry['meta']),
    date: textOf(entry['session_date']),
    completedAt: textOf(entry['completed_at']),
    archivedAt: textOf(entry['archived_at']),
  };
}

/** The SHA-256 of the archive of a workflow as it was written, by an index; null where it has nothing of it. */
export const hashIn = (index: Json | undefined, id: string): string | null =>
  textOf(valueAt(index, ['workflows', id, 'sha256']));

/** When a workflow was created, as an index has it; null where it has nothing of it. */
export const createdIn = (index: Json | undefined, id: string): string | null =>
  textOf(valueAt(index, ['workflows', id, 'meta', 'created_at']));

/** What a list shows of a workflow that no index has, from its context. */
export function archivedFrom(context: Json | undefined): ArchivedFacts {
  const isCompleted = context !== undefined && saysItIsCompleted(context);
  return {
    where: isCompleted ? 'completed' : 'active',
    ...metaOf(valueAt(context, ['meta'])),
    date: sessionDateOf(context),
    completedAt: isCompleted ? completedAt(context) : null,
    archivedAt: null,
  };
}

/** Other programs write no `completed_at`: there it is one of which nothing is left to do. */
function saysItIsCompleted(context: Json): boolean {
  const at = (part: string, name: string): Json | undefined => valueAt(context, [part, name]);
  const last = objectOf(listOf(at('workflow', 'step_history')).at(-1));
  const isAllDone = last['status'] === 'completed' && listOf(at('workflow', 'next_steps')).length === 0;
  return (
    textOf(at('workflow', 'completed_at')) !== null ||
    ['workflow', 'meta', 'state'].some((part) => at(part, 'status') === 'completed') ||
    (isAllDone && at('state', 'requires_human_input') !== true)
  );
}

/** When it was brought back last; null if never. */
export const restoredAt = (index: Json | undefined, id: string): string | null =>
  textOf(valueAt(index, ['restored', id]));

const sessionDateOf = (context: Json | undefined): string | null => textOf(valueAt(context, ['session', 'date']));

function metaOf(meta: Json | undefined) {
  const of = objectOf(meta);
  return {
    type: textOf(of['workflow_type']),
    createdAt: textOf(of['created_at']),
    updatedAt: textOf(of['updated_at']),
    version: textOf(of['version']),
  };
}

/** `YYYY-MM` of a moment, as it is written there; null for what is none. */
export const monthOf = (moment: string | null): string | null =>
  /^\d{4}-(?:0[1-9]|1[0-2])(?=$|[-T])/.exec(moment ?? '')?.[0] ?? null;
