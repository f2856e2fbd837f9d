import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedRef, RestoreItem } from '#shared/contract/features/archive.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { beginContext, changeContext } from '#shared/formats/context/change.ts';
import { briefOf } from '#shared/formats/context/operations.ts';
import { liveTwin, planRestore } from '#shared/formats/context/restore.ts';
import { deleteArchivedStep, impact, restoreStep } from '../memory/steps.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { archivedView, categoryOf, fileView, findArchived, type IndexedFile } from './archive-file.ts';
import type { ReadSoFar } from './archive-index.ts';
import { createArchiveSearch, pageOf } from './archive-search.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** How long is read at once, in milliseconds: at first so short that there is something to see at once. */
const readingTimes = { first: 40, on: 400, known: 0 };

/** The calls about the archive files. */
export function archiveMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'archive'> {
  const searches = new WeakMap<OpenWorkspace, ReturnType<typeof createArchiveSearch>>();
  const searchOf = (open: OpenWorkspace): ReturnType<typeof createArchiveSearch> => {
    const search = searches.get(open) ?? createArchiveSearch();
    searches.set(open, search);
    return search;
  };
  const ready = (id: string, context: CallContext): Promise<readonly IndexedFile[]> => {
    const { index, enqueue } = workspaceOf(id);
    return enqueue(() => index.ready(context));
  };
  /** In short turns, so that what a person changes meanwhile does not wait for all of the archive. */
  const soFar = async (id: string, ms: number, context: CallContext): Promise<ReadSoFar> => {
    const { index, enqueue } = workspaceOf(id);
    return ms === 0 ? index.soFar() : enqueue(() => index.readFor(ms, context));
  };
  return {
    'archive.files': async ({ workspace, only, offset, limit }, context) => {
      const files = await ready(workspace, context);
      const asked = only === 'all' ? files : files.filter(({ problem }) => problem !== null);
      return {
        revision: workspaceOf(workspace).index.revision(),
        total: asked.length,
        entries: files.reduce((sum, file) => sum + (file.document?.entries.length ?? 0), 0),
        files: asked.slice(offset, offset + limit).map(fileView),
      };
    },
    'archive.entries': async (params, context) => {
      const { workspace, query: text, categories, files: names, period = null, offset, limit, read, layout } = params;
      const { files, reading } =
        read === 'all'
          ? { files: await ready(workspace, context), reading: null }
          : await soFar(workspace, readingTimes[read], context);
      const open = workspaceOf(workspace);
      const revision = open.index.revision();
      const hits = searchOf(open)(files, revision, { text, categories, files: names, period });
      const page = pageOf(hits, offset, limit);
      return {
        revision,
        reading,
        total: hits.total,
        perCategory: hits.perCategory,
        entries: page.map(({ file, entry }) => archivedView(file, entry, open.rules().measure)),
        files: [...new Set(page.map(({ file }) => file))].map(fileView),
        layout: layout
          ? {
              perFile: hits.inFiles.map(({ hits }) => hits.length),
              perMonth: hits.perMonth.map(({ month, counts }) => ({ month, ...counts })),
            }
          : null,
      };
    },
    'archive.previewRestore': async ({ workspace, items, file }, context) => {
      const files = await ready(workspace, context);
      const { contextFile, rules } = workspaceOf(workspace);
      const before = beginContext(contextFile.document(), rules().today);
      const chosen = file === undefined ? items : wholeSweep(files, file);
      const names = new Map(files.map((one) => [one.name, one]));
      const returns = chosen.map((item) => {
        const found = names.get(item.entry.file) ?? fileOf(files, item.entry);
        const entry = findArchived(found, found.document, item.entry);
        const category = item.category ?? categoryOf(entry);
        return { found, entry, category, onDuplicate: item.onDuplicate ?? ('keep_both' as const) };
      });
      const change = changeContext(
        before,
        { plan: planRestore(before, returns, rules().today) },
        { ...rules(), fit: false },
      );
      return {
        items: returns.map(({ found, entry, category }) => {
          const twin = liveTwin(before, entry, category);
          const { measure } = rules();
          return { entry: archivedView(found, entry, measure), twin: twin ? briefOf(twin, measure) : null };
        }),
        impact: impact(before, change, rules(), []),
      };
    },
    'archive.restore': async ({ workspace, items, makeRoom, allowOver }) => {
      const { change, rules } = workspaceOf(workspace);
      return change('person', restoreStep(items, { ...rules(), makeRoom, allowOver }));
    },
    'archive.delete': async ({ workspace, entries }) => {
      const { change } = workspaceOf(workspace);
      return change('person', deleteArchivedStep(entries));
    },
  };
}

function fileOf(files: readonly IndexedFile[], ref: Pick<ArchivedRef, 'file'>): IndexedFile {
  const found = files.find((file) => file.name === ref.file);
  if (!found) {
    throw new ContextureError('not_found', `There is no archive file ${ref.file} any more.`, { file: ref.file });
  }
  return found;
}

function wholeSweep(files: readonly IndexedFile[], name: string): RestoreItem[] {
  const file = fileOf(files, { file: name });
  return (file.document?.entries ?? []).map(({ raw, ordinal }) => ({ entry: { file: name, raw, ordinal } }));
}
