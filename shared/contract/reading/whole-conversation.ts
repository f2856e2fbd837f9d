import { ContextureError } from '../errors.ts';
import type { Conversation, ConversationItem, PageItem } from '../features/conversations.ts';
import type { Client } from '../wire/client.ts';
import { readOutline, type WholeOutline } from './whole-outline.ts';

type Calls = Pick<Client, 'call'>;

/**
 * Lists all conversations; starts over if another caller refreshes the list meanwhile. @param parent conversation whose
 * sub-agents to list
 */
export async function readAllConversations({ call }: Calls, parent?: string): Promise<readonly Conversation[]> {
  try {
    const all: Conversation[] = [];
    const of = parent === undefined ? {} : { parent };
    let page = await call('conversations.list', { ...of, limit: 200 });
    for (;;) {
      all.push(...page.conversations);
      if (all.length >= page.total || page.conversations.length === 0) {
        return all;
      }
      page = await call('conversations.list', { ...of, revision: page.revision, offset: all.length, limit: 200 });
    }
  } catch (error) {
    if (error instanceof ContextureError && error.code === 'revision_gone') {
      return readAllConversations({ call }, parent);
    }
    throw error;
  }
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
    const page: Awaited<ReturnType<typeof call<'conversations.page'>>> = await call('conversations.page', {
      id,
      from,
      direction: 'forward',
    });
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
    for (let from: number | null = 0; from !== null; ) {
      const part: Awaited<ReturnType<typeof call<'conversations.block'>>> = await call('conversations.block', {
        id,
        at: item.at,
        block,
        from,
      });
      text += part.text;
      from = part.next;
    }
    const cut = blocks[block];
    if (cut !== undefined) {
      blocks[block] = cut.kind === 'call' ? { ...cut, input: text } : { ...cut, text };
    }
  }
  return { ...item, blocks };
}
