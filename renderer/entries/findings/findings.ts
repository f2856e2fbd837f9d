import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { FoundInFile } from '#shared/contract/features/scan.ts';
import { readWholeScan } from '#shared/contract/reading/whole-scan.ts';
import type { EntryRef } from '#shared/entries/entry.ts';
import { mended } from '#shared/scan/mend.ts';
import { onIn } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { attempt } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';

type FindingsState = {
  readonly findings: readonly FoundInFile[];
  /** How many of them the person has not said are fine. */
  readonly open: number;
  /** Why there may be more; null where that is all. */
  readonly problem: string | null;
  /** By the name of the entry, and of the topic file beside the memory. */
  readonly byEntry: ReadonlyMap<string, readonly FoundInFile[]>;
};

const nothing: FindingsState = { findings: [], open: 0, problem: null, byEntry: new Map() };

/** What the memory and what belongs to it hold that a person may want to look at. */
export const useFindings = create<FindingsState>(() => nothing);

type Named = Omit<EntryRef, 'key'> & { readonly topic?: string | undefined };

const nameOf = ({ category, raw, ordinal }: Named): string => `${category} ${ordinal} ${raw}`;
const nameOfTopic = (file: string): string => `topic ${file}`;

const none: readonly FoundInFile[] = [];

/** What was found in an entry and in the topic file that it names, what is fine included. */
export function useFindingsIn(entry: Named): readonly FoundInFile[] {
  const byEntry = useFindings((state) => state.byEntry);
  // Nothing is found in most memories, and a name is as long as the entry.
  const own = byEntry.size === 0 ? none : (byEntry.get(nameOf(entry)) ?? none);
  const ofTopic = entry.topic === undefined ? none : (byEntry.get(nameOfTopic(entry.topic)) ?? none);
  return useMemo(() => (ofTopic.length === 0 ? own : [...own, ...ofTopic]), [own, ofTopic]);
}

/** What an entry says with its secrets masked, those that the person said are fine left out. */
export function withoutSecrets<E extends Readonly<{ key: string | null; value: string }>>(
  entry: E,
  findings: readonly Pick<FoundInFile, 'kind' | 'text' | 'fine'>[],
): E {
  const secrets = findings.filter(({ kind, fine }) => kind === 'secret' && !fine);
  const masked = (text: string): string =>
    secrets.reduce((safe, secret) => mended('secret', secret.text, safe) ?? safe, text);
  return secrets.length === 0
    ? entry
    : { ...entry, key: entry.key === null ? null : masked(entry.key), value: masked(entry.value) };
}

/** For marks: of what was found, one of each kind that the person has not said is fine. */
export function openOf(findings: readonly FoundInFile[]): readonly FoundInFile[] {
  const open = findings.filter(({ fine }) => !fine);
  return open.length === 0 ? none : [...new Map(open.map((each) => [each.kind, each])).values()];
}

/** Counts reads, so that the answer of one that was overtaken is dropped. */
let reading = 0;

async function read(workspace: string): Promise<void> {
  const turn = ++reading;
  try {
    const { findings, open, problem } = await readWholeScan(call, workspace);
    if (turn === reading) {
      const byEntry = new Map<string, FoundInFile[]>();
      for (const finding of findings) {
        const name = finding.place === 'topic' ? nameOfTopic(finding.file) : finding.entry && nameOf(finding.entry);
        if (name !== null) {
          byEntry.set(name, [...(byEntry.get(name) ?? []), finding]);
        }
      }
      useFindings.setState({ findings, open, problem, byEntry }, true);
    }
  } catch {
    // Whatever keeps the memory from being read says so itself.
  }
}

/** How long the memory is to have been at rest, in milliseconds. */
const rest = 150;

const followed = [
  'context.changed',
  'archive.changed',
  'sources.changed',
  'topics.changed',
  'storages.changed',
  'work.changed',
] as const;

/** Keeps in step with the engine what was found, from when there is nothing else to do. */
export function useFollowFindings(workspace: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const idle = requestIdleCallback(() => void read(workspace), { timeout: 5000 });
    const offNews = onIn(workspace, [...followed], () => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(workspace), rest);
    });
    const offFound = onIn(workspace, ['scan.changed', 'erase.done'], () => void read(workspace));
    return () => {
      reading++;
      cancelIdleCallback(idle);
      clearTimeout(timer);
      offNews();
      offFound();
      useFindings.setState(nothing, true);
    };
  }, [workspace]);
}

/** Changes the entry to what it is without what was found: an edit like any other. */
export function mend(workspace: string, { entry, mended }: Pick<FoundInFile, 'entry' | 'mended'>): void {
  if (entry === null || mended === null) {
    return;
  }
  const key = mended.key === entry.key ? {} : { key: mended.key };
  const edit = { op: 'edit', entry, value: mended.value, ...key } as const;
  attempt(call('context.change', { workspace, operations: [edit] }).then((result) => tellDone(workspace, result)));
}

export const settle = (workspace: string, { id }: Pick<FoundInFile, 'id'>, fine: boolean): void =>
  attempt(call('scan.settle', { workspace, id, fine }));
