import { ContextureError } from '#shared/contract/errors.ts';
import type { AssistantPart } from '#shared/prompt/assistant-text.ts';
import type { Handlers, WorkspaceOf } from '../handlers.ts';
import { chunkOf } from '../memory/text-chunk.ts';
import { assistantTextOf } from './assistant-text.ts';

/** Callers that no person need be behind: an assistant uses the command line as well as people do. */
const withoutPerson: readonly string[] = ['command-line', 'assistant'];

/** The calls about the files an assistant reads before the memory. */
export function sourceMethods(workspaceOf: WorkspaceOf): Handlers<'sources'> {
  return {
    'sources.list': async ({ workspace }) => {
      const { parts, files, tokens: total, limit, problem } = assistantTextOf(workspaceOf(workspace));
      const tokensOf = (which: AssistantPart['kind']): number => parts.find(({ kind }) => kind === which)?.tokens ?? 0;
      return {
        files: [...files],
        tokens: { context: tokensOf('context'), guidance: tokensOf('guidance'), total, limit },
        problem,
        listProblem: workspaceOf(workspace).settings.current().listProblem ?? null,
      };
    },
    'sources.read': async ({ workspace, path, from }) => {
      const text = workspaceOf(workspace).memoryFiles.text(path);
      if (text === null) {
        throw new ContextureError('not_found', `${path} is not one of the files that are read here.`, { path });
      }
      return chunkOf(text, from);
    },
    'sources.approve': async ({ workspace, place, approve }, { caller }) => {
      if (withoutPerson.includes(caller)) {
        throw new ContextureError(
          'no_permission',
          'What lies outside the workspace is approved by the person, in the app: Assistant, Sources. Nothing was changed.',
        );
      }
      const { access, memoryFiles } = workspaceOf(workspace);
      await access.inTurn(async (turn) => {
        await memoryFiles.approve(turn, place, approve);
        await memoryFiles.refresh(turn);
      });
      return {};
    },
  };
}
