import { ContextureError } from '#shared/contract/errors.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { FileInfo, Ports } from '../../ports.ts';
import { approvedFolder, type Looked } from '../find-conversations.ts';
import { type FittingFile, fittingFiles } from '../fitting-files.ts';
import type { KeptCopies, KeptFile } from '../keeping/kept-copies.ts';

export type RunSource = 'claude' | 'amplifier' | 'state';

/** A workflow of another program that is there, of which nothing has been read. */
export type FoundRun = {
  readonly id: string;
  readonly source: RunSource;
  /** The file that says most of it, by the path it has or had where its program wrote it. */
  readonly main: string;
  /** The folder of the session it belongs to, of Claude Code’s. */
  readonly session: string | null;
  readonly bytes: number;
  readonly changedAt: number;
  readonly kept: KeptFile | null;
  /** Whether only copies are left of it. */
  readonly isGone: boolean;
};

/** What is looked through: approved places, copies, and the folder of a workspace. */
export type LookedForRuns = {
  readonly looked: Looked;
  readonly copies: KeptCopies;
  readonly root: string;
};

/** All of them, those written last first. */
export async function findRuns({ looked, copies, root }: LookedForRuns): Promise<readonly FoundRun[]> {
  const here = (await Promise.all([claudeRuns(looked), amplifierRuns(looked), stateRuns(looked, root)])).flat();
  const kept = new Map((await copies.latest()).map((copy) => [copy.id, copy]));
  const ids = new Set(here.map(({ id }) => id));
  const gone = [...kept.values()].filter(({ id }) => !ids.has(id)).map((copy) => copyAsFound(looked.ports, copy));
  return [...here.map((run) => ({ ...run, kept: kept.get(run.id) ?? null })), ...gone].sort(
    (one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1),
  );
}

/** @throws `not_found` */
export async function findRun(where: LookedForRuns, id: string): Promise<FoundRun> {
  const found = (await findRuns(where)).find((run) => run.id === id);
  if (found === undefined) {
    const message = 'This workflow is not there any more, or not in a place that may be read. List them again.';
    throw new ContextureError('not_found', message, { id });
  }
  return found;
}

type Here = Omit<FoundRun, 'kept'>;

/** The record of a run stands beside the folder of its journal: `SESSION/workflows/RUN.json`, `SESSION/subagents/workflows/RUN/`. */
const claudeFiles = ['*/*/workflows/wf_*.json', '*/*/subagents/workflows/wf_*/journal.jsonl'] as const;

/** Where Claude Code keeps the journal of a run and what its agents said. @param record the file of the record */
export function agentsFolder({ paths }: Pick<Ports, 'paths'>, record: string): string {
  const session = sessionOf({ paths }, record);
  return paths.join(session, 'subagents', 'workflows', paths.basename(record).replace(/\.json$/, ''));
}

export const sessionOf = ({ paths }: Pick<Ports, 'paths'>, record: string): string =>
  paths.dirname(paths.dirname(record));

async function claudeRuns(looked: Looked): Promise<Here[]> {
  const { ports } = looked;
  const folder = await approvedFolder(looked, 'claude');
  const files = folder === null ? [] : await fittingFiles(ports, folder, claudeFiles);
  const runs = new Map<string, FittingFile[]>();
  for (const file of files) {
    const record = recordOf(ports, file.path);
    runs.set(record, [...(runs.get(record) ?? []), file]);
  }
  return [...runs].flatMap(([record, found]): Here[] => {
    const main = found.find(({ path }) => path === record) ?? found[0];
    return main === undefined
      ? []
      : [
          {
            id: `claude:${record}`,
            source: 'claude',
            main: main.path,
            session: sessionOf(ports, record),
            ...sizeAndTime(found, main),
          },
        ];
  });
}

/** Where the record of a run is, or will be, by it or by its journal. */
export function recordOf({ paths }: Pick<Ports, 'paths'>, path: string): string {
  const run = paths.dirname(path);
  return paths.basename(path) === 'journal.jsonl'
    ? paths.join(paths.dirname(paths.dirname(paths.dirname(run))), 'workflows', `${paths.basename(run)}.json`)
    : path;
}

async function amplifierRuns(looked: Looked): Promise<Here[]> {
  const folder = await approvedFolder(looked, 'amplifier');
  const patterns = ['state.json', 'steps.jsonl'].map((name) => `*/recipe-sessions/*/${name}`);
  const files = folder === null ? [] : await fittingFiles(looked.ports, folder, patterns);
  const { dirname, basename } = looked.ports.paths;
  return files
    .filter(({ path }) => basename(path) === 'state.json')
    .map((main) => {
      const beside = files.filter(({ path }) => dirname(path) === dirname(main.path));
      const run = { id: `amplifier:${main.path}`, source: 'amplifier' as const, main: main.path, session: null };
      return { ...run, ...sizeAndTime(beside, main) };
    });
}

/** A workspace is the folder of a project, too, and what Claude Code is told to write down there is read as it is elsewhere. */
async function stateRuns({ ports, approvals }: Looked, root: string): Promise<Here[]> {
  const isApproved = (await approvals.read()).places['claude'] === 'approved';
  const real = isApproved ? await ports.files.realPath(root).catch(() => null) : null;
  if (real === null) {
    return [];
  }
  const path = await ports.files.realPath(ports.paths.join(real, '.claude', 'workflow-state.json')).catch(() => null);
  const info = path !== null && isBelow(ports, real, path) ? await ports.files.info(path).catch(() => null) : null;
  return path === null || info?.kind !== 'file'
    ? []
    : [{ id: `state:${path}`, source: 'state', main: path, session: null, ...sizeAndTime([], { path, info }) }];
}

function sizeAndTime(files: readonly FittingFile[], main: FittingFile) {
  const times = [main, ...files].map(({ info }: { readonly info: FileInfo }) => info.modifiedAt);
  return { bytes: main.info.size, changedAt: Math.max(...times), isGone: false };
}

function copyAsFound(ports: Ports, kept: KeptFile): FoundRun {
  const { id, main, bytes, modifiedAt } = kept;
  const source = id.startsWith('claude:') ? 'claude' : id.startsWith('amplifier:') ? 'amplifier' : 'state';
  const session = source === 'claude' ? sessionOf(ports, recordOf(ports, main)) : null;
  return { id, source, main, session, bytes, changedAt: modifiedAt, kept, isGone: true };
}
