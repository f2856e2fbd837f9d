import type { Block, ConversationItem } from '#shared/contract/features/conversations.ts';
import { emptyItem, type JsonRecord, newCompaction } from '../../conversations/formats/format.ts';
import { countField, recordOf, recordsOf, shownJson, stringOf } from '../../conversations/formats/json-fields.ts';
import { blocksOf, messageText } from '../../conversations/formats/message-item.ts';
import { createPutInSplitter } from '../../conversations/formats/put-in.ts';
import { measureLeft } from '../../conversations/reading/outline-item.ts';
import { timeOf } from '../../text/dates.ts';
import { parseJson } from '../../text/parse-json.ts';
import { completedMessage } from './record.ts';

/** Reads a line with content; null for any other. @param at start of the line, in bytes */
export function codexItem({ type, payload, timestamp }: JsonRecord, at: number): ConversationItem | null {
  const content = recordOf(payload);
  const time = timeOf(timestamp);
  if (content === null) {
    return null;
  }
  switch (type) {
    case 'response_item':
      return responseItem(content, at, time);
    case 'event_msg':
      return eventItem(content, at, time);
    case 'compacted':
      return compaction(stringOf(content['message']), remainingIn(content), at, time);
    default:
      return null;
  }
}

function responseItem(item: JsonRecord, at: number, time: number | null): ConversationItem | null {
  const kind = stringOf(item['type']) ?? '';
  const id = stringOf(item['id']);
  const callId = stringOf(item['call_id']);
  if (kind === 'message') {
    const blocks = blocksOf(item['content']);
    const author = item['role'] === 'assistant' ? 'assistant' : item['role'] === 'user' ? 'person' : 'program';
    return splitCodexInput(
      emptyItem({ at, id, time, blocks, author, marks: author === 'program' ? ['injected'] : [] }),
    );
  }
  if (kind === 'agent_message') {
    return emptyItem({ at, id, time, author: 'assistant', blocks: blocksOf(item['content']), marks: ['side'] });
  }
  if (kind === 'reasoning') {
    const texts = [...recordsOf(item['summary']), ...recordsOf(item['content'])].map(
      ({ text }) => stringOf(text) ?? '',
    );
    const text = texts.filter(Boolean).join('\n\n');
    return text === '' ? null : emptyItem({ at, id, time, author: 'assistant', blocks: [{ kind: 'thinking', text }] });
  }
  if (kind.endsWith('_output')) {
    return emptyItem({ at, id, time, author: 'tool', blocks: [resultOf(callId, item['output'])] });
  }
  if (kind.endsWith('_call')) {
    const name = stringOf(item['name']) ?? kind.replace(/_call$/, '');
    const input = shownJson(item['arguments'] ?? item['input'] ?? item['action'] ?? null);
    return emptyItem({ at, id, time, author: 'assistant', blocks: [{ kind: 'call', id: callId, name, input }] });
  }
  return null;
}

/** Reads the answer of a tool: for a command its output, with the exit code, as an object or as the JSON of one. */
function resultOf(id: string | null, output: unknown): Block {
  const ran = recordOf(typeof output === 'string' && output.startsWith('{') ? parseJson(output) : output);
  const code = recordOf(ran?.['metadata'])?.['exit_code'];
  if (typeof ran?.['output'] === 'string') {
    return { kind: 'result', id, text: ran['output'], isError: typeof code === 'number' && code !== 0 };
  }
  const record = recordOf(output);
  const inner = record?.['content'] ?? output;
  const text = typeof inner === 'object' && inner !== null ? messageText(blocksOf(inner)) : (stringOf(inner) ?? '');
  return {
    kind: 'result',
    id,
    text: text === '' ? shownJson(output ?? '') : text,
    isError: record?.['success'] === false,
  };
}

/** Reads events that no item repeats. */
function eventItem(event: JsonRecord, at: number, time: number | null): ConversationItem | null {
  const blocks = blocksOf(event['message']);
  switch (event['type']) {
    case 'user_message':
      return splitCodexInput(emptyItem({ at, time, blocks, author: 'person' }));
    case 'agent_message':
      return emptyItem({ at, time, blocks, author: 'assistant' });
    case 'error':
      return emptyItem({ at, time, blocks, author: 'program', marks: ['error'] });
    case 'context_compacted':
      return compaction(null, null, at, time);
    case 'item_completed':
      return completedItem(recordOf(event['item']), at, time);
    case 'thread_rolled_back':
      return emptyItem({ at, time, author: 'program', kind: 'rewind', turns: countField(event['num_turns']) ?? 1 });
    default:
      return null;
  }
}

/** Reads a message of a thread that has its messages in events alone. */
function completedItem(item: JsonRecord | null, at: number, time: number | null): ConversationItem | null {
  const message = completedMessage(item);
  return message && splitCodexInput(emptyItem({ at, time, author: message.author, blocks: blocksOf(message.text) }));
}

/** Tokens of the person's messages that Codex keeps if it lists none: `build_compacted_history` of its `compact.rs`. */
const keepsOfPerson = 20_000;

type RemainingItems = NonNullable<ConversationItem['compaction']>['left'];

function compaction(summary: string | null, left: RemainingItems, at: number, time: number | null): ConversationItem {
  const blocks = blocksOf(summary ?? '');
  const keeps = left === null ? { keepsOfPerson } : {};
  return newCompaction({ at, time, blocks }, { left, ...keeps });
}

/** Reads the texts the model still sees, as its program lists them, without the summary, which the compaction has. */
function remainingIn({ message, replacement_history: history }: JsonRecord): RemainingItems {
  const texts = recordsOf(history).flatMap(({ content }) => blocksOf(content));
  return Array.isArray(history)
    ? texts.flatMap((block) => (block.kind === 'text' && block.text !== message ? [measureLeft(block.text)] : []))
    : null;
}

/** Separates text that Codex and the editors around it insert into a person's message. */
export const splitCodexInput = createPutInSplitter({
  elements: [
    'environment_context',
    'user_instructions',
    'permissions instructions',
    'skill',
    'skills',
    'turn_aborted',
    'INSTRUCTIONS',
    'collaboration_mode',
    'subagent_notification',
    'user_shell_command',
    'apps_instructions',
    'plugins_instructions',
    'recommended_plugins',
  ],
  others: [
    /# AGENTS\.md instructions(?:[\s\S]*?<\/INSTRUCTIONS>|[\s\S]*$)/,
    /# Context from my IDE setup:[\s\S]*?## My request for Codex:/,
  ],
});
