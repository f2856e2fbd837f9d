import type { MethodName, ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Impact, Operation } from '#shared/contract/features/memory.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import { entryRefSchema } from '#shared/entries/entry.ts';
import { entryChanged } from '#shared/entries/find-entry.ts';
import { beginContext, changeContext } from '#shared/formats/context/change.ts';
import { planOperations } from '#shared/formats/context/operations.ts';
import { checkUpdates } from '#shared/formats/context/updates.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import type { ContextFile } from './context-file.ts';
import { impact, operationsStep, overflowStep, repairStep } from './steps.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about the active context. */
export function contextMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'context'> {
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
      const before = beginContext(contextFile.document(), rules().today);
      const change = changeContext(before, planOperations(before, operations, rules().today), {
        ...rules(),
        fit: false,
      });
      return impact(before, change, rules(), await alsoArchived(workspaceOf(workspace), operations));
    },
    'context.change': async ({ workspace, operations, assistant }) => {
      const { change, rules, contextFile } = workspaceOf(workspace);
      try {
        return assistant === undefined
          ? await change('person', operationsStep(operations, rules()))
          : await workspaceOf(workspace).changeAsAssistant(operations, assistant);
      } catch (error) {
        throw withTextOfNow(error, contextFile);
      }
    },
    'context.apply': async ({ workspace, updates, assistant }) => {
      return workspaceOf(workspace).applyUpdates(checkUpdates(updates, assistant), assistant);
    },
    'context.archiveOverflow': async ({ workspace }) => {
      const { change, rules } = workspaceOf(workspace);
      return change('person', overflowStep(rules()));
    },
    'context.undo': ({ workspace, change, onDuplicate }) =>
      workspaceOf(workspace).takeBack('undo', change, onDuplicate),
    'context.redo': ({ workspace, change, onDuplicate }) =>
      workspaceOf(workspace).takeBack('redo', change, onDuplicate),
    'context.repair': async ({ workspace }) => {
      const { change, rules } = workspaceOf(workspace);
      return change('person', repairStep(rules()));
    },
    'context.putBack': ({ workspace }) => workspaceOf(workspace).putBack(),
    'context.markSeen': async ({ workspace, entries, removed }) => {
      const { enqueue, contextFile } = workspaceOf(workspace);
      await enqueue(() => contextFile.markSeen(entries && { entries, removed }));
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
  for (const file of await workspace.index.ready()) {
    for (const entry of file.document?.entries ?? []) {
      const raw = raws.get(`${entry.key} ${entry.value}`);
      if (raw !== undefined) {
        found.push({ raw, archive: file.name });
      }
    }
  }
  return found;
}
