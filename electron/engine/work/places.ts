import { type WorkFolder, workFolders } from '#shared/contract/features/work.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { type Orchestrator, orchestratorIn, type SystemFiles } from '#shared/formats/workflow/system.ts';
import { fileNameOf } from '#shared/storages/identity.ts';
import { isBelow } from '../app-files/is-below.ts';
import type { Ports } from '../ports.ts';

export type WorkPaths = ReturnType<typeof createWorkPaths>;

export const archiveEnding = '.tar.gz';

export function createWorkPaths(
  { paths, hash, encodeText }: Pick<Ports, 'paths' | 'hash' | 'encodeText'>,
  root: string,
) {
  const { join } = paths;
  const contexts = join(root, 'contexts');
  const agents = join(root, 'agents');
  const placeFolder = (where: WorkFolder): string => join(contexts, where);
  const folder = (where: WorkFolder, id: string): string => join(contexts, where, id);
  const monthFolder = (month: string): string => join(contexts, 'archived', ...month.split('-'));
  const hashOf = (text: string): string => hash(encodeText(text));
  const agentFolder = (agent: string): string => join(agents, fileNameOf(agent, hashOf));
  const idOf = (path: string): string | null => {
    const where = workFolders.map(placeFolder).find((each) => isBelow({ paths }, each, path));
    return where === undefined ? null : (path.slice(where.length + 1).split(/[/\\]/, 1)[0] ?? null);
  };
  return {
    root,
    placeFolder,
    folder,
    /** Folder of archives, each in the folder of the month (`YYYY-MM`) in which its workflow was created. */
    archiveRoot: join(contexts, 'archived'),
    monthFolder,
    archive: (month: string, id: string): string => join(monthFolder(month), `${id}${archiveEnding}`),
    archiveIndex: (month: string): string => join(monthFolder(month), 'index.json'),
    context: (where: WorkFolder, id: string): string => join(folder(where, id), 'context.json'),
    /** Template for new contexts of a type; null if the type isn't a valid file name. */
    template: (type: string): string | null =>
      /^\w[\w.-]*$/.test(type) ? join(contexts, 'templates', `${type}.json`) : null,
    idOf,
    /** Folder of the workflow that a file belongs to; the file's own folder for any other file. */
    folderOf(path: string): string {
      const where = workFolders.find((each) => isBelow({ paths }, placeFolder(each), path));
      const id = idOf(path);
      return where === undefined || id === null ? paths.dirname(path) : folder(where, id);
    },
    /** Folders of a workflow in which we write files. @param folder the workflow's */
    writtenFolders: (folder: string): string[] => [folder, join(folder, 'steps'), join(folder, 'checkpoints')],
    workflows: join(root, 'system', 'workflows.json'),
    orchestrator: join(root, 'system', 'orchestrator.json'),
    /** A file for each day, `2026-01-31`. */
    systemLog: (day: string): string => join(root, 'system', 'logs', `${day}.jsonl`),
    registry: join(agents, 'registry.json'),
    agentConfig: (agent: string): string => join(agentFolder(agent), 'config.json'),
    agentState: (agent: string): string => join(agentFolder(agent), 'state.json'),
    agentLog: (agent: string, day: string): string => join(agentFolder(agent), 'logs', `${day}.jsonl`),
    stepFileName: (number: number, agent: string): string =>
      `${String(number).padStart(3, '0')}_${paths.basename(agentFolder(agent))}.json`,
  };
}

export const checkpointName = (number: number): string => `checkpoint_${String(number).padStart(3, '0')}.json`;

/** Texts of the system files that apply to a workflow type. @param read gives null for a missing file */
export async function systemFiles(
  places: WorkPaths,
  type: string,
  read: (path: string) => Promise<string | null>,
): Promise<SystemFiles> {
  const template = places.template(type);
  return {
    workflows: await read(places.workflows),
    orchestrator: await read(places.orchestrator),
    registry: await read(places.registry),
    template: template === null ? null : await read(template),
  };
}

export const readOrchestrator = (text: string | null): Orchestrator =>
  orchestratorIn(text === null ? undefined : readJsonText(text));
