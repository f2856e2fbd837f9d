import { markdownHead, markdownOf } from '../../conversations/reading/markdown.ts';
import type { Conversation } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';
import { readWholeConversation } from './whole-conversation.ts';

export const exportForms = ['markdown', 'json'] as const;
export type ExportForm = (typeof exportForms)[number];

/** All of a conversation as a file, piece by piece: it may be longer than fits into one text. */
export async function* exportConversation(
  calls: Pick<Client, 'call'>,
  conversation: Conversation,
  form: ExportForm,
): AsyncGenerator<string> {
  const items = readWholeConversation(calls, conversation.id);
  if (form === 'markdown') {
    yield markdownHead(conversation);
    for await (const item of items) {
      yield markdownOf(item);
    }
    return;
  }
  yield `{"conversation": ${JSON.stringify(conversation)},\n"items": [`;
  let before = '\n';
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`;
    before = ',\n';
  }
  yield '\n]}\n';
}
