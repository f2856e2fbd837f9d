import { LRUCache } from 'lru-cache';
import { toContextureError } from '#shared/contract/errors.ts';
import { readAmplifierRun } from '#shared/formats/workflow/programs/amplifier-run.ts';
import { readClaudeRun } from '#shared/formats/workflow/programs/claude-run.ts';
import type { Run, Torn } from '#shared/formats/workflow/programs/run.ts';
import { readStateRun } from '#shared/formats/workflow/programs/state-run.ts';
import { perObject } from '#shared/text/per-object.ts';
import { readVersion } from '../../app-files/file-version.ts';
import { filesBelow } from '../../app-files/files-below.ts';
import { isBelow } from '../../app-files/is-below.ts';
import type { Ports } from '../../ports.ts';
import { agentsFolder, type FoundRun, runRecord, sessionOf } from './find-runs.ts';

/** Path each file is read from, by its path where its program wrote it. */
export type RunFiles = ReadonlyMap<string, string>;

export async function filesOfRun(ports: Ports, { source, main, copied }: FoundRun): Promise<RunFiles> {
  const { paths } = ports;
  const record = runRecord(ports, main);
  if (copied !== null) {
    const all = [...(await copied.copies.filesOf(copied.id))];
    const isOwn = (path: string): boolean =>
      path === record ||
      isBelow(ports, agentsFolder(ports, record), path) ||
      path.endsWith(scriptEnding(ports, record));
    return new Map(all.filter(([path]) => !copied.withConversation || isOwn(path)));
  }
  const folders: Readonly<Record<FoundRun['source'], () => Promise<string[]>>> = {
    claude: async () => [
      ...(await filesOfFolder(ports, agentsFolder(ports, record))),
      ...(await scriptsOf(ports, record)),
    ],
    amplifier: () => filesOfFolder(ports, paths.dirname(main)),
    state: async () => [],
  };
  const others = (await folders[source]()).filter((path) => path !== main).sort();
  return new Map([main, ...others].map((path) => [path, path]));
}

async function filesOfFolder(ports: Ports, folder: string): Promise<string[]> {
  const isReal = (await ports.files.realPath(folder).catch(() => null)) === folder;
  return isReal ? filesBelow(ports, folder) : [];
}

/** Claude Code names the script it runs after the workflow and the run. */
const scriptEnding = ({ paths }: Ports, record: string): string =>
  `-${paths.basename(record).replace(/\.json$/, '')}.js`;

async function scriptsOf(ports: Ports, record: string): Promise<string[]> {
  const scripts = await filesOfFolder(ports, ports.paths.join(sessionOf(ports, record), 'workflows', 'scripts'));
  return scripts.filter((path) => path.endsWith(scriptEnding(ports, record)));
}

const maxKnown = 500;

/** Runs that were read, by id: a run whose files have not changed is not read again. */
const knownRuns = perObject(
  (_: Ports) => new LRUCache<string, { readonly state: string; readonly run: Run }>({ max: maxKnown }),
);

export const runsInMemory = (ports: Ports): string[] =>
  [...knownRuns(ports).values()].map(({ run }) => JSON.stringify(run));

export const forgetRuns = (ports: Ports): void => knownRuns(ports).clear();

export async function readRun(ports: Ports, found: FoundRun): Promise<Run> {
  const cache = knownRuns(ports);
  const state = `${found.main} ${found.bytes} ${found.changedAt} ${found.copied?.id ?? ''}`;
  const before = cache.get(found.id);
  if (before?.state === state) {
    return before.run;
  }
  const run = await read(ports, await filesOfRun(ports, found), found);
  cache.set(found.id, { state, run });
  return run;
}

async function read(ports: Ports, files: RunFiles, { source, main }: FoundRun): Promise<Run> {
  const { paths } = ports;
  const unread: Torn[] = [];
  const needed = async (path: string): Promise<string> =>
    (await readVersion(ports, files.get(path) ?? path))?.text ?? '';
  const beside = async (path: string): Promise<string | null> => {
    try {
      return files.has(path) ? await needed(path) : null;
    } catch (error) {
      unread.push({ file: paths.basename(path), line: 0, text: toContextureError(error).message });
      return null;
    }
  };
  const readers: Readonly<Record<FoundRun['source'], () => Promise<Run>>> = {
    claude: () => readClaude(ports, files, main, { needed, beside }),
    amplifier: async () => {
      const near = (name: string): Promise<string | null> => beside(paths.join(paths.dirname(main), name));
      const [steps, recipe] = [await near('steps.jsonl'), await near('recipe.yaml')];
      return readAmplifierRun({ state: await needed(main), steps, recipe });
    },
    state: async () => readStateRun(await needed(main)),
  };
  const run = await readers[source]();
  return { ...run, torn: [...run.torn, ...unread] };
}

type RunReader = {
  readonly needed: (path: string) => Promise<string>;
  /** Null for a file that isn’t there, or can’t be read, which is noted. */
  readonly beside: (path: string) => Promise<string | null>;
};

async function readClaude(ports: Ports, files: RunFiles, main: string, { needed, beside }: RunReader): Promise<Run> {
  const { paths } = ports;
  const record = runRecord(ports, main);
  const agents = new Map<string, string>();
  for (const path of files.keys()) {
    const agent = /^agent-(.+)\.meta\.json$/.exec(paths.basename(path))?.[1];
    if (agent !== undefined) {
      agents.set(agent, (await beside(path)) ?? '');
    }
  }
  const run = readClaudeRun({
    record: main === record ? await needed(main) : null,
    journal: await beside(paths.join(agentsFolder(ports, record), 'journal.jsonl')),
    agents,
  });
  return { ...run, name: run.name ?? nameByScript(ports, files, record) };
}

/** Name of a run by its script, which alone has it until the run ends. */
function nameByScript(ports: Ports, files: RunFiles, record: string): string | null {
  const ending = scriptEnding(ports, record);
  const script = [...files.keys()].map((path) => ports.paths.basename(path)).find((name) => name.endsWith(ending));
  return script?.slice(0, -ending.length) || null;
}
