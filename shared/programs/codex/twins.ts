import type { PlacedRecord } from '../../conversations/formats/format.ts';
import { recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { blocksOf, messageText } from '../../conversations/formats/message-item.ts';
import { completedMessage } from './record.ts';

/** Records between which the same text comes at most as an event and as an item. */
const reach = 8;
/** Records around one that decide if it is a twin. */
export const twinsOverlap = 2 * reach;

type KeyedRecord = { readonly placed: PlacedRecord; readonly says: string | null; readonly isEvent: boolean };

/** Leaves out the events that only repeat an item beside them. */
export function createTwinFilter() {
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
    if (behind.length > reach) {
      behind.shift();
    }
    return isTwin ? [] : [one.placed];
  };
  return {
    /** @returns the records now known to be no twins */
    read(placed: PlacedRecord): PlacedRecord[] {
      ahead.push(keyed(placed));
      return ahead.length > reach ? decide() : [];
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
