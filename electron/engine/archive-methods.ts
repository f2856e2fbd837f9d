import { ContextureError } from '#shared/contract/errors.ts';
import type { MethodName, ParsedParams, Result } from '#shared/contract/methods.ts';
import type { ArchivedRef, RestoreItem } from '#shared/contract/model.ts';
import type { CallContext } from '#shared/contract/service.ts';
import { beginContext, changeContext } from '#shared/formats/context/change.ts';
import { briefOf } from '#shared/formats/context/operations.ts';
import { liveTwin, planRestore } from '#shared/formats/context/restore.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { archivedView, categoryOf, fileView, findArchived, type IndexedFile } from './archive-index.ts';
import { deleteArchivedStep, restoreStep, whatIf } from './changes.ts';
import type { OpenWorkspace } from './workspace.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about the archive files. */
export function archiveMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'archive'> {
  const ready = (id: string, context: CallContext): Promise<readonly IndexedFile[]> => {
    const { index, inTurn } = workspaceOf(id);
    return inTurn(() => index.ready(context));
  };
  return {
    'archive.files': async ({ workspace, offset, limit }, context) => {
      const files = await ready(workspace, context);
      return {
        revision: workspaceOf(workspace).index.revision(),
        total: files.length,
        entries: files.reduce((sum, file) => sum + (file.document?.entries.length ?? 0), 0),
        files: files.slice(offset, offset + limit).map(fileView),
      };
    },
    'archive.entries': async ({ workspace, query, categories, files: names, offset, limit }, context) => {
      const files = await ready(workspace, context);
      const words = query.toLowerCase().split(/\s+/).filter(Boolean);
      const perCategory: Result<'archive.entries'>['perCategory'] = { preference: 0, pattern: 0, fact: 0, insight: 0 };
      const wanted = (entry: ParsedEntry): boolean => {
        if (!matches(entry, words)) {
          return false;
        }
        const category = categoryOf(entry);
        perCategory[category] += 1;
        return categories.length === 0 || categories.includes(category);
      };
      const perFile: Result<'archive.entries'>['perFile'] = [];
      const found: Result<'archive.entries'>['entries'] = [];
      let total = 0;
      for (const file of files) {
        if (names.length > 0 && !names.includes(file.name)) {
          continue;
        }
        const hits = file.document?.entries.filter(wanted) ?? [];
        if (hits.length === 0) {
          continue;
        }
        perFile.push({ name: file.name, date: file.date, matches: hits.length });
        const from = Math.max(0, offset - total);
        const room = limit - found.length;
        if (room > 0 && from < hits.length) {
          found.push(
            ...hits
              .slice(from, from + room)
              .map((entry) => archivedView(file, entry, workspaceOf(workspace).rules().measure)),
          );
        }
        total += hits.length;
      }
      return { revision: workspaceOf(workspace).index.revision(), total, entries: found, perFile, perCategory };
    },
    'archive.previewRestore': async ({ workspace, items, file }, context) => {
      const files = await ready(workspace, context);
      const { manager, rules } = workspaceOf(workspace);
      const before = beginContext(manager.document(), rules().today);
      const chosen = file === undefined ? items : wholeSweep(files, file);
      const returns = chosen.map((item) => {
        const found = fileOf(files, item.entry);
        const entry = findArchived(found, found.document, item.entry);
        const category = item.category ?? categoryOf(entry);
        return { found, entry, category, onTwin: item.onTwin ?? ('keep_both' as const) };
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
        whatIf: whatIf(before, change, rules(), []),
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

/** Whether all search words occur in an entry's key or value. */
function matches(entry: ParsedEntry, words: readonly string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const text = `${entry.key ?? ''} ${entry.value}`.toLowerCase();
  return words.every((word) => text.includes(word));
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
