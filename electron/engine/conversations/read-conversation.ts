import { toContextureError } from '#shared/contract/errors.ts';
import type { Conversation, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { JsonRecord, PlacedRecord } from '#shared/conversations/formats/format.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import type { FoundConversation } from './find-conversations.ts';
import { linesBefore, linesFrom, type PlacedLine } from './lines.ts';

const headLines = 40;
const tailLines = 20;

/** What a list says of a conversation, by its beginning and its end. Never rejects. */
export async function summaryOf(ports: Ports, found: FoundConversation): Promise<Conversation> {
  const { id, place, path, bytes, changedAt } = found;
  const { format } = place;
  const known = { id, format: format.id, assistant: format.assistant, path, bytes, changedAt };
  try {
    const head = await first(ports, linesFrom(ports, path, 0), headLines);
    const tail = await first(ports, linesBefore(ports, path, bytes), tailLines);
    const { title, folder, startedAt } = format.summarise(head, tail.reverse());
    const name = folder === null ? null : ports.paths.basename(folder) || folder;
    const project = name === null ? null : { name, path: folder };
    return { ...known, project, title, startedAt, problem: null };
  } catch (error) {
    return { ...known, project: null, title: null, startedAt: null, problem: toContextureError(error).message };
  }
}

async function first(ports: Ports, lines: AsyncIterable<PlacedLine>, most: number): Promise<JsonRecord[]> {
  const records: JsonRecord[] = [];
  let count = 0;
  for await (const line of lines) {
    const placed = recordOf(ports, line);
    records.push(...(placed === null ? [] : [placed.record]));
    count += 1;
    if (count === most) {
      break;
    }
  }
  return records;
}

export type Page = {
  readonly items: ConversationItem[];
  readonly before: number | null;
  readonly after: number | null;
  readonly unread: number;
};

/** Items from a place on. @param from where an item begins */
export async function pageFrom(ports: Ports, found: FoundConversation, from: number, limit: number): Promise<Page> {
  const reader = found.place.format.createReader();
  const items: ConversationItem[] = [];
  let unread = 0;
  for await (const line of linesFrom(ports, found.path, from)) {
    const placed = recordOf(ports, line);
    unread += placed === null && !isBlank(line) ? 1 : 0;
    items.push(...(placed === null ? [] : reader.read(placed)));
    if (items.length > limit) {
      break;
    }
  }
  if (items.length <= limit) {
    items.push(...reader.end());
  }
  const after = items[limit]?.at ?? null;
  return { items: items.slice(0, limit), before: from === 0 ? null : from, after, unread };
}

/** The last items before a place. @param before where an item begins, or the file ends */
export async function pageBefore(ports: Ports, found: FoundConversation, before: number, limit: number): Promise<Page> {
  const { format } = found.place;
  const records: PlacedRecord[] = [];
  let unread = 0;
  let wanted = limit + format.overlap;
  let items: ConversationItem[] = [];
  let isWhole = true;
  for await (const line of linesBefore(ports, found.path, before)) {
    const placed = recordOf(ports, line);
    unread += placed === null && !isBlank(line) ? 1 : 0;
    records.push(...(placed === null ? [] : [placed]));
    if (records.length >= wanted) {
      items = itemsOf(format.createReader(), records);
      if (items.length > limit + format.overlap) {
        isWhole = false;
        break;
      }
      wanted *= 2;
    }
  }
  items = isWhole ? itemsOf(format.createReader(), records) : items;
  const shown = items.slice(-limit);
  const first = shown[0]?.at ?? null;
  const isFirst = isWhole && shown.length === items.length;
  return { items: shown, before: isFirst ? null : first, after: before === found.bytes ? null : before, unread };
}

/** @param records the last of them first */
function itemsOf(
  reader: ReturnType<FoundConversation['place']['format']['createReader']>,
  records: readonly PlacedRecord[],
) {
  return [...records.toReversed().flatMap((placed) => reader.read(placed)), ...reader.end()];
}

const isBlank = ({ bytes }: PlacedLine): boolean => bytes?.every((byte) => byte === 0x20 || byte === 0x0d) ?? false;

function recordOf(ports: Ports, { at, bytes }: PlacedLine): PlacedRecord | null {
  const text = bytes === null ? null : ports.decodeText(bytes);
  const value = text === null ? undefined : parseJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { record: value as JsonRecord, at }
    : null;
}
