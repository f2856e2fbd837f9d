import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  emptyItem,
  factsOf,
  type JsonRecord,
  type ListFormat,
  lastTimeOf,
  numbered,
  type WholeConversation,
} from '../../conversations/formats/format.ts';
import { listField, recordOf, recordsOf, shownJson, stringOf } from '../../conversations/formats/json-fields.ts';
import { messageText, thoughtBlock } from '../../conversations/formats/message-item.ts';
import { timeOf } from '../../text/dates.ts';
import type { Program } from '../program.ts';

/** Export of a ChatGPT account, whose `conversations.json` holds all of them. Written for exports of autumn 2026. */
export const chatGptConversations: ListFormat = {
  reads: 'list',
  id: 'chatgpt',
  readOne(value) {
    const record = recordOf(value);
    const mapping = recordOf(record?.['mapping']);
    return record === null || mapping === null ? null : conversationOf(record, mapping);
  },
};

/** Names a conversation; without an id, by fields no later export changes, since its place among the others does. */
function nameOf(record: JsonRecord, mapping: NodeMap): string {
  const { conversation_id, id, create_time, title } = record;
  const fallback = [create_time, ...Object.keys(mapping).slice(0, 2), title].filter((one) => one != null).join('-');
  return stringOf(conversation_id) ?? stringOf(id) ?? fallback.replace(/[^\p{L}\p{N}.-]+/gu, '_').slice(0, maxName);
}

const maxName = 200;

function conversationOf(record: JsonRecord, mapping: NodeMap): WholeConversation {
  const nodes = inOrder(mapping);
  const current = pathTo(mapping, stringOf(record['current_node']));
  const items = numbered(nodes.flatMap(([id, node]) => itemOf(id, node, current === null || current.has(id))));
  return {
    inner: nameOf(record, mapping),
    ...factsOf(items, { title: stringOf(record['title']), startedAt: timeOf(record['create_time']) }),
    changedAt: timeOf(record['update_time']) ?? timeOf(record['create_time']) ?? lastTimeOf(items),
    items,
    odd: [],
  };
}

type NodeMap = JsonRecord;

/** Orders a tree's nodes, each before its children, earlier children first; those no root leads to come last. */
function inOrder(mapping: NodeMap): (readonly [string, JsonRecord])[] {
  const nodes = new Map(Object.entries(mapping).flatMap(([id, node]) => ownRecord(id, node)));
  const order: (readonly [string, JsonRecord])[] = [];
  const walk = (from: string): void => {
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const node = nodes.get(id);
      if (node !== undefined) {
        nodes.delete(id);
        order.push([id, node]);
        open.push(
          ...listField(node['children'])
            .filter((child) => typeof child === 'string')
            .reverse(),
        );
      }
    }
  };
  for (const [id, { parent }] of [...nodes]) {
    if (typeof parent !== 'string' || !Object.hasOwn(mapping, parent)) {
      walk(id);
    }
  }
  for (const id of [...nodes.keys()]) {
    walk(id);
  }
  return order;
}

const ownRecord = (id: string, node: unknown): [string, JsonRecord][] => {
  const record = recordOf(node);
  return record === null ? [] : [[id, record]];
};

/** Finds the path to a node from the root; null if it is unknown. */
function pathTo(mapping: NodeMap, node: string | null): ReadonlySet<string> | null {
  const path = new Set<string>();
  for (let id = node; id !== null && Object.hasOwn(mapping, id) && !path.has(id); ) {
    path.add(id);
    id = stringOf(recordOf(mapping[id])?.['parent']);
  }
  return path.size === 0 ? null : path;
}

const authors: Readonly<Record<string, ConversationItem['author']>> = {
  user: 'person',
  assistant: 'assistant',
  tool: 'tool',
};

function itemOf(id: string, node: JsonRecord, isOnPath: boolean): ConversationItem[] {
  const message = recordOf(node['message']);
  const metadata = recordOf(message?.['metadata']);
  const blocks = blocksOf(recordOf(message?.['content']));
  if (message === null || blocks.length === 0) {
    return [];
  }
  const author = authors[stringOf(recordOf(message['author'])?.['role']) ?? ''] ?? 'program';
  const isHidden = metadata?.['is_visually_hidden_from_conversation'] === true;
  const isInjected = author === 'program' || isHidden;
  return [
    emptyItem({
      at: 0,
      id,
      author: isHidden ? 'program' : author,
      time: timeOf(message['create_time']),
      model: stringOf(metadata?.['model_slug']),
      blocks: author === 'tool' ? [{ kind: 'result', id: null, isError: false, text: messageText(blocks) }] : blocks,
      marks: [...(isOnPath ? [] : (['rewound'] as const)), ...(isInjected ? (['injected'] as const) : [])],
    }),
  ];
}

function blocksOf(content: JsonRecord | null): Block[] {
  const type = stringOf(content?.['content_type']) ?? 'unknown';
  const thoughts = recordsOf(content?.['thoughts']).map((thought) =>
    thoughtBlock(thought['summary'], thought['content']),
  );
  const parts = listField(content?.['parts']).flatMap((part): Block[] => {
    const record = recordOf(part);
    const text = stringOf(part) ?? stringOf(record?.['text']) ?? '';
    if (record === null || text !== '') {
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    return [{ kind: 'other', type: stringOf(record['content_type']) ?? 'unknown', text: '' }];
  });
  const text = stringOf(content?.['text']) ?? stringOf(content?.['result']) ?? stringOf(content?.['content']);
  const textBlocks: Block[] =
    text === null || text === '' ? [] : [type === 'code' ? codeOf(content, text) : { kind: 'text', text }];
  const profile = [content?.['user_profile'], content?.['user_instructions']].map(stringOf).filter(Boolean).join('\n');
  return [...thoughts, ...parts, ...textBlocks, ...(profile === '' ? [] : [{ kind: 'text' as const, text: profile }])];
}

const codeOf = (content: JsonRecord | null, text: string): Block => ({
  kind: 'call',
  id: null,
  name: stringOf(content?.['language']) ?? 'code',
  input: shownJson(text),
});

export const chatGptProgram: Program = {
  conversations: [
    {
      id: 'chatgpt',
      format: chatGptConversations,
      files: ['conversations.json', 'conversations-*.json', '*.zip'],
      holdsMany: true,
    },
  ],
};
