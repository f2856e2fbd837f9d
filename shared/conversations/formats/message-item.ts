import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import { timeOf } from '../../text/dates.ts';
import { emptyItem, type JsonRecord } from './format.ts';
import { countField, listField, recordOf, recordsOf, shownJson, stringOf } from './json-fields.ts';

/** Messages as agent programs send them to models: `role`, `content`, `tool_calls`, `tool_call_id`. */

const authors: Readonly<Record<string, ConversationItem['author']>> = {
  user: 'person',
  human: 'person',
  assistant: 'assistant',
  model: 'assistant',
  tool: 'tool',
  function: 'tool',
  toolResult: 'tool',
};

export const isMessage = (record: JsonRecord): boolean => typeof record['role'] === 'string';

/** Reads a message; null for a record that is none. @param at its position */
export function messageItem(record: JsonRecord, at: number): ConversationItem | null {
  const role = stringOf(record['role']);
  if (role === null) {
    return null;
  }
  const contentBlocks = blocksOf(record['content']);
  const blocks = [...thinkingOf(record), ...contentBlocks, ...recordsOf(record['tool_calls']).map(callOf)];
  const isResult = authors[role] === 'tool' || (blocks.length > 0 && blocks.every(({ kind }) => kind === 'result'));
  return emptyItem({
    at,
    author: isResult ? 'tool' : (authors[role] ?? 'program'),
    id: stringOf(record['message_uuid']) ?? stringOf(record['id']),
    time: timeOf(record['timestamp']) ?? timeOf(record['message_created']) ?? timeOf(record['time']),
    model: stringOf(record['model']),
    blocks: authors[role] === 'tool' ? [resultOf(record, contentBlocks)] : blocks,
    usage: usageOf(recordOf(record['usage'])),
    marks: authors[role] === undefined ? ['injected'] : [],
  });
}

const thinkingOf = (record: JsonRecord): Block[] => {
  const text = stringOf(record['reasoning_content']) ?? stringOf(record['reasoning']);
  return text === null || text === '' ? [] : [{ kind: 'thinking', text }];
};

/** Makes a thought of its title and its text, as far as there are any. */
export const thoughtBlock = (title: unknown, text: unknown): Block => ({
  kind: 'thinking',
  text: [stringOf(title), stringOf(text)].filter(Boolean).join('\n'),
});

/** Reads content as text, or as blocks of any of the forms that are in use. */
export function blocksOf(content: unknown): Block[] {
  if (typeof content === 'string') {
    return content === '' ? [] : [{ kind: 'text', text: content }];
  }
  return listField(content).flatMap((one) => (typeof one === 'string' ? [{ kind: 'text', text: one }] : blockOf(one)));
}

function blockOf(value: unknown): Block[] {
  const block = recordOf(value);
  if (block === null) {
    return [];
  }
  const text = stringOf(block['text']) ?? '';
  switch (block['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return text === '' ? [] : [{ kind: 'text', text }];
    case 'thinking':
    case 'reasoning': {
      const thought = stringOf(block['thinking']) ?? text;
      return thought === '' ? [] : [{ kind: 'thinking', text: thought }];
    }
    case 'tool_use':
    case 'tool_call':
    case 'toolCall':
      return [callOf(block)];
    case 'tool_result':
      return [resultOf(block, blocksOf(block['content']))];
    default:
      return [{ kind: 'other', type: stringOf(block['type']) ?? 'unknown', text }];
  }
}

export function callOf(call: JsonRecord): Block {
  const { function: inner } = call;
  const named = recordOf(inner) ?? call;
  return {
    kind: 'call',
    id: stringOf(call['id']) ?? stringOf(call['tool_call_id']) ?? stringOf(call['call_id']),
    name: stringOf(named['name']) ?? stringOf(call['tool']) ?? '',
    input: shownJson(named['arguments'] ?? named['input'] ?? named['args'] ?? null),
  };
}

const resultOf = (record: JsonRecord, contentBlocks: readonly Block[]): Block => ({
  kind: 'result',
  id: stringOf(record['tool_call_id']) ?? stringOf(record['tool_use_id']) ?? stringOf(record['toolCallId']),
  text:
    typeof record['content'] === 'object' && contentBlocks.length === 0
      ? shownJson(record['content'])
      : messageText(contentBlocks),
  isError: record['is_error'] === true || record['isError'] === true,
});

/** Joins blocks to one text: images and the like by their kind. */
export const messageText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      'text' in block && block.text !== '' ? block.text : `[${block.kind === 'other' ? block.type : block.kind}]`,
    )
    .join('\n');

/** Reads counts of tokens by any of the names that are in use. */
export function usageOf(usage: JsonRecord | null): ConversationItem['usage'] {
  const one = (...names: string[]): number =>
    names.map((name) => countField(usage?.[name])).find((n) => n !== null) ?? 0;
  return usage === null
    ? null
    : {
        input: one('input', 'input_tokens', 'prompt_tokens'),
        cacheRead: one('cacheRead', 'cache_read_input_tokens'),
        cacheWrite: one('cacheWrite', 'cache_creation_input_tokens'),
        output: one('output', 'output_tokens', 'completion_tokens'),
      };
}
