import type { HistoryLine, HistoryVersion } from '#shared/contract/features/history.ts';
import { type EntryRef, refOf } from '#shared/entries/entry.ts';
import type { World } from '../engine-world.ts';
import { type CreateWorld, startOn } from './starting.ts';

type Opened = Pick<Awaited<ReturnType<typeof startOn>>, 'call' | 'workspace'>;

/** A memory whose history is being viewed. */
export const startHistory = (createWorld: CreateWorld) => async (text?: string | null) => {
  const opened = await startOn(createWorld, text);
  await opened.call('workspaces.attend', { workspace: opened.workspace, visible: true });
  return { ...opened, versions: () => listedVersions(opened) };
};

export async function listedVersions({ call, workspace }: Opened): Promise<HistoryVersion[]> {
  const { lines } = await call('history.list', { workspace, limit: 500 });
  return lines.filter((line: HistoryLine): line is HistoryVersion => line.type === 'version');
}

export function historyFolder(world: World): string {
  return `${world.ports.dataFolder}/workspaces/${world.text(`${world.root}/.contexture/id`)?.trim()}/history`;
}

export function objectPath(world: World, hash: string): string {
  return `${historyFolder(world)}/objects/${hash.slice(0, 2)}/${hash}.gz`;
}

type Written = Readonly<Record<string, unknown>>;

/** Rewrites the lines of the history, as time or an earlier Contexture would have left them. */
export async function rewriteLines(world: World, rewrite: (line: Written) => Written): Promise<void> {
  const path = `${historyFolder(world)}/versions.jsonl`;
  const lines = (world.text(path) ?? '').trimEnd().split('\n');
  const rewritten = lines.map((line) => JSON.stringify(rewrite(JSON.parse(line) as Written)));
  await world.files.store(path, world.ports.encodeText(`${rewritten.join('\n')}\n`));
}

export function refOnly(entry: EntryRef | undefined): EntryRef {
  if (!entry) {
    throw new Error('There is no such entry in the version');
  }
  return refOf(entry);
}
