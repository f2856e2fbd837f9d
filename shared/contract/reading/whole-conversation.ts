import { withRewinds } from '../../conversations/reading/rewinds.ts';
import type { Result } from '../contract.ts';
import type { Conversation, ConversationItem, OutlineItem, PageItem } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';
import { pagesOf, readPages } from './pages.ts';

type Calls = Pick<Client, 'call'>;

/** Lists all conversations. @param parent conversation whose sub-agents to list */
export async function readAllConversations({ call }: Calls, parent?: string): Promise<readonly Conversation[]> {
  const below = parent === undefined ? {} : { parent };
  return (await readPages(call, 'conversations.list', 'conversations', { ...below, limit: 200 })).conversations;
}

/** Yields every item of a conversation, whole, from its beginning; items that a rewind removed are marked. */
export async function* readWholeConversation(
  { call }: Calls,
  id: string,
  outline: Promise<WholeOutline> = readOutline({ call }, id),
): AsyncGenerator<ConversationItem> {
  const { items } = await outline;
  const left = new Set(items.filter(({ marks }) => marks.includes('rewound')).map(({ at }) => at));
  for (let from: number | null = 0; from !== null; ) {
    const page: Result<'conversations.page'> = await call('conversations.page', { id, from, direction: 'forward' });
    for (const cut of page.items) {
      const item = await wholeItem({ call }, id, cut);
      const isMarked = !left.has(item.at) || item.marks.includes('rewound');
      yield isMarked ? item : { ...item, marks: [...item.marks, 'rewound'] };
    }
    from = page.after;
  }
}

/** Reads an item of a page with all of its blocks. */
export async function wholeItem({ call }: Calls, id: string, { cuts, ...item }: PageItem): Promise<ConversationItem> {
  const blocks = [...item.blocks];
  for (const { block } of cuts) {
    let text = '';
    for await (const part of pagesOf(call, 'conversations.block', { id, at: item.at, block })) {
      text += part.text;
    }
    const cut = blocks[block];
    if (cut !== undefined) {
      blocks[block] = cut.kind === 'call' ? { ...cut, input: text } : { ...cut, text };
    }
  }
  return { ...item, blocks };
}

export type WholeOutline = {
  /** Items, with those that rewinds removed marked. */
  readonly items: readonly OutlineItem[];
  /** Lines that are not shown: those that could not be read, and those of unknown kinds. */
  readonly unread: readonly number[];
  readonly unknown: readonly number[];
};

export async function readOutline({ call }: Calls, id: string): Promise<WholeOutline> {
  const items: OutlineItem[] = [];
  const unread: number[] = [];
  const unknown: number[] = [];
  for await (const slice of pagesOf(call, 'conversations.outline', { id })) {
    items.push(...slice.items);
    unread.push(...slice.unread);
    unknown.push(...slice.unknown);
  }
  // If the file is read whole, each slice lists all its lines.
  return { items: withRewinds(items), unread: [...new Set(unread)], unknown: [...new Set(unknown)] };
}

/** Maximum of one call. */
const linesAtOnce = 50;

/** Reads lines that are not shown; of a long one its beginning, and the number of characters that follow. */
export async function readOddLines({ call }: Calls, id: string, places: readonly number[]) {
  const lines: Awaited<ReturnType<typeof call<'conversations.lines'>>>['lines'][number][] = [];
  for (let at = 0; at < places.length; at += linesAtOnce) {
    lines.push(...(await call('conversations.lines', { id, places: places.slice(at, at + linesAtOnce) })).lines);
  }
  return lines;
}
