import { markdownHead, markdownOf, markdownOfOdd } from '../../conversations/reading/markdown.ts';
import type { Conversation } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';
import { readOddLines, readOutline, readWholeConversation } from './whole-conversation.ts';

export const exportForms = ['markdown', 'json'] as const;
export type ExportForm = (typeof exportForms)[number];

/** Exports a conversation piece by piece, as it may be too long for one text. Lines that are no messages come last. */
export async function* exportConversation(
  calls: Pick<Client, 'call'>,
  conversation: Conversation,
  form: ExportForm,
): AsyncGenerator<string> {
  const { id } = conversation;
  const outline = await readOutline(calls, id);
  const items = readWholeConversation(calls, id, Promise.resolve(outline));
  const unread = await readOddLines(calls, id, outline.unread);
  const unknown = await readOddLines(calls, id, outline.unknown);
  if (form === 'markdown') {
    yield markdownHead(conversation);
    for await (const item of items) {
      yield markdownOf(item);
    }
    yield markdownOfOdd('Couldn’t be read', unread);
    yield markdownOfOdd('Of an unknown kind', unknown);
    return;
  }
  yield `{"conversation": ${JSON.stringify(conversation)},\n"items": [`;
  let before = '\n';
  for await (const item of items) {
    yield `${before}${JSON.stringify(item)}`;
    before = ',\n';
  }
  yield `\n],\n"unread": ${JSON.stringify(unread)},\n"unknown": ${JSON.stringify(unknown)}}\n`;
}
