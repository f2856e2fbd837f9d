import { ContextureError } from '#shared/contract/errors.ts';
import type { AssistantPart } from '#shared/contract/features/assistant.ts';
import { oneLine } from '#shared/prompt/line-text.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { chunkOf } from '../text-chunk.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type AssistantTextNeeds, assistantTextOf } from './assistant-text.ts';

type Needs = AssistantTextNeeds & Pick<WorkspaceParts, 'ports' | 'access' | 'tell' | 'refresh'>;

export const assistantHandlers: WorkspaceHandlers<'assistant', Needs> = {
  'assistant.read': async (open, { version, from }) => {
    const { text, parts, tokens, fits, limit, today, files, problem, withheld } = assistantTextOf(open);
    const now = open.ports.hash(open.ports.encodeText(text));
    if (version !== undefined && version !== now) {
      throw new ContextureError('revision_gone', 'The text has changed since; read it again.', {}, { retry: true });
    }
    const listProblem = open.settings.current().listProblem ?? null;
    const skipped = files.filter(({ state }) => state !== 'read');
    return {
      version: now,
      ...chunkOf(text, from),
      parts: [...parts],
      tokens: { total: tokens, limit },
      fits,
      today,
      skipped,
      problem,
      withheld,
      listProblem,
    };
  },
};

/** Callers that may act without a person: an assistant uses the command line as well as people do. */
const withoutPerson: readonly string[] = ['command-line', 'assistant'];

/** Asks the person themselves: a call alone only shows that its caller has a page's key. @throws `no_permission`, `cancelled` */
async function askPerson({ ports, tell }: Needs, question: string): Promise<void> {
  const { person } = ports;
  if (person === null) {
    const message =
      'Contexture can’t tell here whether it is you who asks, so nothing was allowed: it runs without a terminal, and any program that can open its page could ask as well. Allow it in the desktop app, or start “contexture serve” in a terminal.';
    throw new ContextureError('no_permission', message);
  }
  if (person.where !== null) {
    tell('notice', { severity: 'info', message: `Confirm it ${person.where}.` });
  }
  if (!(await person.agrees(oneLine(question), 'Assistants are given what is there.'))) {
    throw new ContextureError('cancelled', 'Nothing was allowed.');
  }
}

export const sourceMethods: WorkspaceHandlers<'sources', Needs> = {
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
  'sources.approve': async (open, { place, approve, as }, { caller }) => {
    const { access, links, refresh, memoryFiles } = open;
    if (withoutPerson.includes(caller)) {
      const message =
        'What lies outside the workspace is approved by the person, in the app: Assistant, Sources. Nothing was changed.';
      throw new ContextureError('no_permission', message);
    }
    if (approve) {
      await askPerson(open, as === 'link' ? links.question(place) : memoryFiles.question(place));
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
