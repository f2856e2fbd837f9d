import { toContextureError } from '#shared/contract/errors.ts';
import type { Conversation, ConversationItem } from '#shared/contract/features/conversations.ts';
import type { ItemReader, PlacedRecord } from '#shared/conversations/formats/format.ts';
import { recordOf as jsonRecord } from '#shared/conversations/formats/json-fields.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import type { FoundConversation } from './find-conversations.ts';
import { linesBefore, linesFrom, type PlacedLine } from './lines.ts';

const headLines = 40;
const tailLines = 20;
/** Bytes after which a slice ends with the item that was begun. */
const maxSliceBytes = 4 * 1024 * 1024;

type Summary = Omit<Conversation, 'parent' | 'subagents' | 'deletedAt'>;

/** What a list says of a conversation, by its beginning and its end. Never rejects. */
export async function summaryOf(ports: Ports, found: FoundConversation): Promise<Summary> {
  const { id, place, path, bytes, changedAt } = found;
  const { format } = place;
  const known = { id, format: format.id, assistant: format.assistant, path, bytes, changedAt };
  try {
    const head = await first(linesFrom(ports, path, 0), headLines);
    const tail = await first(linesBefore(ports, path, bytes), tailLines);
    const { title, folder, startedAt, marks } = format.summarise(
      recordsOf(ports, head).map(({ record }) => record),
      recordsOf(ports, tail.reverse()).map(({ record }) => record),
    );
    const name = folder === null ? null : ports.paths.basename(folder) || folder;
    const project = name === null ? null : { name, path: folder };
    return { ...known, project, title, startedAt, marks, problem: null };
  } catch (error) {
    const { message } = toContextureError(error);
    return { ...known, project: null, title: null, startedAt: null, marks: [], problem: message };
  }
}

async function first(lines: AsyncIterable<PlacedLine>, most: number): Promise<PlacedLine[]> {
  const found: PlacedLine[] = [];
  for await (const line of lines) {
    found.push(line);
    if (found.length >= most) {
      break;
    }
  }
  return found;
}

const recordsOf = (ports: Ports, lines: readonly PlacedLine[]): PlacedRecord[] =>
  lines.flatMap((line) => recordOf(ports, line) ?? []);

/** Items that follow each other, and what lies among them that is not shown. */
export type Slice = {
  readonly items: readonly ConversationItem[];
  /** Where the items before them end, and those after them begin; null where there are none. */
  readonly before: number | null;
  readonly after: number | null;
  /** Lines that are not what they should be, and lines of kinds that are not known. */
  readonly unread: number;
  readonly unknown: number;
};

/** At least one item, if there is any, and at most so many. @param from where an item begins */
export async function itemsFrom(ports: Ports, found: FoundConversation, from: number, limit: number): Promise<Slice> {
  const reader = found.place.format.createReader();
  const above = await first(linesBefore(ports, found.path, from), found.place.format.overlap);
  itemsOf(reader, recordsOf(ports, above.reverse()));
  const items: ConversationItem[] = [];
  const lines: ReadLine[] = [];
  let isWhole = true;
  for await (const line of linesFrom(ports, found.path, from)) {
    const placed = recordOf(ports, line);
    lines.push(readLine(found, line, placed));
    items.push(...(placed === null ? [] : reader.read(placed)));
    if (items.length > limit || (items.length > 1 && line.end - from > maxSliceBytes)) {
      isWhole = false;
      break;
    }
  }
  items.push(...reader.end());
  // The last one may go on after what was read.
  const shown = items.slice(0, Math.min(limit, isWhole ? items.length : items.length - 1));
  const after = items[shown.length]?.at ?? null;
  const among = lines.filter(({ at }) => after === null || at < after);
  return { items: shown, before: from === 0 ? null : from, after, ...countsOf(among) };
}

/** The last items before a place, at most so many. @param before where an item begins, or the file ends */
export async function itemsBefore(
  ports: Ports,
  found: FoundConversation,
  before: number,
  limit: number,
): Promise<Slice> {
  const { format } = found.place;
  const records: PlacedRecord[] = [];
  const lines: ReadLine[] = [];
  let wanted = limit + format.overlap;
  let items: ConversationItem[] = [];
  let isWhole = true;
  for await (const line of linesBefore(ports, found.path, before)) {
    const placed = recordOf(ports, line);
    lines.push(readLine(found, line, placed));
    records.push(...(placed === null ? [] : [placed]));
    if (records.length >= wanted) {
      items = itemsOf(format.createReader(), records.toReversed());
      if (items.length > limit + format.overlap) {
        isWhole = false;
        break;
      }
      wanted *= 2;
    }
  }
  items = isWhole ? itemsOf(format.createReader(), records.toReversed()) : items;
  const shown = items.slice(-limit);
  const isFirst = isWhole && shown.length === items.length;
  const start = isFirst ? null : (shown[0]?.at ?? null);
  const among = lines.filter(({ at }) => start === null || at >= start);
  return { items: shown, before: start, after: before >= found.bytes ? null : before, ...countsOf(among) };
}

const itemsOf = (reader: ItemReader, records: readonly PlacedRecord[]): ConversationItem[] => [
  ...records.flatMap((placed) => reader.read(placed)),
  ...reader.end(),
];

/** A line, and why nothing of it is shown; null where it is known what it is. */
type ReadLine = { readonly at: number; readonly odd: 'unread' | 'unknown' | null };

function readLine({ place }: FoundConversation, line: PlacedLine, placed: PlacedRecord | null): ReadLine {
  if (placed !== null) {
    return { at: line.at, odd: place.format.knows(placed.record) ? null : 'unknown' };
  }
  return { at: line.at, odd: isBlank(line) || isBeingWritten(line) ? null : 'unread' };
}

const countsOf = (lines: readonly ReadLine[]) => ({
  unread: lines.filter(({ odd }) => odd === 'unread').length,
  unknown: lines.filter(({ odd }) => odd === 'unknown').length,
});

const isBlank = ({ bytes }: PlacedLine): boolean => bytes?.every((byte) => byte === 0x20 || byte === 0x0d) ?? false;

/** Whether it has no end yet: its program is not done with it, or never will be. */
const isBeingWritten = ({ at, end, bytes }: PlacedLine): boolean => bytes !== null && end - at === bytes.length;

function recordOf(ports: Ports, { at, bytes }: PlacedLine): PlacedRecord | null {
  const text = bytes === null ? null : ports.decodeText(bytes);
  const record = text === null ? null : jsonRecord(parseJson(text.replace(/^\uFEFF/, '')));
  return record === null ? null : { record, at };
}
