import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { WorkFolder, WorkflowSummary } from '#shared/contract/features/work.ts';
import { workFolders, workflowIdSchema } from '#shared/contract/features/work.ts';
import { workflowSummary } from '#shared/formats/workflow/summary.ts';
import { type ReadVersion, readVersion } from '../app-files/file-version.ts';
import { inBatches } from '../paging.ts';
import { type FileInfo, sameFile } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createArchived, notThere, parsePlainFirst } from './archived.ts';
import { listBelow, type SkipHandlers, searchableTexts, type UnreadHandler, workflowFiles } from './files.ts';
import { createWorkFollowing } from './following.ts';
import { createWorkPaths } from './places.ts';

export type WorkService = ReturnType<typeof createWork>;

type CachedSummary = { readonly info: FileInfo; readonly summary: WorkflowSummary };

/** Bytes that hold nearly every context, so that it is read with fewer calls. */
const usualBytes = 256 * 1024;

export function createWork(needs: Pick<WorkspaceParts, 'ports' | 'layout' | 'links' | 'access' | 'tell' | 'keep'>) {
  const files = createWorkFiles(needs);
  return { ...files, following: createWorkFollowing(needs, files.places, files.idsIn) };
}

export function createWorkFiles({ ports, layout, links }: Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>) {
  const places = createWorkPaths(ports, layout.workFolder);
  /** Contexts already read, by path: an unchanged one is not read again. */
  const cache = new Map<string, CachedSummary>();

  const { checkInside } = links;

  const archived = createArchived(ports, places, checkInside);

  async function idsIn(where: WorkFolder): Promise<string[]> {
    await checkInside(places.placeFolder(where));
    const items = await ports.files.list(places.placeFolder(where));
    return items.flatMap(({ name, kind }) =>
      kind === 'folder' && workflowIdSchema.safeParse(name).success ? [name] : [],
    );
  }

  /** @param real folder of its place, links resolved */
  async function summaryIn(where: WorkFolder, id: string, real: string): Promise<WorkflowSummary | null> {
    const path = places.context(where, id);
    const before = cache.get(path);
    const info = before && (await ports.files.info(path));
    if (before && info && sameFile(before.info, info)) {
      return before.summary;
    }
    cache.delete(path);
    const now = await cachedSummary(where, id, real);
    if (now) {
      cache.set(path, now);
    }
    return now?.summary ?? null;
  }

  async function cachedSummary(where: WorkFolder, id: string, real: string): Promise<CachedSummary | null> {
    const path = places.context(where, id);
    try {
      const leads = await ports.files.realPath(path);
      if (leads !== null && leads !== ports.paths.join(real, id, ports.paths.basename(path))) {
        const message = 'It is a link that leads elsewhere, so it is not read. Put the file itself there.';
        throw new ContextureError('outside_workspace', message);
      }
      const part = await ports.files.readPart(path, 0, usualBytes);
      const isWhole = part !== null && part.info.size <= usualBytes;
      const text = part && isWhole ? ports.decodeText(part.bytes) : null;
      const read = part && text !== null ? { info: part.info, text } : await readVersion(ports, path);
      return read && { info: read.info, summary: summarizeWorkflow(where, id, read) };
    } catch (error) {
      const info = await ports.files.info(path);
      return info && { info, summary: damaged(where, id, info, toContextureError(error).message) };
    }
  }

  /** @throws `not_found` */
  async function find(id: string): Promise<WorkFolder> {
    for (const where of workFolders) {
      if ((await ports.files.info(places.context(where, id))) !== null) {
        return where;
      }
    }
    throw await notThere(archived, id);
  }

  async function read(where: WorkFolder, id: string): Promise<ReadVersion> {
    const path = places.context(where, id);
    await checkInside(path);
    const version = await readVersion(ports, path);
    if (version === null) {
      throw new ContextureError('not_found', `The workflow ${id} is gone.`, { id });
    }
    return version;
  }

  const allFiles = (handlers: SkipHandlers) => workflowFiles(ports, places.root, handlers);

  return {
    places,
    archived,
    /** Removes hidden folders and archives that interrupted calls left behind. The caller holds the lock. */
    async sweepHidden(): Promise<void> {
      const months = (await archived.months()).map(places.monthFolder);
      for (const folder of [...workFolders.map(places.placeFolder), ...months]) {
        await ports.folderArchives.sweep(folder);
      }
    },
    checkInside,
    idsIn,
    find,
    read,
    /** Paths of a workflow's files in its folder. @throws `outside_workspace` if links are refused */
    filesIn: (where: WorkFolder, id: string, links: 'refused' | 'left out' = 'refused') =>
      listBelow(ports, places.folder(where, id), {
        isLeftOut: async (path) => {
          await (links === 'refused' ? checkInside(path) : null);
          return links === 'left out';
        },
      }),
    allFiles,
    /** Texts of all files, archived ones too. @param unread called for what can’t be listed, and for links */
    keptTexts: async (unread: UnreadHandler) =>
      searchableTexts(await allFiles({ link: unread, unread }), { ports, layout, checkInside }),
    /** Workflows of a place, or of all, those changed last first. @param onlyIds limits them to these, as far as they exist */
    async list(only?: WorkFolder, onlyIds?: readonly string[]): Promise<readonly WorkflowSummary[]> {
      const workflows: WorkflowSummary[] = [];
      for (const where of only === undefined ? workFolders : [only]) {
        await checkInside(places.placeFolder(where));
        const ids = onlyIds ?? (await idsIn(where));
        const real = await ports.files.destination(places.placeFolder(where));
        const summaries = await inBatches(ids, (id) => summaryIn(where, id, real), { size: 64 });
        workflows.push(...summaries.filter((summary) => summary !== null));
      }
      return workflows.sort((one, other) => other.changedAt - one.changedAt || (one.id < other.id ? -1 : 1));
    },
  };
}

export function summarizeWorkflow(
  where: WorkFolder,
  id: string,
  { text, info }: Pick<ReadVersion, 'text' | 'info'>,
): WorkflowSummary {
  const context = parsePlainFirst(text);
  return context === undefined
    ? damaged(where, id, info, 'It isn’t valid JSON. Mend it, or restore an earlier version.')
    : { id, where, problem: null, changedAt: info.modifiedAt, ...workflowSummary(context, where) };
}

function damaged(where: WorkFolder, id: string, { modifiedAt }: FileInfo, problem: string): WorkflowSummary {
  return { id, where, changedAt: modifiedAt, ...workflowSummary(null, where), status: 'damaged', problem };
}
