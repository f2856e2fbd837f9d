import type { ConversationItem, Usage } from '#shared/contract/features/conversations.ts';
import {
  factsOf,
  type ItemReader,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
  type PlacedRecord,
  sumOfUsage,
  usageWithCached,
} from '../../conversations/formats/format.ts';
import { countField, recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { blocksOf, messageText } from '../../conversations/formats/message-item.ts';
import { timeOf } from '../../text/dates.ts';
import { codexItem } from './item.ts';
import { completedMessage, envelopeOf, knowsRecord } from './record.ts';

/** Records between which the same text comes at most as an event and as an item. */
const twinReach = 8;

/** Codex’s rollouts, `{timestamp, type, payload}` on every line. Written for versions of autumn 2026. */
export const codexConversations: LinesFormat = {
  reads: 'lines',
  id: 'codex',
  // Records around one that decide if it is a twin.
  overlap: 2 * twinReach,
  knows: knowsRecord,
  summarise(head, tail) {
    const both = [...head, ...tail].map(envelopeOf);
    const named = both
      .map(({ payload }) => recordOf(payload))
      .findLast((event) => event?.['type'] === 'thread_name_updated');
    const items = itemsOfRecords(createReader(), both);
    const meta = recordOf(both.find(({ type }) => type === 'session_meta')?.['payload']);
    return factsOf(items, {
      title: stringOf(named?.['thread_name']) || null,
      folder: stringOf(meta?.['cwd']) ?? folderIn(items),
      startedAt: timeOf(meta?.['timestamp']) ?? timeOf(both[0]?.['timestamp']),
      isBranch: typeof meta?.['forked_from_id'] === 'string',
    });
  },
  createReader,
};

/** Folder named by the environment that Codex puts in first; its first form has none elsewhere. */
function folderIn(items: readonly ConversationItem[]): string | null {
  const texts = items.flatMap(({ blocks }) => blocks.flatMap((block) => ('text' in block ? [block.text] : [])));
  const environment = texts.find((text) => text.trimStart().startsWith('<environment_context>'));
  return /<cwd>([^<]+)<\/cwd>/.exec(environment ?? '')?.[1]?.trim() ?? null;
}

/** Reads records into items: output of the model up to another speaker is one, with the usage that follows. */
function createReader(): ItemReader {
  const twins = createTwinFilter();
  let open: ConversationItem | null = null;
  let total: string | null = null;
  function put(item: ConversationItem | null): ConversationItem[] {
    const complete = open === null ? [] : [open];
    open = item;
    return complete;
  }
  function take(record: JsonRecord, at: number): ConversationItem[] {
    const counted = countedIn(record);
    if (counted !== null) {
      // The same count comes again when nothing was used.
      if (open?.author === 'assistant' && counted.total !== total) {
        open = { ...open, usage: sumOfUsage(open.usage, counted.usage) };
      }
      total = counted.total;
      return [];
    }
    const item = codexItem(record, at);
    if (item === null) {
      return [];
    }
    if (open?.author === 'assistant' && item.author === 'assistant' && isOfOther(open) === isOfOther(item)) {
      open = { ...open, blocks: [...open.blocks, ...item.blocks], model: open.model ?? item.model };
      return [];
    }
    return put(item);
  }
  const takeAll = (placed: readonly { readonly record: JsonRecord; readonly at: number }[]) =>
    placed.flatMap(({ record, at }) => take(record, at));
  return {
    read: ({ record, at }) => takeAll(twins.read({ record: envelopeOf(record), at })),
    end: () => [...takeAll(twins.end()), ...put(null)],
  };
}

/** True of a message of another agent, which is no part of the assistant's answer. */
const isOfOther = ({ marks }: ConversationItem): boolean => marks.includes('side');

function countedIn({ type, payload }: JsonRecord): { readonly usage: Usage; readonly total: string } | null {
  const event = type === 'event_msg' ? recordOf(payload) : null;
  const info = event?.['type'] === 'token_count' ? recordOf(event['info']) : null;
  const last = recordOf(info?.['last_token_usage']);
  if (last === null) {
    return null;
  }
  const of = (name: string): number => countField(last[name]) ?? 0;
  const usage = usageWithCached(of('input_tokens'), of('cached_input_tokens'), of('output_tokens'));
  return { usage, total: JSON.stringify(info?.['total_token_usage'] ?? null) };
}

type KeyedRecord = { readonly placed: PlacedRecord; readonly says: string | null; readonly isEvent: boolean };

/** Leaves out the events that only repeat an item beside them. */
function createTwinFilter() {
  const behind: KeyedRecord[] = [];
  const ahead: KeyedRecord[] = [];
  const decide = (): PlacedRecord[] => {
    const one = ahead.shift();
    if (one === undefined) {
      return [];
    }
    const isTwin =
      one.isEvent &&
      one.says !== null &&
      [...behind, ...ahead].some((other) => !other.isEvent && other.says === one.says);
    behind.push(one);
    if (behind.length > twinReach) {
      behind.shift();
    }
    return isTwin ? [] : [one.placed];
  };
  return {
    /** @returns the records now known to be no twins */
    read(placed: PlacedRecord): PlacedRecord[] {
      ahead.push(keyed(placed));
      return ahead.length > twinReach ? decide() : [];
    },
    end(): PlacedRecord[] {
      const rest: PlacedRecord[] = [];
      while (ahead.length > 0) {
        rest.push(...decide());
      }
      return rest;
    },
  };
}

function keyed(placed: PlacedRecord): KeyedRecord {
  const { type, payload } = placed.record;
  const content = recordOf(payload);
  const isEvent = type === 'event_msg';
  return { placed, isEvent, says: isEvent ? eventSays(content) : itemSays(type, content) };
}

function eventSays(event: ReturnType<typeof recordOf>): string | null {
  switch (event?.['type']) {
    case 'user_message':
      return `user ${stringOf(event['message'])?.trim()}`;
    case 'agent_message':
      return `assistant ${stringOf(event['message'])?.trim()}`;
    case 'item_completed':
      return completedSays(recordOf(event['item']));
    case 'context_compacted':
      return 'compacted';
    default:
      return null;
  }
}

function completedSays(item: ReturnType<typeof recordOf>): string | null {
  const message = completedMessage(item);
  return message && `${message.author === 'person' ? 'user' : 'assistant'} ${message.text.trim()}`;
}

function itemSays(type: unknown, item: ReturnType<typeof recordOf>): string | null {
  if (type === 'compacted') {
    return 'compacted';
  }
  return type === 'response_item' && item?.['type'] === 'message'
    ? `${stringOf(item['role'])} ${messageText(blocksOf(item['content'])).trim()}`
    : null;
}
