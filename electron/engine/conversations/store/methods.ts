import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { budgetOf } from '#shared/conversations/compaction/budget.ts';
import { compactedView, seen } from '#shared/conversations/compaction/view.ts';
import type { Message } from '#shared/conversations/message.ts';
import { estimate } from '#shared/entries/measure.ts';
import type { WorkspaceHandlers } from '../../handlers.ts';
import type { WorkspaceMeasure } from '../../settings/workspace-measure.ts';
import type { WorkspaceSettings } from '../../settings/workspace-settings.ts';
import type { Turn } from '../../workspace/access.ts';
import type { WorkspaceParts } from '../../workspace/parts.ts';
import type { ConversationStore, StoredLine } from './conversation-store.ts';
import { conversationStart } from './initialize.ts';
import { clearStep } from './steps.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'access' | 'commit'> & {
  readonly conversationStore: ConversationStore;
  readonly settings: WorkspaceSettings;
  readonly measure: WorkspaceMeasure;
  readonly memoryFiles: {
    refresh(turn: Turn): Promise<void>;
    list(): readonly MemoryFile[];
    read(): readonly { readonly path: string; readonly name: string; readonly text: string }[];
  };
};

/** Maximum bytes of messages in one answer, unless it is one message: a quarter of the maximum for a message on the wire. */
const pageBytes = 1024 * 1024;

export const conversationStoreHandlers: WorkspaceHandlers<'conversationStore', Needs> = {
  'conversationStore.list': async ({ conversationStore }) => ({
    conversations: (await conversationStore.list()).sort((one, other) => other.changedAt - one.changedAt),
  }),
  'conversationStore.initialize': async (open, { conversation }) => {
    const { access, memoryFiles, conversationStore, settings } = open;
    return access.inTurn(async (turn) => {
      await memoryFiles.refresh(turn);
      const { messages, notices, tokens } = conversationStart(
        {
          files: memoryFiles.list(),
          read: memoryFiles.read(),
          listProblem: settings.current().listProblem ?? null,
        },
        settings.current().settings.maxTokens,
        tokenMeasure(open),
      );
      const isNew = await access.locked(turn, async (locked) => {
        const isNew = (await conversationStore.size(conversation)) === 0;
        if (isNew && messages.length > 0) {
          await conversationStore.add(locked, conversation, messages);
        }
        return isNew;
      });
      return { began: isNew, messages: isNew ? messages.length : 0, notices: [...notices], tokens };
    });
  },
  'conversationStore.add': ({ access, conversationStore }, { conversation, messages }) =>
    access.inTurn((turn) => conversationStore.add(turn, conversation, messages)),
  'conversationStore.messages': async ({ conversationStore }, { conversation, from, limit }) => {
    const page: { at: number; message: Message }[] = [];
    const problems: { at: number; problem: Extract<StoredLine, { problem: unknown }>['problem'] }[] = [];
    let bytes = 0;
    for await (const line of conversationStore.lines(conversation, from)) {
      if (page.length + problems.length === limit || (bytes > 0 && bytes + sizeOf(line) > pageBytes)) {
        return { messages: page, problems, next: line.at };
      }
      bytes += sizeOf(line);
      if ('message' in line) {
        page.push({ at: line.at, message: line.message });
      } else {
        problems.push({ at: line.at, problem: line.problem });
      }
    }
    return { messages: page, problems, next: null };
  },
  'conversationStore.forRequest': async (open, { conversation, tokenBudget, provider, preset, upTo, offset }) => {
    const { maxTokens, compactThreshold: threshold } = open.settings.current().settings;
    const stored = await messagesUpTo(open, conversation, upTo);
    const budget = budgetOf(tokenBudget, provider, maxTokens);
    const view = compactedView(stored.messages, { tokens: budget, threshold }, preset, tokenMeasure(open));
    const all = seen(stored.messages, view.verdicts);
    const messages = pageOf(open, all.slice(offset));
    const next = offset + messages.length;
    const { before, after, fits, orphans } = view;
    const compaction = { budget, before, after, fits, orphans: orphans.length };
    return { messages, total: all.length, next: next < all.length ? next : null, upTo: stored.upTo, ...compaction };
  },
  'conversationStore.clear': (open, { conversation, over = null, assistant: name }, { cancelled }) => {
    const step = clearStep(conversation, open.conversationStore.pathOf(conversation), over);
    return open.commit.change(name === undefined ? 'person' : 'assistant', step, { name, cancelled });
  },
};

const sizeOf = (line: StoredLine): number => ('message' in line ? line.bytes : 0);

/** Counts tokens, even if the memory itself is counted in something else. */
function tokenMeasure({ measure }: Needs) {
  const own = measure.current();
  return own.name === 'characters' ? estimate : own;
}

/** Messages of a conversation when it was `upTo` bytes long. @throws `revision_gone` if it is shorter now */
async function messagesUpTo({ conversationStore }: Needs, name: string, upTo: number | undefined) {
  const messages: Message[] = [];
  let end = 0;
  for await (const line of conversationStore.lines(name)) {
    if (upTo !== undefined && line.end > upTo) {
      break;
    }
    end = line.end;
    if ('message' in line) {
      messages.push(line.message);
    }
  }
  if (upTo !== undefined && end < upTo) {
    const message = 'The conversation has been cleared since; ask for it again from its beginning.';
    throw new ContextureError('revision_gone', message, {}, { retry: true });
  }
  return { messages, upTo: end };
}

function pageOf({ ports }: Needs, messages: readonly Message[]): Message[] {
  let bytes = 0;
  const past = messages.findIndex((message, index) => {
    bytes += ports.encodeText(JSON.stringify(message)).length;
    return index > 0 && bytes > pageBytes;
  });
  return messages.slice(0, past < 0 ? messages.length : past);
}
