import type { JsonRecord } from '../format.ts';
import { recordOf, stringOf } from '../json-fields.ts';

/** A record as Codex writes it since its autumn of 2025, `{timestamp, type, payload}`. Its first versions wrote the payload alone. */
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

/** True of a kind of record that is known, also if nothing of it is shown. */
export function knowsRecord(record: JsonRecord): boolean {
  const { type, payload } = envelopeOf(record);
  const said = recordOf(payload);
  const kind = stringOf(said?.['type']) ?? '';
  switch (said === null ? null : type) {
    case 'session_meta':
    case 'turn_context':
    case 'compacted':
    case 'world_state':
      return true;
    case 'response_item':
      return isResponseItem(kind);
    case 'event_msg':
      return events.has(kind) || /_(?:begin|end|delta|started|completed?|updated|ended|request|response)$/.test(kind);
    default:
      return false;
  }
}

const isResponseItem = (kind: string): boolean => items.has(kind) || /_(?:call|output)$/.test(kind);

const items = new Set(['message', 'agent_message', 'reasoning', 'ghost_snapshot', 'compaction', 'compaction_summary']);

/** Events of which something is shown, and those that say what an item says or nothing that was said. */
const events = new Set([
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
