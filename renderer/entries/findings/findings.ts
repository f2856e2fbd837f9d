import { useMemo } from 'react';
import { create } from 'zustand';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { withoutFinding } from '#shared/scan/mend.ts';
import { call } from '../../api/connection.ts';
import { createFollower } from '../../api/follower.ts';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type FindingsState = {
  readonly findings: readonly FoundInFile[];
  /** Number of findings the person has not marked as fine. */
  readonly open: number;
  /** Reason there may be more; null if the findings are complete. */
  readonly problem: string | null;
  /** Findings by the name of the entry, or of the topic file beside the memory. */
  readonly byEntry: ReadonlyMap<string, readonly FoundInFile[]>;
};

const nothing: FindingsState = { findings: [], open: 0, problem: null, byEntry: new Map() };

export const useFindings = create<FindingsState>(() => nothing);

type FindingEntry = Omit<EntryRef, 'key'> & { readonly topic?: string | undefined };

const nameOf = ({ category, raw, ordinal }: FindingEntry): string => `${category} ${ordinal} ${raw}`;
const nameOfTopic = (file: string): string => `topic ${file}`;

const none: readonly FoundInFile[] = [];

/** Findings in an entry and in the topic file it names, including those marked as fine. */
export function useFindingsIn(entry: FindingEntry): readonly FoundInFile[] {
  const byEntry = useFindings((state) => state.byEntry);
  // Shortcut: most memories have no findings, and a name is as long as the entry.
  const own = byEntry.size === 0 ? none : (byEntry.get(nameOf(entry)) ?? none);
  const ofTopic = entry.topic === undefined ? none : (byEntry.get(nameOfTopic(entry.topic)) ?? none);
  return useMemo(() => (ofTopic.length === 0 ? own : [...own, ...ofTopic]), [own, ofTopic]);
}

/** An entry with its secrets masked, except those the person said are fine. */
export function withoutSecrets<E extends Readonly<{ key: string | null; value: string }>>(
  entry: E,
  findings: readonly Pick<FoundInFile, 'kind' | 'text' | 'fine'>[],
): E {
  const secrets = findings.filter(({ kind, fine }) => kind === 'secret' && !fine);
  const masked = (text: string): string =>
    secrets.reduce((safe, secret) => withoutFinding('secret', secret.text, safe) ?? safe, text);
  return secrets.length === 0
    ? entry
    : { ...entry, key: entry.key === null ? null : masked(entry.key), value: masked(entry.value) };
}

/** Marks for findings: one of each kind that the person has not said is fine. */
export function openOf(findings: readonly FoundInFile[]): readonly FoundInFile[] {
  const open = findings.filter(({ fine }) => !fine);
  return open.length === 0 ? none : [...new Map(open.map((each) => [each.kind, each])).values()];
}

function byEntryOf(findings: readonly FoundInFile[]): FindingsState['byEntry'] {
  const byEntry = new Map<string, FoundInFile[]>();
  for (const finding of findings) {
    const name = finding.place === 'topic' ? nameOfTopic(finding.file) : finding.entry && nameOf(finding.entry);
    if (name !== null) {
      byEntry.set(name, [...(byEntry.get(name) ?? []), finding]);
    }
  }
  return byEntry;
}

export const { useFollow: useFollowFindings } = createFollower({
  ask: (workspace) => readPages(call, 'scan.list', 'findings', { workspace, limit: 1000 }),
  show: ({ findings, open, problem }) =>
    useFindings.setState({ findings, open, problem, byEntry: byEntryOf(findings) }, true),
  events: ['scan.changed', 'erase.done'],
  unhurried: [
    'context.changed',
    'archive.changed',
    'sources.changed',
    'topics.changed',
    'storages.changed',
    'work.changed',
  ],
  forget: () => useFindings.setState(nothing, true),
});

export function removeFinding(workspace: string, { entry, mended }: Pick<FoundInFile, 'entry' | 'mended'>): void {
  if (entry === null || mended === null) {
    return;
  }
  const key = mended.key === entry.key ? {} : { key: mended.key };
  const edit = { op: 'edit', entry, value: mended.value, ...key } as const;
  attempt(call('context.change', { workspace, operations: [edit] }).then((result) => tellDone(workspace, result)));
}

export const settleFinding = (workspace: string, { id }: Pick<FoundInFile, 'id'>, fine: boolean): void =>
  attempt(call('scan.settle', { workspace, id, fine }));
