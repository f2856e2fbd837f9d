import type { Conversation, ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import { oneLine } from '../../prompt/line-text.ts';
import { cutTo } from '../../text/cut-to.ts';

/** A JSON object as a program wrote it; nothing about it is certain. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** A line of a conversation’s file that is a JSON object, and where in the file it begins, in bytes. */
export type PlacedRecord = { readonly record: JsonRecord; readonly at: number };

/** Puts items together from records, given one after the other. What it does not know it leaves out. */
export type ItemReader = {
  /** @returns the items that are complete now */
  read(placed: PlacedRecord): readonly ConversationItem[];
  /** @returns what was not complete before the end */
  end(): readonly ConversationItem[];
};

/** What the first and the last records say of a conversation. */
export type HeadAndTail = {
  readonly title: string | null;
  /** The folder it took place in; null if they do not say. */
  readonly folder: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number | null;
  readonly marks: Conversation['marks'];
};

/**
 * Reads on from a message that waits in a queue: false once another record repeats it or takes it back, true if none will, null
 * until that is known.
 */
export type QueueFollower = (later: JsonRecord) => boolean | null;

/** What is asked of the conversations of one program that adds a line of JSON for all that happens. Never throws. */
export type LinesFormat = {
  readonly reads: 'lines';
  readonly id: ConversationFormatId;
  readonly assistant: string;
  /** So many records before a place, and after it, have a say in what the items from there on are. */
  readonly overlap: number;
  /** Whether it knows what kind of record it is, also where it shows nothing of it. */
  knows(record: JsonRecord): boolean;
  /** True of a record by which the person names the conversation; left out if there are none, or the first records have it. */
  names?(record: JsonRecord): boolean;
  summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail;
  /**
   * Follower of a message that is queued; null of any other record. The reader is given one that is not repeated, and until that
   * is known, with `isQueued`.
   */
  followQueued?(record: JsonRecord): QueueFollower | null;
  createReader(): ItemReader;
};

/** A conversation of a file that is read whole. Its items are placed by their number. */
export type WholeConversation = HeadAndTail & {
  /** Names it among those of its file; null where that holds no other. */
  readonly inner: string | null;
  /** When anything was last added, in milliseconds since 1970; null where the file itself says it best. */
  readonly changedAt: number | null;
  readonly items: readonly ConversationItem[];
  readonly odd: readonly OddRecord[];
};

/** What nothing is shown of: it could not be read as what it should be, or is of no known kind. */
export type OddRecord = { readonly why: 'unread' | 'unknown'; readonly text: string };

/** What is asked of the conversations of one program whose files can’t be read in parts. Never throws. */
export type WholeFormat = {
  readonly reads: 'whole';
  readonly id: ConversationFormatId;
  readonly assistant: string;
  /** @returns the conversations in a text, null where it is not of this format */
  read(text: string): readonly WholeConversation[] | null;
};

/** The same of one program whose files are JSON lists of conversations, or one of them: each is read by itself. */
export type ListFormat = {
  readonly reads: 'list';
  readonly id: ConversationFormatId;
  readonly assistant: string;
  /** @param value one of the list @returns null where it is no conversation */
  readOne(value: unknown): WholeConversation | null;
};

/** The same of one program whose conversations are in a database: each is read by itself. */
export type TablesFormat = {
  readonly reads: 'tables';
  readonly id: ConversationFormatId;
  readonly assistant: string;
  /** The tables that are read, and the column of each that names the conversation a row is of. */
  readonly tables: readonly { readonly name: string; readonly of: string }[];
  /** @param rows of one conversation in each of the tables, in their order */
  readOne(inner: string, rows: readonly (readonly JsonRecord[])[]): WholeConversation;
  /** The same rows as a text of lines. */
  textOf(rows: readonly (readonly JsonRecord[])[]): string;
};

/** What is asked of the conversations of one program that its reader has a thread for. */
export type ThreadFormat = WholeFormat | ListFormat | TablesFormat;
export type ConversationFormat = LinesFormat | ThreadFormat;

/** A conversation that can’t be read, and why not: it is listed, and the others of its file are read. */
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

/** An item that says nothing beyond what it is given. */
export const newItem = (
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

const maxTitle = 200;

/** How a conversation is called that has no title of its own, or whose title is a text of any length. */
export function titleOf(text: string | null): string | null {
  const title = text === null ? '' : cutTo(oneLine(text.slice(0, 10 * maxTitle)).trim(), maxTitle);
  return title === '' ? null : title;
}

/** The first text that a person said in some items; null where there is none. */
export function firstSaid(items: readonly ConversationItem[]): string | null {
  const said = items.filter(({ author }) => author === 'person').flatMap(({ blocks }) => blocks);
  const text = said.find((block) => block.kind === 'text' && block.text.trim() !== '');
  return text?.kind === 'text' ? text.text : null;
}

/** When the last of some items was said that says when; null where none does. */
export const lastTimeOf = (items: readonly ConversationItem[]): number | null =>
  items.findLast(({ time }) => time !== null)?.time ?? null;

/** The items of some records, placed by their number. */
export function itemsOfRecords(reader: ItemReader, records: readonly JsonRecord[]): ConversationItem[] {
  return [...records.flatMap((record, at) => reader.read({ record, at })), ...reader.end()];
}
