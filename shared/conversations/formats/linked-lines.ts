import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import type { ConversationFormatId } from '../../programs/program-ids.ts';
import { timeOf } from '../../text/dates.ts';
import {
  emptyItem,
  factsOf,
  itemReader,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
  newCompaction,
} from './format.ts';
import { countField, recordOf, stringOf } from './json-fields.ts';
import { messageItem } from './message-item.ts';

type MessageReader = (message: JsonRecord, at: number) => ConversationItem | null;

/** Makes the format of sessions whose lines name their parents, as Pi's library writes. @param read of a message */
export function linkedLines(id: ConversationFormatId, read: MessageReader = messageItem): LinesFormat {
  const createReader = itemReader((record, at) => itemOf(record, at, read));
  return {
    reads: 'lines',
    id,
    overlap: 0,
    knows: ({ type }) => typeof type === 'string' && knownTypes.has(type),
    summarise(head, tail) {
      const both = [...head, ...tail];
      const begun = both.find(({ type }) => type === 'session');
      return factsOf(itemsOfRecords(createReader(), both), {
        title: stringOf(both.findLast(({ type }) => type === 'session_info')?.['name']),
        folder: stringOf(begun?.['cwd']),
        startedAt: timeOf(begun?.['timestamp']),
        isBranch: typeof begun?.['parentSession'] === 'string',
      });
    },
    createReader,
  };
}

const knownTypes = new Set([
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

function itemOf(record: JsonRecord, at: number, read: MessageReader): ConversationItem | null {
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
      const item = message === null ? null : read(message, at);
      return item && { ...item, ...named, time: named.time ?? item.time };
    }
    case 'compaction':
      return newCompaction(
        { at, ...named, blocks: summarised },
        { before: countField(record['tokensBefore']), keptFrom: stringOf(record['firstKeptEntryId']) },
      );
    case 'branch_summary':
      return emptyItem({ at, ...named, author: 'program', marks: ['summary'], blocks: summarised });
    case 'custom_message': {
      const item = messageItem({ role: 'custom', content: record['content'] }, at);
      return item && { ...item, ...named };
    }
    default:
      return null;
  }
}
