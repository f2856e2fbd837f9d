import { ContextureError } from '#shared/contract/errors.ts';
import type { MethodName, ParsedParams, Result } from '#shared/contract/methods.ts';
import type { CallContext } from '#shared/contract/service.ts';
import { assistantTextOf } from './assistant-text.ts';
import { pieceOf } from './text-piece.ts';
import type { OpenWorkspace } from './workspace.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about the files an assistant reads before the memory. */
export function sourceMethods(workspaceOf: (id: string) => OpenWorkspace): Handlers<'sources'> {
  return {
    'sources.list': async ({ workspace }) => {
      const { parts, tokens: total, limit } = assistantTextOf(workspaceOf(workspace));
      // Each with what it costs in the text, its label included; they stand there in the same order.
      const costs = parts.filter(({ kind }) => kind === 'file').map(({ tokens }) => tokens);
      const files = workspaceOf(workspace)
        .memoryFiles.list()
        .map((file) => (file.state === 'read' ? { ...file, tokens: costs.shift() ?? file.tokens } : file));
      const context = parts.find(({ kind }) => kind === 'context')?.tokens ?? 0;
      return {
        files,
        tokens: { context, total, limit },
        problem: total > limit ? overLimit(files, total, limit) : null,
        listProblem: workspaceOf(workspace).settings.current().listProblem ?? null,
      };
    },
    'sources.read': async ({ workspace, path, from }) => {
      const text = workspaceOf(workspace).memoryFiles.text(path);
      if (text === null) {
        throw new ContextureError('not_found', `${path} is not one of the files that are read here.`, { path });
      }
      return pieceOf(text, from);
    },
    'sources.approve': async ({ workspace, place, approve }) => {
      await workspaceOf(workspace).approveSource(place, approve);
      return {};
    },
  };
}

function overLimit(files: Result<'sources.list'>['files'], total: number, limit: number): string {
  const largest = [...files].sort((a, b) => b.tokens - a.tokens)[0];
  const first = largest ? ` The largest is ${largest.name} with ${largest.tokens.toLocaleString('en-US')}.` : '';
  return `All an assistant starts with has ${total.toLocaleString('en-US')} tokens, over the limit of ${limit.toLocaleString('en-US')}.${first} Take a file off the list, shorten one, or raise the limit.`;
}
