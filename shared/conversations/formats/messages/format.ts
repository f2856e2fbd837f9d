import type { ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import { parseJson } from '../../../text/parse-json.ts';
import {
  firstSaid,
  type HeadAndTail,
  type ItemReader,
  itemsOfRecords,
  type LinesFormat,
  titleOf,
  type WholeConversation,
  type WholeFormat,
} from '../format.ts';
import { oddIn, recordsOf } from '../json-fields.ts';
import { isMessage, messageItem } from './message-item.ts';

/** Makes the format of a file of messages only, one on each line. */
const messageLines = (id: ConversationFormatId, assistant: string): LinesFormat => ({
  reads: 'lines',
  id,
  assistant,
  overlap: 0,
  knows: isMessage,
  summarise: (head, tail) => summaryOf(itemsOfRecords(createReader(), [...head, ...tail])),
  createReader,
});

/** Amplifier’s `transcript.jsonl`. Written for versions of autumn 2026. */
export const amplifierConversations = messageLines('amplifier', 'Amplifier');

/** Conversations that Contexture keeps for agent programs. */
export const ownConversations = messageLines('own', 'Contexture');

/** LarAgent’s chat histories, each one JSON array of messages. Written for versions of autumn 2026. */
export const larAgentConversations: WholeFormat = {
  reads: 'whole',
  id: 'laragent',
  assistant: 'LarAgent',
  read: readArray,
};

function createReader(): ItemReader {
  return {
    read({ record, at }) {
      const item = messageItem(record, at);
      return item === null ? [] : [item];
    },
    end: () => [],
  };
}

const summaryOf = (items: readonly ConversationItem[]): HeadAndTail => ({
  title: titleOf(firstSaid(items)),
  folder: null,
  startedAt: items.find(({ time }) => time !== null)?.time ?? null,
  marks: [],
});

function readArray(text: string): readonly WholeConversation[] | null {
  const value = parseJson(text);
  const records = recordsOf(value);
  // An array of anything else is not a chat; an empty one is a chat that was cleared.
  if (!Array.isArray(value) || (value.length > 0 && !records.some(isMessage))) {
    return null;
  }
  const items = itemsOfRecords(createReader(), records);
  const unknown = records.filter((one) => !isMessage(one));
  const odd = [...oddIn(value), ...unknown.map((one) => ({ why: 'unknown' as const, text: JSON.stringify(one) }))];
  return [{ ...summaryOf(items), odd, inner: null, changedAt: null, items }];
}
