import { ContextureError } from '#shared/contract/errors.ts';
import type { ArchivedRef, RestoreItem } from '#shared/contract/features/archive.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { changeMemory } from '#shared/formats/change.ts';
import { liveTwin } from '#shared/formats/live-twin.ts';
import type { Handlers, WorkspaceOf } from '../handlers.ts';
import { impactOf } from '../memory/impact.ts';
import { archiveFormatOf } from '../memory/rules.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import { archivedView, categoryOf, fileView, findArchived, type IndexedFile } from './archive-file.ts';
import type { ReadSoFar } from './archive-index.ts';
import { createArchiveSearch, pageOf } from './archive-search.ts';
import { deleteArchivedStep, restoreStep } from './steps.ts';

/** How long is read at once, in milliseconds: at first so short that there is something to see at once. */
const readingTimes = { first: 40, on: 400, known: 0 };

/** The calls about the archive files. */
export function archiveMethods(workspaceOf: WorkspaceOf): Handlers<'archive'> {
  const searches = new WeakMap<OpenWorkspace, ReturnType<typeof createArchiveSearch>>();
  const searchOf = (open: OpenWorkspace): ReturnType<typeof createArchiveSearch> => {
    const search = searches.get(open) ?? createArchiveSearch();
    searches.set(open, search);
    return search;
  };
  const ready = (id: string, context: CallContext): Promise<readonly IndexedFile[]> => {
    const { index, access } = workspaceOf(id);
    return access.inTurn((turn) => index.ready(turn, context));
  };
  /** In short turns, so that what a person changes meanwhile does not wait for all of the archive. */
  const soFar = async (id: string, ms: number, context: CallContext): Promise<ReadSoFar> => {
    const { index, access } = workspaceOf(id);
    return ms === 0 ? index.soFar() : access.inTurn((turn) => index.readFor(turn, ms, context));
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
        entries: page.map(({ file, entry }) =>
          archivedView(file, entry, open.rules().measure, archiveFormatOf(open.layout.format)),
        ),
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
      const { format, today, measure } = rules();
      const before = format.begin(contextFile.document(), today);
      const chosen = file === undefined ? items : wholeSweep(files, file);
      const names = new Map(files.map((one) => [one.name, one]));
      const returns = chosen.map((item) => {
        const found = names.get(item.entry.file) ?? fileOf(files, item.entry);
        const entry = findArchived(found, found.document, item.entry);
        const category = item.category ?? categoryOf(entry);
        return { found, entry, category, onDuplicate: item.onDuplicate ?? ('keep_both' as const) };
      });
      const change = changeMemory(
        before,
        { plan: format.planReturns(before, returns, today) },
        { ...rules(), fit: false },
      );
      return {
        items: returns.map(({ found, entry, category }) => {
          const twin = liveTwin(before, entry, category);
          return {
            entry: archivedView(found, entry, measure, archiveFormatOf(format)),
            twin: twin ? briefOf(twin, measure) : null,
          };
        }),
        impact: impactOf(before, change, rules(), []),
      };
    },
    'archive.restore': async ({ workspace, items, makeRoom, allowOver }) => {
      const { commit, rules } = workspaceOf(workspace);
      return commit.change('person', restoreStep(items, { ...rules(), makeRoom, allowOver }));
    },
    'archive.delete': async ({ workspace, entries }) => {
      const { commit, rules } = workspaceOf(workspace);
      return commit.change('person', deleteArchivedStep(entries, rules()));
    },
  };
}

function fileOf(files: readonly IndexedFile[], ref: Pick<ArchivedRef, 'file'>): IndexedFile {
  const found = files.find((file) => file.name === ref.file);
  if (!found) {
    throw new ContextureError('not_found', `The archive file ${ref.file} is gone.`, { file: ref.file });
  }
  return found;
}

function wholeSweep(files: readonly IndexedFile[], name: string): RestoreItem[] {
  const file = fileOf(files, { file: name });
  return (file.document?.entries ?? []).map(({ raw, ordinal }) => ({ entry: { file: name, raw, ordinal } }));
}
