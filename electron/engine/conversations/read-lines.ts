import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  type ItemReader,
  type LinesFormat,
  lastTimeOf,
  type OddRecord,
  type PlacedRecord,
  type QueueFollower,
} from '#shared/conversations/formats/format.ts';
import { type LineRecords, recordsInLine } from '#shared/conversations/formats/records-in-line.ts';
import type { ConversationSummary, Ports } from '../ports.ts';
import { linesBefore, linesFrom, type PlacedLine } from './lines.ts';

const headLines = 40;
const tailLines = 20;
const fewLines = 32 * 1024;
/** Bytes after a queued message to search for its repetition. */
const maxQueuedBytes = 16 * 1024 * 1024;
/** Bytes after which a slice ends with the current item. */
const maxSliceBytes = 4 * 1024 * 1024;

export type LinesSource = {
  readonly files: Pick<Ports['files'], 'readPart'>;
  readonly path: string;
  readonly bytes: number;
  readonly format: LinesFormat;
  readonly decodeText: Ports['decodeText'];
  /** True if nobody has written to it for a while, so a last line without an end is not being written. */
  readonly isAtRest: boolean;
};

/** Reads facts from the beginning and the end of a conversation. @param namedAt place of a record between them that names it */
export async function readHeadAndTail(
  source: LinesSource,
  namedAt: number | null = null,
): Promise<ConversationSummary> {
  const head = await first(linesFrom(source, source.path, 0, fewLines), headLines);
  const tail = await first(linesBefore(source, source.path, source.bytes, fewLines), tailLines);
  const [beginning, ending] = [recordsOf(source, head), recordsOf(source, tail.reverse())];
  const naming = namedAt === null ? null : await lineAt(source, namedAt);
  const between =
    naming === null ? [] : recordsOf(source, [naming]).filter(({ record }) => source.format.names?.(record));
  const summary = source.format.summarise(
    [...beginning, ...between].map(({ record }) => record),
    ending.map(({ record }) => record),
  );
  const timeIn = (records: readonly PlacedRecord[]) => lastTimeOf(itemsOf(source.format.createReader(), records));
  const lastSaidAt = timeIn(ending);
  // Messages of some early versions have no times; only the beginning of the conversation has one.
  const isUntimed = lastSaidAt === null && timeIn(beginning) === null;
  return { ...summary, lastSaidAt: isUntimed ? summary.startedAt : lastSaidAt };
}

async function first(lines: AsyncIterable<PlacedLine>, most: number): Promise<PlacedLine[]> {
  const taken: PlacedLine[] = [];
  if (most === 0) {
    return taken;
  }
  for await (const line of lines) {
    taken.push(line);
    if (taken.length >= most) {
      break;
    }
  }
  return taken;
}

const recordsOf = (source: LinesSource, lines: readonly PlacedLine[]): PlacedRecord[] =>
  lines.flatMap((line) => recordsOfLine(source, line).records);

const settledRecords = (source: LinesSource, lines: readonly PlacedLine[]): Promise<readonly PlacedRecord[]> =>
  settled(source, recordsOf(source, lines));

/** Records without queued messages that are repeated later; those that may still be repeated have `isQueued`. */
async function settled(source: LinesSource, records: readonly PlacedRecord[]): Promise<readonly PlacedRecord[]> {
  const { followQueued } = source.format;
  const remaining: PlacedRecord[] = [];
  for (const placed of records) {
    const follow = followQueued?.(placed.record) ?? null;
    const stays = follow === null || (await endOfQueue(source, placed.at, follow));
    if (stays !== false) {
      remaining.push(stays === null ? { ...placed, record: { ...placed.record, isQueued: true } } : placed);
    }
  }
  return remaining;
}

async function endOfQueue(source: LinesSource, at: number, follow: QueueFollower): Promise<boolean | null> {
  for await (const line of linesFrom(source, source.path, at)) {
    for (const later of recordsOfLine(source, line).records) {
      const stays = later.at > at ? follow(later.record) : null;
      if (stays !== null) {
        return stays;
      }
    }
    if (line.end - at > maxQueuedBytes) {
      return true;
    }
  }
  return null;
}

export type Slice = {
  readonly items: readonly ConversationItem[];
  /** Place where the previous items end, and in `after` the next ones begin; null if there are none. */
  readonly before: number | null;
  readonly after: number | null;
  readonly end: number;
  readonly odd: readonly OddLine[];
  /** Place of the last record among them with which the person names the conversation; missing if nobody looked. */
  readonly namedAt?: number | null;
};

/** A line that is not shown. `at`: its place, or its number among those of a file that is read whole. */
export type OddLine = { readonly at: number; readonly why: OddRecord['why'] };

/** Reads up to `limit` items, and at least one if there is any. @param from place of an item's beginning */
export async function linesItemsFrom(source: LinesSource, from: number, limit: number): Promise<Slice> {
  const { format, path } = source;
  const reader = format.createReader();
  const above = await first(linesBefore(source, path, from, fewLines), format.overlap);
  const complete: ConversationItem[] = [];
  const take = (items: readonly ConversationItem[]) => complete.push(...items.filter(({ at }) => at >= from));
  take((await settledRecords(source, above.reverse())).flatMap((placed) => reader.read(placed)));
  const odd: OddLine[] = [];
  let end = from;
  let isWhole = true;
  let namedAt: number | null = null;
  for await (const line of linesFrom(source, path, from)) {
    const parsed = recordsOfLine(source, line);
    namedAt = parsed.records.findLast(({ record }) => format.names?.(record))?.at ?? namedAt;
    odd.push(...oddOf(source, line, parsed));
    take((await settled(source, parsed.records)).flatMap((placed) => reader.read(placed)));
    end = line.end;
    if (complete.length > limit || (complete.length > 0 && end - from > maxSliceBytes)) {
      isWhole = false;
      break;
    }
  }
  // An incomplete item may continue after this.
  const rest = reader.end().filter(({ at }) => at >= from);
  const shown = (isWhole ? [...complete, ...rest] : complete).slice(0, limit);
  const after = [...complete, ...rest][shown.length]?.at ?? (isWhole ? null : end);
  const among = odd.filter(({ at }) => after === null || at < after);
  return { items: shown, before: from === 0 ? null : from, after, end: source.bytes, odd: among, namedAt };
}

/** The item that begins at a place, read from its own lines only: earlier lines affect its marks, not its text. */
export async function lineItemAt(source: LinesSource, at: number): Promise<ConversationItem | null> {
  const reader = source.format.createReader();
  for await (const line of linesFrom(source, source.path, at, fewLines)) {
    const [item] = (await settledRecords(source, [line])).flatMap((placed) => reader.read(placed));
    if (item !== undefined) {
      return item.at === at ? item : null;
    }
  }
  return reader.end().find((item) => item.at === at) ?? null;
}

/** The last items before a place, at most `limit`. @param before place of an item's beginning, or the file's end */
export async function linesItemsBefore(source: LinesSource, before: number, limit: number): Promise<Slice> {
  const { format, path, bytes } = source;
  const below =
    before >= bytes
      ? []
      : await settledRecords(source, await first(linesFrom(source, path, before, fewLines), format.overlap));
  const itemsWith = (records: readonly PlacedRecord[]): ConversationItem[] =>
    itemsOf(format.createReader(), [...records.toReversed(), ...below]).filter(({ at }) => at < before);
  const records: PlacedRecord[] = [];
  const odd: OddLine[] = [];
  let wanted = limit + format.overlap;
  let items: ConversationItem[] = [];
  let isWhole = true;
  for await (const line of linesBefore(source, path, before)) {
    const parsed = recordsOfLine(source, line);
    odd.push(...oddOf(source, line, parsed));
    records.push(...(await settled(source, parsed.records)).toReversed());
    if (records.length >= wanted) {
      items = itemsWith(records);
      if (items.length > limit + format.overlap) {
        isWhole = false;
        break;
      }
      wanted *= 2;
    }
  }
  items = isWhole ? itemsWith(records) : items;
  const shown = items.slice(-limit);
  const isFirst = isWhole && shown.length === items.length;
  const start = isFirst ? null : (shown[0]?.at ?? null);
  const among = odd.filter(({ at }) => start === null || at >= start);
  return { items: shown, before: start, after: before >= bytes ? null : before, end: bytes, odd: among };
}

const itemsOf = (reader: ItemReader, records: readonly PlacedRecord[]): ConversationItem[] => [
  ...records.flatMap((placed) => reader.read(placed)),
  ...reader.end(),
];

function oddOf(source: LinesSource, line: PlacedLine, { records, isTorn }: LineRecords): OddLine[] {
  const unknown = records.filter(({ record }) => !source.format.knows(record));
  const isUnread = isTorn && !(isWithoutEnd(line) && !source.isAtRest);
  return [
    ...(isUnread ? [{ at: line.at, why: 'unread' as const }] : []),
    ...unknown.map(({ at }) => ({ at, why: 'unknown' as const })),
  ];
}

export const lineAt = async ({ files, path }: LinesSource, at: number): Promise<PlacedLine | null> =>
  (await first(linesFrom({ files }, path, at, fewLines), 1))[0] ?? null;

/** True if its program hasn't finished the line, or never will. */
const isWithoutEnd = ({ at, end, bytes }: PlacedLine): boolean => bytes !== null && end - at === bytes.length;

const recordsOfLine = ({ decodeText, format }: LinesSource, { at, bytes }: PlacedLine): LineRecords =>
  bytes === null ? { records: [], isTorn: true } : recordsInLine(bytes, at, decodeText, format.knows);
