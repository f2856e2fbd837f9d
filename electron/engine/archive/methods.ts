import { ContextureError } from '#shared/contract/errors.ts';
import type { RestoreItem } from '#shared/contract/features/archive.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { changeMemory } from '#shared/formats/change.ts';
import { liveDuplicate } from '#shared/formats/live-duplicate.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import type { ContextFile } from '../memory/context-file.ts';
import { checkListRevision } from '../paging.ts';
import { impactOf } from '../steps/impact.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Archive } from './archive.ts';
import { archivedView, categoryOf, fileView, findArchived, type IndexedFile } from './archive-file.ts';
import type { ReadSoFar } from './archive-index.ts';
import { pageOf } from './archive-search.ts';
import { deleteArchivedStep, restoreStep } from './steps.ts';

type Needs = Pick<Archive, 'days' | 'archived' | 'archiveSearch'> &
  Pick<WorkspaceParts, 'access' | 'rules' | 'commit'> & {
    readonly contextFile: Pick<ContextFile, 'document'>;
  };

/** Milliseconds of reading per call: short at first, so that there is something to see at once. */
const readingTimes = { first: 40, on: 400, known: 0 };

/** Reads in short turns, so that a person's changes don't wait for all of the archive. */
const soFar = async ({ days, access }: Needs, ms: number, token: CancellationToken): Promise<ReadSoFar> =>
  ms === 0 ? days.soFar() : access.inTurn((turn) => days.readFor(turn, ms, token));

const all = ({ days, access }: Needs, token: CancellationToken) => access.inTurn((turn) => days.ready(turn, token));

export const archiveHandlers: WorkspaceHandlers<'archive', Needs> = {
  'archive.files': async (open, { only, revision: wanted, offset, limit }, context) => {
    const files = await all(open, context);
    const revision = open.days.revision();
    checkListRevision(wanted, revision);
    const listed = only === 'all' ? files : files.filter(({ problem }) => problem !== null);
    return {
      revision,
      total: listed.length,
      entries: files.reduce((sum, file) => sum + (file.document?.entries.length ?? 0), 0),
      files: listed.slice(offset, offset + limit).map(fileView),
    };
  },
  'archive.entries': async (open, params, context) => {
    const { query: text, categories, files: names, period = null, offset, limit, read, layout } = params;
    const { files, reading } =
      read === 'all'
        ? { files: await all(open, context), reading: null }
        : await soFar(open, readingTimes[read], context);
    const revision = open.days.revision();
    checkListRevision(params.revision, revision);
    const hits = open.archiveSearch.search(files, revision, { text, categories, files: names, period });
    const page = pageOf(hits, offset, limit);
    return {
      revision,
      reading,
      total: hits.total,
      perCategory: hits.perCategory,
      entries: page.map(({ file, entry }) => archivedView(file, entry, open.rules())),
      files: [...new Set(page.map(({ file }) => file))].map(fileView),
      layout: layout
        ? {
            perFile: hits.inFiles.map(({ hits }) => hits.length),
            perMonth: hits.perMonth.map(({ month, counts }) => ({ month, ...counts })),
          }
        : null,
    };
  },
  'archive.previewRestore': async (open, { items, file }, context) => {
    const files = await open.archived(context);
    const { contextFile } = open;
    const rules = open.rules();
    const { format, today, measure } = rules;
    const before = format.begin(contextFile.document(), today);
    const chosen = file === undefined ? items : wholeSweep(files, file);
    const names = new Map(files.map((one) => [one.name, one]));
    const returns = chosen.map((item) => {
      const archived = names.get(item.entry.file) ?? fileOf(files, item.entry.file);
      const entry = findArchived(archived, archived.document, item.entry);
      const category = item.category ?? categoryOf(entry, format);
      return { found: archived, entry, category, onDuplicate: item.onDuplicate ?? ('keep_both' as const) };
    });
    const plan = format.planReturns(before, returns, today);
    const change = changeMemory(before, { plan }, { ...rules, fit: false });
    return {
      items: returns.map(({ found, entry, category }) => {
        const duplicate = liveDuplicate(before, entry, category);
        return { entry: archivedView(found, entry, rules), twin: duplicate ? briefOf(duplicate, measure) : null };
      }),
      impact: impactOf(before, change, rules, []),
    };
  },
  'archive.restore': ({ commit, rules }, { items, makeRoom, allowOver }) =>
    commit.change('person', restoreStep(items, { ...rules(), makeRoom, allowOver })),
  'archive.delete': ({ commit, rules }, { entries }) => commit.change('person', deleteArchivedStep(entries, rules())),
};

function fileOf(files: readonly IndexedFile[], name: string): IndexedFile {
  const match = files.find((file) => file.name === name);
  if (!match) {
    throw new ContextureError('not_found', `The archive file ${name} is gone.`, { file: name });
  }
  return match;
}

function wholeSweep(files: readonly IndexedFile[], name: string): RestoreItem[] {
  const { document } = fileOf(files, name);
  return (document?.entries ?? []).map(({ raw, ordinal }) => ({ entry: { file: name, raw, ordinal } }));
}
