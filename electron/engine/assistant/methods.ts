import { ContextureError } from '#shared/contract/errors.ts';
import type { AssistantPart } from '#shared/prompt/assistant-text.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { chunkOf } from '../memory/text-chunk.ts';
import { assistantTextOf } from './assistant-text.ts';

export const assistantMethods: WorkspaceHandlers<'assistant'> = {
  'assistant.read': async (open, { version, from }) => {
    const { text, parts, tokens, fits, limit, today, files, problem, withheld } = assistantTextOf(open);
    const now = open.ports.hash(open.ports.encodeText(text));
    if (version !== undefined && version !== now) {
      throw new ContextureError('revision_gone', 'The text has changed since; read it again.', {}, { retry: true });
    }
    const listProblem = open.settings.current().listProblem ?? null;
    const skipped = files.filter(({ state }) => state !== 'read');
    const about = {
      parts: [...parts],
      tokens: { total: tokens, limit },
      fits,
      today,
      skipped,
      problem,
      withheld,
      listProblem,
    };
    return { version: now, ...chunkOf(text, from), ...about };
  },
};

/** Callers that no person need be behind: an assistant uses the command line as well as people do. */
const withoutPerson: readonly string[] = ['command-line', 'assistant'];

export const sourceMethods: WorkspaceHandlers<'sources'> = {
  'sources.list': async (open) => {
    const { parts, files, tokens: total, limit, problem } = assistantTextOf(open);
    const tokensOf = (which: AssistantPart['kind']): number => parts.find(({ kind }) => kind === which)?.tokens ?? 0;
    return {
      files: [...files],
      tokens: { context: tokensOf('context'), guidance: tokensOf('guidance'), total, limit },
      problem,
      listProblem: open.settings.current().listProblem ?? null,
    };
  },
  'sources.read': async ({ memoryFiles }, { path, from }) => chunkOf(memoryFiles.text(path), from),
  'sources.approve': async ({ access, links, refresh, memoryFiles }, { place, approve, as }, { caller }) => {
    if (withoutPerson.includes(caller)) {
      const message =
        'What lies outside the workspace is approved by the person, in the app: Assistant, Sources. Nothing was changed.';
      throw new ContextureError('no_permission', message);
    }
    await access.inTurn(async (turn) => {
      if (as === 'link') {
        await links.approve(place, approve);
        await refresh.all(turn);
        return;
      }
      await memoryFiles.approve(turn, place, approve);
      await memoryFiles.refresh(turn);
    });
    return {};
  },
};
