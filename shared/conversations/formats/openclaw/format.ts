import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  firstSaid,
  type ItemReader,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
  newItem,
  titleOf,
} from '../format.ts';
import { countOf, recordOf, stringOf, timeOf } from '../json-fields.ts';
import { messageItem } from '../messages/message-item.ts';
import { createPutInSplitter } from '../put-in.ts';

/** OpenClaw’s sessions, lines that name their parents. Written for versions of autumn 2026 that keep them as files. */
export const openClawConversations: LinesFormat = {
  reads: 'lines',
  id: 'openclaw',
  assistant: 'OpenClaw',
  overlap: 0,
  knows: ({ type }) => typeof type === 'string' && known.has(type),
  summarise(head, tail) {
    const both = [...head, ...tail];
    const items = itemsOfRecords(createReader(), both);
    const begun = both.find(({ type }) => type === 'session');
    const named = both.findLast(({ type }) => type === 'session_info');
    return {
      title: titleOf(stringOf(named?.['name']) ?? firstSaid(items)),
      folder: stringOf(begun?.['cwd']),
      startedAt: timeOf(begun?.['timestamp']) ?? items.find(({ time }) => time !== null)?.time ?? null,
      marks: [
        ...(items.some(({ kind }) => kind === 'compaction') ? (['compacted'] as const) : []),
        ...(typeof begun?.['parentSession'] === 'string' ? (['branch'] as const) : []),
      ],
    };
  },
  createReader,
};

/** Separates text that OpenClaw inserts into a person's message: the sender, and earlier messages of its channel. */
const splitPutIn = createPutInSplitter({
  elements: ['system-reminder'],
  others: [/[A-Z][\w ,’'-]{0,80} \(untrusted[^()\n]*\):\s*```\w*\n[\s\S]*?\n```/],
});

const known = new Set([
  'session',
  'message',
  'compaction',
  'branch_summary',
  'custom_message',
  'custom',
  'label',
  'session_info',
  'model_change',
  'thinking_level_change',
]);

function createReader(): ItemReader {
  return {
    read({ record, at }) {
      const item = itemOf(record, at);
      return item === null ? [] : [item];
    },
    end: () => [],
  };
}

function itemOf(record: JsonRecord, at: number): ConversationItem | null {
  const named = {
    id: stringOf(record['id']),
    parent: stringOf(record['parentId']),
    time: timeOf(record['timestamp']),
  };
  const summary = stringOf(record['summary']);
  const summarised = summary === null ? [] : [{ kind: 'text' as const, text: summary }];
  switch (record['type']) {
    case 'message': {
      const message = recordOf(record['message']);
      const item = message === null ? null : messageItem(message, at);
      return item === null ? null : splitPutIn({ ...item, ...named, time: named.time ?? item.time });
    }
    case 'compaction':
      return newItem({
        at,
        ...named,
        author: 'program',
        kind: 'compaction',
        blocks: summarised,
        compaction: {
          trigger: null,
          before: countOf(record['tokensBefore']),
          after: null,
          keptFrom: stringOf(record['firstKeptEntryId']),
          left: null,
        },
      });
    case 'branch_summary':
      return newItem({ at, ...named, author: 'program', marks: ['summary'], blocks: summarised });
    case 'custom_message': {
      const item = messageItem({ role: 'custom', content: record['content'] }, at);
      return item === null ? null : { ...item, ...named };
    }
    default:
      return null;
  }
}
