import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { oneLine } from '../../../prompt/line-text.ts';
import { cutTo } from '../../../text/cut-to.ts';
import type { ConversationFormat, HeadAndTail, ItemReader, JsonRecord, PlacedRecord } from '../format.ts';
import { countOf, recordOf, stringOf, timeOf } from '../json-fields.ts';
import { blocksOf, isHuman, itemOf } from './item.ts';

/** Claude Code’s transcripts, one file of JSON lines for each session. Written for versions of autumn 2026. */
export const claudeConversations: ConversationFormat = {
  id: 'claude',
  assistant: 'Claude Code',
  overlap: 24,
  summarise,
  createReader,
};

const maxTitle = 200;

function summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail {
  const both = [...head, ...tail];
  const lastOf = (type: string, field: string): string | null =>
    stringOf(both.findLast((record) => record['type'] === type)?.[field]);
  const first = both.find(isHuman);
  const said = first === undefined ? null : blocksOf(recordOf(first['message'])?.['content']);
  const began = said?.find((block) => block.kind === 'text')?.text ?? null;
  const title =
    lastOf('custom-title', 'customTitle') ?? lastOf('ai-title', 'aiTitle') ?? lastOf('summary', 'summary') ?? began;
  const timed = both.map(({ timestamp }) => timeOf(timestamp)).find((time) => time !== null);
  return {
    title: title === null ? null : cutTo(oneLine(title), maxTitle),
    folder: both.map(({ cwd }) => stringOf(cwd)).find((cwd) => cwd !== null) ?? null,
    startedAt: timed ?? null,
  };
}

/** One reply of the assistant stands on several lines of one `message.id`, of which each repeats the usage. */
function createReader(): ItemReader {
  let open: { readonly item: ConversationItem; readonly reply: string | null } | null = null;
  const flush = (): readonly ConversationItem[] => {
    const items = open === null ? [] : [open.item];
    open = null;
    return items;
  };
  return {
    read({ record, at }: PlacedRecord) {
      const item = record['type'] === 'system' ? boundaryOf(record, at) : itemOf(record, at);
      if (item === null) {
        return [];
      }
      const reply = replyOf(record);
      if (open !== null && reply !== null && reply === open.reply) {
        open = { reply, item: { ...open.item, blocks: [...open.item.blocks, ...item.blocks], usage: item.usage } };
        return [];
      }
      const before = flush();
      open = { item, reply };
      return before;
    },
    end: flush,
  };
}

/** What all lines of one reply have in common; null for anything else. */
function replyOf(record: JsonRecord): string | null {
  const id = record['type'] === 'assistant' ? stringOf(recordOf(record['message'])?.['id']) : null;
  return id === null ? null : `${id} ${stringOf(record['requestId']) ?? ''}`;
}

function boundaryOf(record: JsonRecord, at: number): ConversationItem | null {
  if (record['subtype'] !== 'compact_boundary') {
    return null;
  }
  const about = recordOf(record['compactMetadata']);
  return {
    at,
    kind: 'compaction',
    author: 'program',
    id: stringOf(record['uuid']),
    time: timeOf(record['timestamp']),
    model: null,
    blocks: [],
    usage: null,
    marks: [],
    compaction: {
      trigger: stringOf(about?.['trigger']),
      before: countOf(about?.['preTokens']),
      after: countOf(about?.['postTokens']),
    },
  };
}
