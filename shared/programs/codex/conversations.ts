import type { ConversationItem, Usage } from '#shared/contract/features/conversations.ts';
import {
  factsOf,
  type ItemReader,
  itemsOfRecords,
  type JsonRecord,
  type LinesFormat,
  sumOfUsage,
  usageWithCached,
} from '../../conversations/formats/format.ts';
import { countField, recordOf, stringOf } from '../../conversations/formats/json-fields.ts';
import { timeOf } from '../../text/dates.ts';
import { codexItem } from './item.ts';
import { envelopeOf, knowsRecord } from './record.ts';
import { createTwinFilter, twinsOverlap } from './twins.ts';

/** Codex’s rollouts, `{timestamp, type, payload}` on every line. Written for versions of autumn 2026. */
export const codexConversations: LinesFormat = {
  reads: 'lines',
  id: 'codex',
  overlap: twinsOverlap,
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
