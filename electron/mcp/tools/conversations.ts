import { z } from 'zod';
import { addedMessageSchema, conversationNameSchema } from '#shared/contract/features/conversation-store.ts';
import { providerSchema } from '#shared/conversations/compaction/budget.ts';
import { presets } from '#shared/conversations/compaction/compaction.ts';
import type { Message } from '#shared/conversations/message.ts';
import type { Session } from '../session.ts';
import { asJson, callsInOrder, type ToolServer } from './tool-server.ts';

const conversation = conversationNameSchema.describe('Its name: small letters, digits, - and _.');
const added = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };

/** Registers the tools of a context manager for agent programs. Answers are JSON. */
export function registerConversationTools(server: ToolServer, session: Session): void {
  const workspace = session.workspace.id;
  const call = callsInOrder(session);

  server.registerTool(
    'initialize_conversation',
    {
      title: 'Begin a conversation',
      description:
        'Begins a conversation with the memory files of the settings as system messages, once, and says of each file whether it was loaded. One that has begun stays as it is.',
      inputSchema: z.strictObject({ conversation }),
      annotations: { ...added, idempotentHint: true },
    },
    async ({ conversation }) => asJson(await call('conversationStore.initialize', { workspace, conversation })),
  );

  server.registerTool(
    'add_message',
    {
      title: 'Add a message',
      description:
        'Adds a message at the end of a conversation, which is made where there is none. All its fields are kept.',
      inputSchema: z.strictObject({ conversation, message: addedMessageSchema }),
      annotations: added,
    },
    async ({ conversation, message }) =>
      asJson(await call('conversationStore.add', { workspace, conversation, messages: [message] })),
  );

  server.registerTool(
    'get_messages',
    {
      title: 'All messages',
      description:
        'A page of the messages as they were added, nothing left out. “next” is the from of the next page, null at the end.',
      inputSchema: z.strictObject({ conversation, from: z.int().min(0).optional() }),
      annotations: { readOnlyHint: true },
    },
    async ({ conversation, from = 0 }) =>
      asJson(await call('conversationStore.messages', { workspace, conversation, from, limit: 1000 })),
  );

  server.registerTool(
    'get_messages_for_request',
    {
      title: 'Messages for a request',
      description:
        'The messages to send to a model within a budget: token_budget, else what the provider’s window leaves, else max_tokens of the settings. The conversation itself stays as it is. “fits” says whether they are within it.',
      inputSchema: z.strictObject({
        conversation,
        token_budget: z.int().min(0).optional(),
        provider: providerSchema.optional(),
        preset: z.enum(presets).optional(),
      }),
      annotations: { readOnlyHint: true },
    },
    async ({ conversation, token_budget: tokenBudget, provider, preset }) => {
      const request = { workspace, conversation, tokenBudget, provider, preset };
      let page = await call('conversationStore.forRequest', request);
      const messages: Message[] = [...page.messages];
      while (page.next !== null) {
        page = await call('conversationStore.forRequest', { ...request, upTo: page.upTo, offset: page.next });
        messages.push(...page.messages);
      }
      const { budget, before, after, fits, orphans } = page;
      return asJson({ messages, budget, before, after, fits, orphans });
    },
  );

  server.registerTool(
    'clear_conversation',
    {
      title: 'Clear a conversation',
      description: 'Takes all messages from a conversation. The person’s history keeps them.',
      inputSchema: z.strictObject({ conversation }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    async ({ conversation }) => {
      const assistant = server.assistantName();
      const { change } = await call('conversationStore.clear', { workspace, conversation, assistant });
      return asJson({ cleared: change !== null });
    },
  );
}
