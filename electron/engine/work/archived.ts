import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { workflowIdSchema } from '#shared/contract/features/work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { archivedFrom, archivedIn, createdIn } from '#shared/formats/workflow/archive-index.ts';
import type { WorkflowFinding } from '#shared/formats/workflow/finding.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { isObject, type Json } from '#shared/formats/workflow/json-values.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readVersion } from '../app-files/file-version.ts';
import { type FileInfo, type Ports, sameFile } from '../ports.ts';
import { archiveEnding, type WorkPaths } from './places.ts';

export type ArchivedWorkflows = ReturnType<typeof createArchived>;

type CachedValue<T> = { readonly info: FileInfo; readonly value: T };

/** Reads archived workflows, by the month in which they were created. Writes nothing. */
export function createArchived(ports: Ports, places: WorkPaths, checkInside: (path: string) => Promise<void>) {
  const { files, paths } = ports;
  const index = createIndexes(ports, places, checkInside);
  const cache = new Map<string, CachedValue<ArchivedWorkflow>>();

  async function foldersIn(folder: string, name: RegExp): Promise<string[]> {
    await checkInside(folder);
    const items = await files.list(folder);
    return items.flatMap((item) => (item.kind === 'folder' && name.test(item.name) ? [item.name] : []));
  }

  /** Months that have a folder, the newest first. */
  async function months(): Promise<string[]> {
    const monthNames: string[] = [];
    for (const year of await foldersIn(places.archiveRoot, /^\d{4}$/)) {
      const inYear = await foldersIn(paths.join(places.archiveRoot, year), /^(?:0[1-9]|1[0-2])$/);
      monthNames.push(...inYear.map((month) => `${year}-${month}`));
    }
    return monthNames.sort().reverse();
  }

  async function idsIn(month: string): Promise<string[]> {
    const folder = places.monthFolder(month);
    await checkInside(folder);
    return (await files.list(folder)).flatMap(({ name, kind }) => {
      const id = name.endsWith(archiveEnding) ? name.slice(0, -archiveEnding.length) : '';
      return kind === 'file' && workflowIdSchema.safeParse(id).success ? [id] : [];
    });
  }

  /** Text of a file in an archive. @throws `value_invalid` if the archive is damaged */
  async function textIn(archive: string, file: string): Promise<string | null> {
    await checkInside(archive);
    for await (const { bytes } of ports.folderArchives.read(archive, (path) => path === file)) {
      return ports.decodeText(bytes);
    }
    return null;
  }

  /** Goes through every archive. @param unread called for what can’t be listed */
  async function* all(unread: (path: string, error: unknown) => void) {
    try {
      for (const month of await months()) {
        for (const id of await idsIn(month)) {
          yield { month, id, path: places.archive(month, id) };
        }
      }
    } catch (error) {
      unread(places.archiveRoot, error);
    }
  }

  async function readArchived(month: string, id: string, info: FileInfo): Promise<ArchivedWorkflow> {
    const path = places.archive(month, id);
    const cached = cache.get(path);
    if (cached && sameFile(cached.info, info)) {
      return cached.value;
    }
    const { facts, problem } = await textIn(path, 'context.json').then(
      (text) => ({ facts: text ?? '', problem: text === null ? 'It has no context.json.' : null }),
      (error: unknown) => ({ facts: '', problem: toContextureError(error).message }),
    );
    const value = { id, month, bytes: info.size, ...archivedFrom(readJsonText(facts)), problem };
    cache.set(path, { info, value });
    return value;
  }

  async function one(month: string, id: string): Promise<ArchivedWorkflow | null> {
    const info = await files.info(places.archive(month, id));
    if (info === null) {
      return null;
    }
    const facts = archivedIn(await index(month), id, info.size);
    return facts ? { id, month, ...facts, bytes: info.size, problem: null } : readArchived(month, id, info);
  }

  async function find(id: string): Promise<string | null> {
    for (const month of await months()) {
      if ((await files.info(places.archive(month, id))) !== null) {
        return month;
      }
    }
    return null;
  }

  return {
    months,
    indexFinding: createIndexFindings(ports, places, index),
    idsIn,
    index,
    one,
    all,
    textIn,
    /** Workflows of a month, those created last first; those missing from its index come last. */
    async some(month: string, ids: readonly string[], from = 0, to = ids.length): Promise<ArchivedWorkflow[]> {
      const monthIndex = await index(month);
      const page = ids.toSorted(newestFirst(monthIndex, ids)).slice(from, to);
      const workflows = await Promise.all(page.map((id) => one(month, id)));
      return workflows.filter((each) => each !== null);
    },
    find,
  };
}

export async function notThere({ find }: Pick<ArchivedWorkflows, 'find'>, id: string): Promise<ContextureError> {
  const message =
    (await find(id)) === null
      ? `There is no workflow ${id} here. Nothing was changed. “contexture work list” shows all.`
      : `The workflow ${id} is archived, and is neither read nor changed there. Nothing was changed. “contexture work restore ${id}” brings it back.`;
  return new ContextureError('not_found', message, { id });
}

function createIndexes(ports: Ports, places: WorkPaths, checkInside: (path: string) => Promise<void>) {
  const indexes = new Map<string, CachedValue<Json | undefined>>();
  /** Index of a month; undefined if it is damaged. */
  return async (month: string): Promise<Json | undefined> => {
    const path = places.archiveIndex(month);
    await checkInside(path);
    const info = await ports.files.info(path);
    const cached = indexes.get(path);
    if (cached && sameFile(cached.info, info)) {
      return cached.value;
    }
    const version = info && (await readVersion(ports, path).catch(() => null));
    if (!version) {
      return undefined;
    }
    const value = parsePlainFirst(version.text);
    indexes.set(path, { info: version.info, value });
    return value;
  };
}

/** Finds damage in the index of a month that has archives: lists are made without it, and it is written again. */
function createIndexFindings(ports: Ports, places: WorkPaths, index: ReturnType<typeof createIndexes>) {
  return async (month: string): Promise<WorkflowFinding | null> => {
    if (isObject(await index(month))) {
      return null;
    }
    const isThere = (await ports.files.info(places.archiveIndex(month))) !== null;
    return {
      type: isThere ? 'index_damaged' : 'index_missing',
      severity: 'warning',
      path: ports.paths.join(places.monthFolder(month), 'index.json'),
      message: `The index of what was archived of ${month} is ${isThere ? 'damaged' : 'missing'}. What is listed was read from the archives themselves.`,
      mend: 'Nothing: it is rebuilt from the archives the next time something is archived. The history keeps the damaged one.',
    };
  };
}

/** Value of a JSON text, which hardly ever has comments: plain JSON is parsed faster. */
export const parsePlainFirst = (text: string): Json | undefined =>
  (parseJson(text) as Json | undefined) ?? readJsonText(text);

function newestFirst(index: Json | undefined, ids: readonly string[]) {
  const created = new Map(ids.map((id) => [id, createdIn(index, id)]));
  return (a: string, b: string): number => {
    const [one, other] = [created.get(a) ?? '', created.get(b) ?? ''];
    return one === other ? (a < b ? -1 : 1) : one < other ? 1 : -1;
  };
}
