import { ContextureError } from '#shared/contract/errors.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { FileInfo, Ports } from '../../ports.ts';
import { approvedFolder, type ConversationSources } from '../find-conversations.ts';
import { type FittingFile, fittingFiles } from '../fitting-files.ts';
import type { SavedCopies, SavedFile } from '../saved/saved-copies.ts';

export type RunSource = 'claude' | 'amplifier' | 'state';

export type FoundRun = {
  readonly id: string;
  readonly source: RunSource;
  /** Path it has or had where its program wrote it. */
  readonly main: string;
  readonly session: string | null;
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
  const originals = (await Promise.all([claudeRuns(sources), amplifierRuns(sources), stateRuns(sources, root)])).flat();
  const latestCopies = await copies.latest();
  const keptAt = new Map(latestCopies.map((copy) => [copy.id, copy.keptAt]));
  const all = [
    ...originals.map((run) => ({ ...run, keptAt: keptAt.get(run.id) ?? null, copied: null })),
    ...latestCopies.map((copy) => copyAsFound(ports, copies, copy)),
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

/** Patterns of a run's record and journal: `SESSION/workflows/RUN.json`, `SESSION/subagents/workflows/RUN/`. */
const claudeFiles = ['*/*/workflows/wf_*.json', '*/*/subagents/workflows/wf_*/journal.jsonl'] as const;

/** Claude Code's folder for the journal of a run and its agents' messages. @param record the file of the record */
export function agentsFolder({ paths }: Pick<Ports, 'paths'>, record: string): string {
  const session = sessionOf({ paths }, record);
  return paths.join(session, 'subagents', 'workflows', paths.basename(record).replace(/\.json$/, ''));
}

export const sessionOf = ({ paths }: Pick<Ports, 'paths'>, record: string): string =>
  paths.dirname(paths.dirname(record));

async function claudeRuns(sources: ConversationSources): Promise<Here[]> {
  const { ports } = sources;
  const folder = await approvedFolder(sources, 'claude');
  const files = folder === null ? [] : await fittingFiles(ports, folder, claudeFiles);
  return grouped(files, ({ path }) => runRecord(ports, path)).map((ofRun) => {
    const record = runRecord(ports, ofRun[0].path);
    const main = ofRun.find(({ path }) => path === record) ?? ofRun[0];
    const run = { id: `claude:${record}`, source: 'claude' as const, main: main.path };
    return { ...run, session: sessionOf(ports, record), ...sizeAndTime(ofRun, main) };
  });
}

/** Path of the record of a run, existing or not, given its own or its journal's. */
export function runRecord({ paths }: Pick<Ports, 'paths'>, path: string): string {
  const run = paths.dirname(path);
  return paths.basename(path) === 'journal.jsonl'
    ? paths.join(paths.dirname(paths.dirname(paths.dirname(run))), 'workflows', `${paths.basename(run)}.json`)
    : path;
}

async function amplifierRuns(sources: ConversationSources): Promise<Here[]> {
  const folder = await approvedFolder(sources, 'amplifier');
  const patterns = ['state.json', 'steps.jsonl'].map((name) => `*/recipe-sessions/*/${name}`);
  const files = folder === null ? [] : await fittingFiles(sources.ports, folder, patterns);
  const { dirname, basename } = sources.ports.paths;
  return files
    .filter(({ path }) => basename(path) === 'state.json')
    .map((main) => {
      const siblings = files.filter(({ path }) => dirname(path) === dirname(main.path));
      const run = { id: `amplifier:${main.path}`, source: 'amplifier' as const, main: main.path, session: null };
      return { ...run, ...sizeAndTime(siblings, main) };
    });
}

/** A workspace is also a project's folder, and what Claude Code is told to write down there is read as elsewhere. */
async function stateRuns({ ports, approvals }: ConversationSources, root: string): Promise<Here[]> {
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

function copyAsFound(ports: Ports, copies: SavedCopies, copy: SavedFile): FoundRun {
  const { id, main, bytes, modifiedAt, keptAt } = copy;
  const source = id.startsWith('claude:') ? 'claude' : id.startsWith('amplifier:') ? 'amplifier' : 'state';
  const session = source === 'claude' ? sessionOf(ports, runRecord(ports, main)) : null;
  const copied = { copies, id, withConversation: false };
  return { id, source, main, session, bytes, changedAt: modifiedAt, keptAt, copied };
}

/** Workflows of Claude Code that were kept with their conversation, in whose folder they are. */
async function keptWithConversations(ports: Ports, copies: SavedCopies): Promise<FoundRun[]> {
  const runs = new Map<string, FoundRun>();
  for (const { kept } of await copies.folders()) {
    for (const { of: path, bytes, modifiedAt } of kept?.copies ?? []) {
      if (kept !== null && /[/\\]workflows[/\\](?:wf_[^/\\]+\.json|wf_[^/\\]+[/\\]journal\.jsonl)$/.test(path)) {
        const record = runRecord(ports, path);
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
