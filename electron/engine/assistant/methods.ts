import { ContextureError } from '#shared/contract/errors.ts';
import type { Handlers, WorkspaceOf } from '../handlers.ts';
import { chunkOf } from '../memory/text-chunk.ts';
import type { Ports } from '../ports.ts';
import { assistantTextOf } from './assistant-text.ts';

/** The calls about what an assistant is given. */
export function assistantMethods(
  ports: Pick<Ports, 'hash' | 'encodeText'>,
  workspaceOf: WorkspaceOf,
): Handlers<'assistant'> {
  return {
    'assistant.read': async ({ workspace, version, from }) => {
      const open = workspaceOf(workspace);
      const { text, parts, tokens, fits, limit, today, files, problem } = assistantTextOf(open);
      const now = ports.hash(ports.encodeText(text));
      if (version !== undefined && version !== now) {
        throw new ContextureError('revision_gone', 'The text has changed since; read it again.', {}, { retry: true });
      }
      const listProblem = open.settings.current().listProblem ?? null;
      const skipped = files.filter(({ state }) => state !== 'read');
      const about = { parts: [...parts], tokens: { total: tokens, limit }, fits, today, skipped, problem, listProblem };
      return { version: now, ...chunkOf(text, from), ...about };
    },
  };
}
