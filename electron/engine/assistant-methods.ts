import { ContextureError } from '#shared/contract/errors.ts';
import type { MethodName, ParsedParams, Result } from '#shared/contract/methods.ts';
import type { CallContext } from '#shared/contract/service.ts';
import { assistantText, type Given } from '#shared/prompt/assistant-text.ts';
import { renderContext } from '#shared/prompt/render-context.ts';
import type { Ports } from './ports.ts';
import { pieceOf } from './text-piece.ts';
import type { OpenWorkspace } from './workspace.ts';

type Handlers<P extends string> = {
  readonly [N in MethodName & `${P}.${string}`]: (params: ParsedParams<N>, context: CallContext) => Promise<Result<N>>;
};

/** The calls about what an assistant is given. */
export function assistantMethods(
  ports: Pick<Ports, 'hash' | 'encodeText' | 'paths'>,
  workspaceOf: (id: string) => OpenWorkspace,
): Handlers<'assistant'> {
  return {
    'assistant.read': async ({ workspace, version, from }) => {
      const open = workspaceOf(workspace);
      const limit = open.settings.current().settings.maxTokens;
      const { text, parts, tokens, fits } = assistantText(givenBy(open, ports.paths.basename), limit);
      const now = ports.hash(ports.encodeText(text));
      if (version !== undefined && version !== now) {
        throw new ContextureError('revision_gone', 'The text has changed since; read it again.', {}, { retry: true });
      }
      return { version: now, ...pieceOf(text, from), parts: [...parts], tokens: { total: tokens, limit }, fits };
    },
  };
}

/** What an assistant is given of a memory: the files that are read, then the memory itself as numbered lines. */
function givenBy({ memoryFiles, manager, place }: OpenWorkspace, basename: (path: string) => string): Given[] {
  const files = memoryFiles.list().flatMap(({ path, name }): Given[] => {
    const text = memoryFiles.text(path);
    return text === null ? [] : [{ kind: 'file', name, text }];
  });
  const document = manager.document();
  // A memory of another assistant is given to that one as it stands.
  const own = place.format.id === 'context' ? renderContext(document.entries) : document.text;
  return [...files, { kind: 'context', name: basename(place.contextPath), text: own }];
}
