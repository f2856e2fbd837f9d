import { ContextureError } from '#shared/contract/errors.ts';
import type { Impact, Operation } from '#shared/contract/features/memory.ts';
import { entryRefSchema } from '#shared/entries/entry.ts';
import { entryChanged } from '#shared/entries/find-entry.ts';
import { changeMemory } from '#shared/formats/change.ts';
import type { Handlers, WorkspaceOf } from '../handlers.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import type { ContextFile } from './context-file.ts';
import { impactOf } from './impact.ts';
import { operationsStep, overflowStep, putBackStep, repairStep } from './steps.ts';

/** The calls about the active context. */
export function contextMethods(workspaceOf: WorkspaceOf): Handlers<'context'> {
  return {
    'context.read': async ({ workspace, limit }) => {
      const { contextFile } = workspaceOf(workspace);
      return {
        revision: contextFile.revision(),
        summary: contextFile.summary(),
        entries: contextFile.views().slice(0, limit),
      };
    },
    'context.entries': async ({ workspace, revision, offset, limit }) => {
      const { contextFile } = workspaceOf(workspace);
      if (revision !== contextFile.revision()) {
        throw new ContextureError('revision_gone', 'The file has changed since; read it again.', {}, { retry: true });
      }
      return { entries: contextFile.views().slice(offset, offset + limit), total: contextFile.views().length };
    },
    'context.preview': async ({ workspace, operations }) => {
      const { contextFile, rules } = workspaceOf(workspace);
      const { format, today } = rules();
      const before = format.begin(contextFile.document(), today);
      const change = changeMemory(before, format.plan(before, operations, today), { ...rules(), fit: false });
      return impactOf(before, change, rules(), await alsoArchived(workspaceOf(workspace), operations));
    },
    'context.change': async ({ workspace, operations, assistant }) => {
      const { commit, assistantUpdates, rules, contextFile } = workspaceOf(workspace);
      try {
        return assistant === undefined
          ? await commit.change('person', operationsStep(operations, rules()))
          : await assistantUpdates.changeEntries(operations, assistant);
      } catch (error) {
        throw withTextOfNow(error, contextFile);
      }
    },
    'context.apply': async ({ workspace, updates, assistant }) => {
      const { assistantUpdates, rules } = workspaceOf(workspace);
      return assistantUpdates.applyUpdates(rules().format.checkUpdates(updates, assistant), assistant);
    },
    'context.archiveOverflow': async ({ workspace }) => {
      const { commit, rules } = workspaceOf(workspace);
      return commit.change('person', overflowStep(rules()));
    },
    'context.undo': ({ workspace, change, onDuplicate }) => workspaceOf(workspace).undo.undo(change, onDuplicate),
    'context.redo': ({ workspace, change, onDuplicate }) => workspaceOf(workspace).undo.redo(change, onDuplicate),
    'context.repair': async ({ workspace }) => {
      const { commit, rules } = workspaceOf(workspace);
      return commit.change('person', repairStep(rules()));
    },
    'context.putBack': async ({ workspace }) => {
      const { commit, contextFile, rules } = workspaceOf(workspace);
      if (contextFile.version() === null) {
        throw new ContextureError('not_found', 'There is no earlier version of the file to put back.');
      }
      const lastRead = (): string => contextFile.version()?.text ?? '';
      return commit.change('person', putBackStep(lastRead, rules()), { deleted: 'is put back' });
    },
    'context.markSeen': async ({ workspace, entries, removed }) => {
      const { access, contextFile } = workspaceOf(workspace);
      await access.inTurn((turn) => contextFile.markSeen(turn, entries && { entries, removed }));
      return {};
    },
  };
}

/** Prose that was reworded meanwhile can't be found by its text, but the manager has followed it. */
function withTextOfNow(error: unknown, contextFile: ContextFile): unknown {
  if (error instanceof ContextureError && error.code === 'entry_gone') {
    const expected = entryRefSchema.safeParse(error.details['expected']);
    const now = expected.success ? contextFile.nowOf(expected.data) : undefined;
    return expected.success && now ? entryChanged(expected.data, now) : error;
  }
  return error;
}

/** Where else the texts of entries to be deleted stand, so that nobody takes a deleted text for gone. */
async function alsoArchived(workspace: OpenWorkspace, operations: readonly Operation[]): Promise<Impact['alsoIn']> {
  const deleted = operations.flatMap((operation) => (operation.op === 'delete' ? [operation.entry] : []));
  if (deleted.length === 0) {
    return [];
  }
  const { entries } = workspace.contextFile.document();
  const raws = new Map<string, string>();
  for (const ref of deleted) {
    const entry = entries.find((candidate) => candidate.raw === ref.raw);
    if (entry) {
      raws.set(`${entry.key} ${entry.value}`, ref.raw);
    }
  }
  const found: Impact['alsoIn'] = [];
  for (const file of await workspace.access.inTurn((turn) => workspace.index.ready(turn))) {
    for (const entry of file.document?.entries ?? []) {
      const raw = raws.get(`${entry.key} ${entry.value}`);
      if (raw !== undefined) {
        found.push({ raw, archive: file.name });
      }
    }
  }
  return found;
}
