import type { JsonRecord } from '../../conversations/formats/format.ts';
import { recordOf, recordsOf, stringOf } from '../../conversations/formats/json-fields.ts';

/** Unifies records: since autumn 2025 `{timestamp, type, payload}`; the first versions wrote the payload alone. */
export function envelopeOf(record: JsonRecord): JsonRecord {
  const { type, timestamp } = record;
  if (record['payload'] !== undefined) {
    return record;
  }
  if (typeof type === 'string') {
    return isResponseItem(type) ? { type: 'response_item', timestamp, payload: record } : record;
  }
  if (typeof record['record_type'] === 'string') {
    return { type: 'world_state', payload: record };
  }
  const isBeginning = typeof record['id'] === 'string' && typeof timestamp === 'string';
  return isBeginning ? { type: 'session_meta', timestamp, payload: record } : record;
}

/** True of a known kind of record, even if it is not shown. */
export function knowsRecord(record: JsonRecord): boolean {
  const { type, payload } = envelopeOf(record);
  const content = recordOf(payload);
  const kind = stringOf(content?.['type']) ?? '';
  switch (content === null ? null : type) {
    case 'session_meta':
    case 'turn_context':
    case 'compacted':
    case 'world_state':
      return true;
    case 'response_item':
      return isResponseItem(kind);
    case 'event_msg':
      return kind === 'item_completed' ? knowsCompleted(recordOf(content?.['item'])) : events.has(kind);
    default:
      return false;
  }
}

const isResponseItem = (kind: string): boolean => items.has(kind) || /_(?:call|output)$/.test(kind);

const items = new Set(['message', 'agent_message', 'reasoning', 'ghost_snapshot', 'compaction', 'compaction_summary']);

/** Events that are shown, and those that repeat an item or have no text. */
const events = new Set([
  'agent_message_delta',
  'agent_reasoning_delta',
  'apply_patch_approval_request',
  'exec_approval_request',
  'exec_command_begin',
  'exec_command_end',
  'exec_command_output_delta',
  'item_started',
  'mcp_startup_complete',
  'mcp_startup_update',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'patch_apply_begin',
  'patch_apply_end',
  'task_complete',
  'task_started',
  'thread_goal_updated',
  'thread_name_updated',
  'turn_complete',
  'turn_started',
  'view_image_tool_call',
  'web_search_begin',
  'web_search_end',
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'token_count',
  'turn_aborted',
  'turn_diff',
  'plan_update',
  'error',
  'stream_error',
  'warning',
  'background_event',
  'context_compacted',
  'thread_rolled_back',
  'session_configured',
  'shutdown_complete',
  'entered_review_mode',
  'exited_review_mode',
  'deprecation_notice',
  'raw_response_item',
]);

const authors = { UserMessage: 'person', AgentMessage: 'assistant' } as const;

/** Reads the message in the item of an `item_completed` event; null for any other item. */
export function completedMessage(item: JsonRecord | null) {
  const author = authors[item?.['type'] as keyof typeof authors];
  const texts = recordsOf(item?.['content']).map(({ text }) => stringOf(text) ?? '');
  return author === undefined ? null : { author, text: texts.join('\n') };
}

/** Items that only repeat the records beside them. */
const repeating = new Set([
  'Reasoning',
  'CommandExecution',
  'FileChange',
  'McpToolCall',
  'WebSearch',
  'ContextCompaction',
]);

export const knowsCompleted = (item: JsonRecord | null): boolean =>
  completedMessage(item) !== null || repeating.has(stringOf(item?.['type']) ?? '');
