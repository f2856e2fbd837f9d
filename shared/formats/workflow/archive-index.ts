import type { JsonTextChange } from './json-text.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectOf,
  objectsAt,
  textAt,
  textOf,
  valueAt,
} from './json-values.ts';
import { completedAt, isMarkedCompleted } from './summary.ts';

/** Index of a month's archived workflows (`index.json`): what a list shows. The archives are authoritative. */

/** Archived workflow, as its index has it or its context says. Fields that neither has are null. */
export type ArchivedFacts = {
  readonly where: 'active' | 'completed';
  readonly type: string | null;
  /** Day of its session, as `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly completedAt: string | null;
  readonly archivedAt: string | null;
  readonly version: string | null;
};

type ArchiveIndexEntry = {
  readonly id: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly where: 'active' | 'completed';
  readonly now: string;
  readonly bytes: number;
  readonly hash: string;
};

export const archivedChanges = (index: Json, context: Json, entry: ArchiveIndexEntry): JsonTextChange[] => [
  ...taken(index, 'restored', entry.id),
  { path: ['workflows', entry.id], value: archivedEntry(context, entry) },
];

export const archivedEntry = (
  context: Json,
  { id, month, where, now, bytes, hash }: ArchiveIndexEntry,
): JsonObject => ({
  archive_path: `${month.replace('-', '/')}/${id}.tar.gz`,
  meta: valueAt(context, ['meta']) ?? {},
  session_date: sessionDateOf(context),
  completed_at: where === 'completed' ? completedAt(context) : null,
  archived_at: now,
  archived_from: where,
  bytes,
  sha256: hash,
});

/** Removes a workflow from an object of an index, if it is in it. */
const taken = (index: Json, name: string, id: string): JsonTextChange[] =>
  valueAt(index, [name, id]) === undefined ? [] : [{ path: [name, id], remove: true }];

/** Records that it is gone. @param restored time it was restored; null if it was removed */
export function withoutArchived(index: Json, id: string, restored: string | null): JsonTextChange[] {
  return [
    ...taken(index, 'workflows', id),
    ...(restored === null ? [] : [{ path: ['restored', id], value: restored }]),
  ];
}

/** Records that the archive of a workflow was rewritten. Empty if the index does not have it. */
export function rewrittenChanges(index: Json, id: string, archive: { bytes: number; hash: string }): JsonTextChange[] {
  const path = ['workflows', id];
  return isObject(valueAt(index, path))
    ? [
        { path: [...path, 'bytes'], value: archive.bytes },
        { path: [...path, 'sha256'], value: archive.hash },
      ]
    : [];
}

/** Reads the index entry of a workflow; null if it has none, or one of another archive. */
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

/** Reads the SHA-256 of a workflow's archive when written, from an index; null if it has none. */
export const hashIn = (index: Json | undefined, id: string): string | null =>
  textAt(index, ['workflows', id, 'sha256']);

/** Reads the time a workflow was created, from an index; null if it has none. */
export const createdIn = (index: Json | undefined, id: string): string | null =>
  textAt(index, ['workflows', id, 'meta', 'created_at']);

/** Reads the details a list shows of a workflow that no index has, from its context. */
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

/** True if it is completed. Other programs write no `completed_at`: there, no step may be left to do. */
function saysItIsCompleted(context: Json): boolean {
  const last = objectsAt(context, ['workflow', 'step_history']).at(-1);
  const isAllDone = last?.['status'] === 'completed' && listAt(context, ['workflow', 'next_steps']).length === 0;
  const isWaiting = valueAt(context, ['state', 'requires_human_input']) === true;
  return isMarkedCompleted(context) || (isAllDone && !isWaiting);
}

export const restoredAt = (index: Json | undefined, id: string): string | null => textAt(index, ['restored', id]);

const sessionDateOf = (context: Json | undefined): string | null => textAt(context, ['session', 'date']);

function metaOf(meta: Json | undefined) {
  const of = objectOf(meta);
  return {
    type: textOf(of['workflow_type']),
    createdAt: textOf(of['created_at']),
    updatedAt: textOf(of['updated_at']),
    version: textOf(of['version']),
  };
}

/** Formats a moment as `YYYY-MM`, as it is written there; null if it is none. */
export const monthOf = (moment: string | null): string | null =>
  /^\d{4}-(?:0[1-9]|1[0-2])(?=$|[-T])/.exec(moment ?? '')?.[0] ?? null;
