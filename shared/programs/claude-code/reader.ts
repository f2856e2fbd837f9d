import type { ConversationItem, Usage } from '#shared/contract/features/conversations.ts';
import {
  emptyItem,
  type ItemReader,
  type JsonRecord,
  newCompaction,
  type PlacedRecord,
  sumOfUsage,
} from '../../conversations/formats/format.ts';
import { countField, recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { blocksOf } from '../../conversations/formats/message-item.ts';
import { claudeItem, placeOf } from './item.ts';

/** Limit on the lines between those of one reply: answers of its tools. */
export const overlap = 24;

/** Reads lines into items: adjacent lines of one reply (`message.id`) are one item. Each repeats the usage so far. */
export function createClaudeReader(): ItemReader {
  let open: { readonly item: ConversationItem; readonly reply: string | null } | null = null;
  const usageSoFar = createUsageSoFar();
  const flush = (): readonly ConversationItem[] => {
    const items = open === null ? [] : [open.item];
    open = null;
    return items;
  };
  function take({ record, at }: PlacedRecord): readonly ConversationItem[] {
    const item = record['type'] === 'system' ? systemItem(record, at) : claudeItem(record, at);
    const reply = replyOf(record);
    const usage = usageSoFar(reply, item?.usage ?? null);
    if (item === null) {
      return [];
    }
    if (open !== null && reply !== null && reply === open.reply) {
      const { item: begun } = open;
      const blocks = [...begun.blocks, ...item.blocks];
      open = { reply, item: { ...begun, blocks, usage: sumOfUsage(begun.usage, usage) } };
      return [];
    }
    const complete = flush();
    open = { reply, item: { ...item, usage } };
    return complete;
  }
  const silent = createSilentRuns();
  return {
    read: (placed) => take(placed).flatMap(silent.read),
    end: () => [...flush().flatMap(silent.read), ...silent.end()],
  };
}

/** Joins messages of one author that follow each other without a word or a call: some files have thousands. */
function createSilentRuns() {
  let run: { readonly first: ConversationItem; readonly count: number } | null = null;
  function end(): ConversationItem[] {
    const ended = run;
    run = null;
    const type = ended?.count === 1 ? 'a message without a word' : `${ended?.count} messages without a word`;
    return ended === null ? [] : [{ ...ended.first, blocks: [{ kind: 'other', type, text: '' }] }];
  }
  return {
    read(item: ConversationItem): ConversationItem[] {
      const isSilent = item.kind === 'message' && item.blocks.length === 0;
      if (isSilent && run?.first.author === item.author) {
        run = { first: { ...run.first, usage: sumOfUsage(run.first.usage, item.usage) }, count: run.count + 1 };
        return [];
      }
      const before = end();
      run = isSilent ? { first: item, count: 1 } : null;
      return isSilent ? before : [...before, item];
    },
    end,
  };
}

/** Subtracts from each line’s usage the part that earlier lines counted. */
function createUsageSoFar() {
  let line = 0;
  /** Counted usages, the latest last; as many as the lines looked back. */
  const counted = new Map<string, { readonly usage: Usage; readonly line: number }>();
  return (reply: string | null, usage: Usage | null): Usage | null => {
    line += 1;
    if (reply === null || usage === null) {
      return usage;
    }
    const before = counted.get(reply);
    counted.delete(reply);
    counted.set(reply, { usage, line });
    const [oldest] = counted.keys();
    if (counted.size > overlap && oldest !== undefined) {
      counted.delete(oldest);
    }
    return before === undefined || line - before.line > overlap ? usage : less(usage, before.usage);
  };
}

/** Id shared by all lines of one reply; null for anything else. */
function replyOf(record: JsonRecord): string | null {
  const id = record['type'] === 'assistant' ? stringOf(recordOf(record['message'])?.['id']) : null;
  return id === null ? null : `${id} ${stringOf(record['requestId']) ?? ''}`;
}

const less = (usage: Usage, before: Usage): Usage => ({
  input: Math.max(0, usage.input - before.input),
  cacheRead: Math.max(0, usage.cacheRead - before.cacheRead),
  cacheWrite: Math.max(0, usage.cacheWrite - before.cacheWrite),
  output: Math.max(0, usage.output - before.output),
});

/** Reads a line of the program itself, if it has content. */
function systemItem(record: JsonRecord, at: number): ConversationItem | null {
  const position = placeOf(record, at);
  if (record['subtype'] === 'compact_boundary') {
    const about = recordOf(record['compactMetadata']);
    return newCompaction(position, {
      trigger: stringOf(about?.['trigger']),
      before: countField(about?.['preTokens']),
      after: countField(about?.['postTokens']),
    });
  }
  const blocks = blocksOf(record['content']);
  return blocks.length === 0 ? null : emptyItem({ ...position, author: 'program', blocks, marks: ['injected'] });
}
