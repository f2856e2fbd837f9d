import { ContextureError } from '#shared/contract/errors.ts';
import { grouped } from '#shared/entries/multimap.ts';
import type { RunSource } from '#shared/programs/program.ts';
import type { RunSourceId } from '#shared/programs/program-ids.ts';
import { runSource, runSources } from '#shared/programs/programs.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { FileInfo, Ports } from '../../ports.ts';
import { approvedFolder, type ConversationSources } from '../find-conversations.ts';
import { type FittingFile, fittingFiles } from '../fitting-files.ts';
import type { SavedCopies, SavedFile } from '../saved/saved-copies.ts';

export type FoundRun = {
  readonly id: string;
  readonly source: RunSourceId;
  /** Path it has or had where its program wrote it. */
  readonly main: string;
  readonly bytes: number;
  readonly changedAt: number;
  readonly keptAt: number | null;
  /** Its copies, if only these are left; null if the program’s own files exist. */
  readonly copied: RunCopies | null;
};

/** Copies kept under an id: its own, or that of the conversation with which it was kept. */
type RunCopies = { readonly copies: SavedCopies; readonly id: string; readonly withConversation: boolean };

/** Places to search: approved places, copies, and the folder of a workspace. */
export type LookedForRuns = {
  readonly sources: ConversationSources;
  readonly copies: SavedCopies;
  /** Copies of conversations, with which the workflows of a session are kept. */
  readonly conversations: SavedCopies;
  readonly root: string;
};

/** Lists runs, the last written first. */
export async function findRuns({ sources, copies, conversations, root }: LookedForRuns): Promise<readonly FoundRun[]> {
  const { ports } = sources;
  const originals = (await Promise.all(runSources.map((source) => originalsOf(sources, root, source)))).flat();
  const latestCopies = await copies.latest();
  const keptAt = new Map(latestCopies.map((copy) => [copy.id, copy.keptAt]));
  const all = [
    ...originals.map((run) => ({ ...run, keptAt: keptAt.get(run.id) ?? null, copied: null })),
    ...latestCopies.map((copy) => copyAsFound(copies, copy)),
    ...(await keptWithConversations(ports, conversations)),
  ];
  // An original takes precedence over its copies, and its own copy over one that was kept with its conversation.
  const first = new Map(all.toReversed().map((run) => [run.id, run]));
  return [...first.values()].sort((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));
}

export async function findRun(where: LookedForRuns, id: string): Promise<FoundRun> {
  const run = (await findRuns(where)).find((run) => run.id === id);
  if (run === undefined) {
    const message = 'This workflow is not there any more, or not in a place that may be read. List them again.';
    throw new ContextureError('not_found', message, { id });
  }
  return run;
}

type Here = Omit<FoundRun, 'keptAt' | 'copied'>;

/** Path of the main file of a run, existing or not. */
export const mainFile = (
  { paths }: Pick<Ports, 'paths'>,
  { source, main }: Pick<FoundRun, 'source' | 'main'>,
): string => runSource(source).mainOf(main, paths);

async function originalsOf(sources: ConversationSources, root: string, source: RunSource): Promise<Here[]> {
  if (source.inProject !== undefined) {
    return projectRun(sources, root, source);
  }
  const { ports } = sources;
  const folder = await approvedFolder(sources, source.conversations);
  const files = folder === null ? [] : await fittingFiles(ports, folder, source.files ?? []);
  return grouped(files, ({ path }) => source.mainOf(path, ports.paths)).flatMap((ofRun) => {
    const record = source.mainOf(ofRun[0].path, ports.paths);
    const main = ofRun.find(({ path }) => path === record) ?? (source.mayLackMain ? ofRun[0] : null);
    return main === null
      ? []
      : [{ id: `${source.id}:${record}`, source: source.id, main: main.path, ...sizeAndTime(ofRun, main) }];
  });
}

/** A workspace is also a project's folder, and the file in it is read as elsewhere. */
async function projectRun(
  { ports, approvals }: ConversationSources,
  root: string,
  { id: source, conversations, inProject = '' }: RunSource,
): Promise<Here[]> {
  const isApproved = (await approvals.read()).places[conversations] === 'approved';
  const real = isApproved ? await ports.files.realPath(root).catch(() => null) : null;
  if (real === null) {
    return [];
  }
  const path = await ports.files.realPath(ports.paths.join(real, inProject)).catch(() => null);
  const info = path !== null && isBelow(ports, real, path) ? await ports.files.info(path).catch(() => null) : null;
  return path === null || info?.kind !== 'file'
    ? []
    : [{ id: `${source}:${path}`, source, main: path, ...sizeAndTime([], { path, info }) }];
}

function sizeAndTime(files: readonly FittingFile[], main: FittingFile) {
  const times = [main, ...files].map(({ info }: { readonly info: FileInfo }) => info.modifiedAt);
  return { bytes: main.info.size, changedAt: Math.max(...times) };
}

function copyAsFound(copies: SavedCopies, { id, main, bytes, modifiedAt, keptAt }: SavedFile): FoundRun {
  const source = runSources.find((each) => id.startsWith(`${each.id}:`))?.id ?? 'state';
  return { id, source, main, bytes, changedAt: modifiedAt, keptAt, copied: { copies, id, withConversation: false } };
}

/** Workflows that were kept with their conversation, in whose folder they are. */
async function keptWithConversations({ paths }: Ports, copies: SavedCopies): Promise<FoundRun[]> {
  const runs = new Map<string, FoundRun>();
  for (const { kept } of await copies.folders()) {
    for (const { of: path, bytes, modifiedAt } of kept?.copies ?? []) {
      const source = runSources.find(({ savedWithConversation }) => savedWithConversation?.test(path));
      if (kept !== null && source !== undefined) {
        const record = source.mainOf(path, paths);
        const id = `${source.id}:${record}`;
        const before = runs.get(id);
        const main = before?.main === record ? record : path;
        runs.set(id, {
          id,
          source: source.id,
          main,
          bytes: main === path ? bytes : (before?.bytes ?? bytes),
          changedAt: Math.max(modifiedAt, before?.changedAt ?? 0),
          keptAt: kept.keptAt,
          copied: { copies, id: kept.id, withConversation: true },
        });
      }
    }
  }
  return [...runs.values()];
}
