import type { Result } from '#shared/contract/contract.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { shownTextOf } from '#shared/conversations/reading/readable-json.ts';
import type { Ports } from '../ports.ts';
import type { FoundConversation } from './find-conversations.ts';
import { itemsBefore, itemsFrom } from './read-conversation.ts';

/** Maximum number of items read per answer, so that the first results come soon. */
const sliceItems = 500;

/** Searches a piece of a conversation for a text. @param from place of an item's beginning; null for an end of it */
export async function findInConversation(
  ports: Ports,
  found: FoundConversation,
  text: string,
  from: number | null,
  direction: 'forward' | 'back',
): Promise<Result<'conversations.find'>> {
  const slice =
    direction === 'forward'
      ? await itemsFrom(ports, found, from ?? 0, sliceItems)
      : await itemsBefore(ports, found, from, sliceItems);
  const sought = text.toLowerCase();
  const hits = slice.items.map((item) => ({ at: item.at, blocks: blocksWith(item, sought) }));
  return {
    hits: hits.filter(({ blocks }) => blocks.length > 0),
    looked: slice.items.length,
    next: direction === 'forward' ? slice.after : slice.before,
  };
}

const blocksWith = ({ blocks }: ConversationItem, sought: string): number[] =>
  blocks.flatMap((block, index) => (shownTextOf(block).toLowerCase().includes(sought) ? [index] : []));
