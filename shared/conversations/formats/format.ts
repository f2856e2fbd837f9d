import type { Conversation, ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';

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

/** What is asked of the conversations of one program that adds a line of JSON for all that happens. Never throws. */
export type ConversationFormat = {
  readonly id: ConversationFormatId;
  readonly assistant: string;
  /** So many records before a place have a say in what the items from there on are. */
  readonly overlap: number;
  /** Whether it knows what kind of record it is, also where it shows nothing of it. */
  knows(record: JsonRecord): boolean;
  summarise(head: readonly JsonRecord[], tail: readonly JsonRecord[]): HeadAndTail;
  createReader(): ItemReader;
};
