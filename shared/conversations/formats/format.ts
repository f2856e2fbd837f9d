import type { Conversation, ConversationItem, Usage } from '#shared/contract/features/conversations.ts';
import type { ConversationFormatId } from '../../programs/program-ids.ts';
import { oneLine } from '../../prompt/line-text.ts';
import { cutTo } from '../../text/cut-to.ts';

/** JSON object as a program wrote it; nothing about it is certain. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Line of a conversation’s file that is a JSON object, and its start in the file, in bytes. */
export type PlacedRecord = { readonly record: JsonRecord; readonly at: number };

/** Builds items from records, given one after the other. Unknown records are left out. */
export type ItemReader = {
  /** @returns the items that are complete now */
  read(placed: PlacedRecord): readonly ConversationItem[];
  /** @returns the items that were not complete before the end */
  end(): readonly ConversationItem[];
};

/** Facts in the first and the last records of a conversation. */
export type HeadAndTail = {
  readonly title: string | null;
  /** Folder it took place in; null if unknown. */
  readonly folder: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly marks: Conversation['marks'];
};

/** Reads on from a queued message: false once another record repeats or takes it back, true if none will, else null. */
export type QueueFollower = (later: JsonRecord) => boolean | null;

/** Reader for the conversations of a program that adds a line of JSON for each event. Never throws. */
export type LinesFormat = {
  readonly reads: 'lines';
  readonly id: ConversationFormatId;
  /** Number of records before a place, and after it, that affect the items from there on. */
  readonly overlap: number;
  /** True for a known kind of record, even if it is not shown. */
  knows(record: JsonRecord): boolean;
  /** True of a record by which the person names the conversation; left out if there are none, or the first records have it. */
  names?(record: JsonRecord): boolean;
  summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail;
  /** Makes the follower of a queued message, else null. One that is not, or may not be, repeated has `isQueued`. */
  followQueued?(record: JsonRecord): QueueFollower | null;
  createReader(): ItemReader;
};

/** Conversation of a file that is read whole. The position of an item is its number. */
export type WholeConversation = HeadAndTail & {
  /** Id among those of its file; null if that holds no other. */
  readonly inner: string | null;
  /** Time of the last addition, in milliseconds since 1970; null if the file's time is best. */
  readonly changedAt: number | null;
  readonly items: readonly ConversationItem[];
  readonly odd: readonly OddRecord[];
};

/** Record that is not shown: it could not be read as what it should be, or is of no known kind. */
export type OddRecord = { readonly why: 'unread' | 'unknown'; readonly text: string };

/** Reader for the conversations of a program whose files can’t be read in parts. Never throws. */
export type WholeFormat = {
  readonly reads: 'whole';
  readonly id: ConversationFormatId;
  /** @returns the conversations in a text, null if it is not of this format */
  read(text: string): readonly WholeConversation[] | null;
};

/** Reader for a program whose files are JSON lists of conversations, or one of them: each is read separately. */
export type ListFormat = {
  readonly reads: 'list';
  readonly id: ConversationFormatId;
  /** @param value item of the list @returns null if it is no conversation */
  readOne(value: unknown): WholeConversation | null;
};

/** Reader for a program whose conversations are in a database: each is read separately. */
export type TablesFormat = {
  readonly reads: 'tables';
  readonly id: ConversationFormatId;
  /** Tables to read, and the column of each with the conversation of a row. */
  readonly tables: readonly { readonly name: string; readonly of: string }[];
  /** @param rows of one conversation in each of the tables, in their order */
  readOne(inner: string, rows: readonly (readonly JsonRecord[])[]): WholeConversation;
  textOf(rows: readonly (readonly JsonRecord[])[]): string;
};

export type ThreadFormat = WholeFormat | ListFormat | TablesFormat;
export type ConversationFormat = LinesFormat | ThreadFormat;

/** Makes a conversation that can’t be read, with the reason: it is listed, and the others of its file are read. */
export const unreadConversation = (inner: string, why: string): WholeConversation => ({
  inner,
  title: null,
  folder: null,
  startedAt: null,
  changedAt: null,
  marks: [],
  items: [],
  odd: [{ why: 'unread', text: why }],
});

export const emptyItem = (
  item: Pick<ConversationItem, 'at' | 'author'> & Partial<ConversationItem>,
): ConversationItem => ({
  kind: 'message',
  id: null,
  parent: null,
  time: null,
  model: null,
  blocks: [],
  usage: null,
  marks: [],
  compaction: null,
  turns: null,
  ...item,
});

export const newCompaction = (
  item: Pick<ConversationItem, 'at'> & Partial<ConversationItem>,
  about: Partial<ConversationItem['compaction']> = {},
): ConversationItem =>
  emptyItem({
    ...item,
    author: 'program',
    kind: 'compaction',
    compaction: { trigger: null, before: null, after: null, keptFrom: null, left: null, ...about },
  });

/** Adds up the usage of two parts of one reply. */
export const sumOfUsage = (one: Usage | null, other: Usage | null): Usage | null =>
  one === null || other === null
    ? (one ?? other)
    : {
        input: one.input + other.input,
        cacheRead: one.cacheRead + other.cacheRead,
        cacheWrite: one.cacheWrite + other.cacheWrite,
        output: one.output + other.output,
      };

/** Makes the usage of a program that counts what it read from the cache among its input. */
export const usageWithCached = (input: number, cached: number, output: number): Usage => ({
  input: Math.max(0, input - cached),
  cacheRead: cached,
  cacheWrite: 0,
  output,
});

const maxTitle = 200;

/** Makes a title for a conversation without one, or from one of any length. */
export function conversationTitle(text: string | null): string | null {
  const title = text === null ? '' : cutTo(oneLine(text.slice(0, 10 * maxTitle)).trim(), maxTitle);
  return title === '' ? null : title;
}

/** Finds the first text of a person in some items; null if there is none. */
export function firstSaid(items: readonly ConversationItem[]): string | null {
  const personBlocks = items.filter(({ author }) => author === 'person').flatMap(({ blocks }) => blocks);
  const text = personBlocks.find((block) => block.kind === 'text' && block.text.trim() !== '');
  return text?.kind === 'text' ? text.text : null;
}

/** Facts that a program itself gives of a conversation, as far as it does. */
type GivenFacts = Partial<
  Record<'title' | 'folder', string | null> & { startedAt: number | null; isCompacted: boolean; isBranch: boolean }
>;

/** Collects the facts of a conversation: what its program gives, else what its items tell. */
export const factsOf = (items: readonly ConversationItem[], given: GivenFacts = {}): HeadAndTail => ({
  title: conversationTitle(given.title ?? firstSaid(items)),
  folder: given.folder ?? null,
  startedAt: given.startedAt ?? items.find(({ time }) => time !== null)?.time ?? null,
  marks: [
    ...((given.isCompacted ?? items.some(({ kind }) => kind === 'compaction')) ? (['compacted'] as const) : []),
    ...(given.isBranch === true ? (['branch'] as const) : []),
  ],
});

export const numbered = (items: readonly ConversationItem[]): ConversationItem[] =>
  items.map((item, at) => ({ ...item, at }));

export const lastTimeOf = (items: readonly ConversationItem[]): number | null =>
  items.findLast(({ time }) => time !== null)?.time ?? null;

/** Makes the reader of a format in which every record is an item by itself, or none. */
export const itemReader = (read: (record: JsonRecord, at: number) => ConversationItem | null) => (): ItemReader => ({
  read({ record, at }) {
    const item = read(record, at);
    return item === null ? [] : [item];
  },
  end: () => [],
});

/** Reads the items of some records, with their number as position. */
export const itemsOfRecords = (reader: ItemReader, records: readonly JsonRecord[]): ConversationItem[] => [
  ...records.flatMap((record, at) => reader.read({ record, at })),
  ...reader.end(),
];
