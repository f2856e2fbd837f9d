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
  readonly keptAt: number | null;
  /** Where its copies are, of one of which only these are left; null where its program’s own are there. */
  readonly copied: Copied | null;
};

/** Copies that are kept under an id: its own, or that of the conversation with which it was kept. */
type Copied = { readonly copies: KeptCopies; readonly id: string; readonly withConversation: boolean };

/** What is looked through: approved places, copies, and the folder of a workspace. */
export type LookedForRuns = {
  readonly looked: Looked;
  readonly copies: KeptCopies;
  /** Those of conversations, with which the workflows of a session are kept. */
  readonly conversations: KeptCopies;
  readonly root: string;
};

/** All of them, those written last first. */
export async function findRuns({ looked, copies, conversations, root }: LookedForRuns): Promise<readonly FoundRun[]> {
  const { ports } = looked;
  const here = (await Promise.all([claudeRuns(looked), amplifierRuns(looked), stateRuns(looked, root)])).flat();
  const kept = await copies.latest();
  const keptAt = new Map(kept.map((copy) => [copy.id, copy.keptAt]));
  const all = [
    ...here.map((run) => ({ ...run, keptAt: keptAt.get(run.id) ?? null, copied: null })),
    ...kept.map((copy) => copyAsFound(ports, copies, copy)),
    ...(await keptWithConversations(ports, conversations)),
  ];
  // What is there goes before its copies, and a copy of its own before one that was kept with its conversation.
  const first = new Map(all.toReversed().map((run) => [run.id, run]));
  return [...first.values()].sort((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));
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

type Here = Omit<FoundRun, 'keptAt' | 'copied'>;

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
  return { bytes: main.info.size, changedAt: Math.max(...times) };
}

function copyAsFound(ports: Ports, copies: KeptCopies, kept: KeptFile): FoundRun {
  const { id, main, bytes, modifiedAt, keptAt } = kept;
  const source = id.startsWith('claude:') ? 'claude' : id.startsWith('amplifier:') ? 'amplifier' : 'state';
  const session = source === 'claude' ? sessionOf(ports, recordOf(ports, main)) : null;
  const copied = { copies, id, withConversation: false };
  return { id, source, main, session, bytes, changedAt: modifiedAt, keptAt, copied };
}

/** Workflows of Claude Code’s that were kept with their conversation, in whose folder they lie. */
async function keptWithConversations(ports: Ports, copies: KeptCopies): Promise<FoundRun[]> {
  const runs = new Map<string, FoundRun>();
  for (const { kept } of await copies.folders()) {
    for (const { of: path, bytes, modifiedAt } of kept?.copies ?? []) {
      if (kept !== null && /[/\\]workflows[/\\](?:wf_[^/\\]+\.json|wf_[^/\\]+[/\\]journal\.jsonl)$/.test(path)) {
        const record = recordOf(ports, path);
        const id = `claude:${record}`;
        const before = runs.get(id);
        const main = before?.main === record ? record : path;
        runs.set(id, {
          id,
          source: 'claude',
          main,
          session: sessionOf(ports, record),
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
