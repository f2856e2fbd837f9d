import type { Files, WholeSource, WholeSummary } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import {
  type ListFormat,
  lastTimeOf,
  type TablesFormat,
  unreadConversation,
  type WholeConversation,
} from '#shared/conversations/formats/format.ts';
import { maxConversationBytes, maxListBytes } from '#shared/conversations/formats/size-limits.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import type { ConversationFormatId } from '#shared/programs/program-ids.ts';
import { conversationPlaces } from '#shared/programs/programs.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { partsOf, type ReadAt } from './file-parts.ts';
import { createJsonValues } from './json-values.ts';
import { type PackedItems, packItems } from './packed-items.ts';
import { readDatabase } from './read-database.ts';

/** A conversation as threads hand it over, with its items if they are held. `odd` holds the texts of its odd records. */
export type PackedConversation = {
  readonly summary: WholeSummary;
  readonly held: { readonly items: PackedItems; readonly odd: readonly string[] } | null;
};

/** Bytes held of one file. If its conversations exceed that, those from the requested one on are held. */
export const maxHeldOfFile = maxConversationBytes / 2;
/** Bytes of parts handed over at a time. */
const maxPartBytes = 16 * 1024 * 1024;

export type ReadPart = Files['readPart'];

/** Reads the conversations of a file; see `ConversationReader.read`. */
export async function readWhole(
  readPart: ReadPart,
  id: ConversationFormatId,
  source: WholeSource,
  from: number,
): Promise<readonly PackedConversation[] | null> {
  const all: PackedConversation[] = [];
  let length = 0;
  for await (const read of conversationsIn(readPart, id, source, from)) {
    if (read === null) {
      return null;
    }
    const { number, conversation } = read;
    const held = length < maxHeldOfFile ? heldOf(conversation) : null;
    length = held === null ? maxHeldOfFile : length + bytesOfHeld(held);
    if (held === null && from > 0) {
      break;
    }
    all.push({ summary: summaryOf(conversation, number), held });
  }
  return all;
}

const heldOf = ({ items, odd }: WholeConversation): NonNullable<PackedConversation['held']> => ({
  items: packItems(items),
  odd: odd.map(({ text }) => text),
});

export const bytesOfHeld = ({ items, odd }: NonNullable<PackedConversation['held']>): number =>
  items.pages.reduce((sum, { bytes }) => sum + bytes.length, 0) + odd.reduce((sum, text) => sum + text.length, 0);

/** Reads the bytes of some of a file's conversations; see `ConversationReader.parts`. */
export async function partsIn(
  readPart: ReadPart,
  id: ConversationFormatId,
  source: WholeSource,
  inners: readonly string[],
  from: number,
) {
  const remaining = new Set(inners);
  const parts: { readonly inner: string; readonly bytes: Uint8Array }[] = [];
  let length = 0;
  for await (const read of conversationsIn(readPart, id, source, from)) {
    const inner = read?.conversation.inner;
    if (typeof inner === 'string' && remaining.delete(inner) && read?.bytes) {
      // A part of a buffer can't be handed over by itself.
      const bytes = Uint8Array.from(read.bytes());
      parts.push({ inner, bytes });
      length += bytes.length;
      if (length >= maxPartBytes) {
        return { parts, next: remaining.size === 0 ? null : read.number + 1 };
      }
    }
    if (remaining.size === 0) {
      break;
    }
  }
  return { parts, next: null };
}

/** A conversation, the number of the value that holds it in its file, and that value's bytes; null if they can’t be told apart. */
type NumberedConversation = {
  readonly number: number;
  readonly conversation: WholeConversation;
  readonly bytes: (() => Uint8Array) | null;
};

const formats = conversationPlaces.flatMap(({ format, keptAs }) =>
  keptAs === undefined ? [format] : [format, keptAs],
);

/** Reads the conversations of a file from a number on, one after the other; null if it has another format. */
async function* conversationsIn(
  readPart: ReadPart,
  id: ConversationFormatId,
  source: WholeSource,
  from: number,
): AsyncGenerator<NumberedConversation | null> {
  const format = formats.find((one) => one.id === id && (one.reads === 'tables') === 'database' in source);
  if (format?.reads === 'tables' && 'database' in source) {
    yield* inTables(format, source.database, from);
  } else if (format?.reads === 'list' && 'path' in source) {
    yield* inLists(format, await textsIn(readPart, source), from);
  } else if (format?.reads === 'whole' && 'path' in source) {
    const read = format.read(await wholeTextOf(readPart, source.path));
    yield* read?.map((conversation, number) => ({ number, conversation, bytes: null })) ?? [null];
  }
}

function* inTables(format: TablesFormat, path: string, from: number): Generator<NumberedConversation> {
  let number = from;
  for (const { inner, rows } of readDatabase(path, format.tables, maxConversationBytes, from)) {
    yield rows === null
      ? { number, conversation: unreadConversation(inner, tooLong), bytes: null }
      : { number, conversation: format.readOne(inner, rows), bytes: () => encoder.encode(format.textOf(rows)) };
    number += 1;
  }
}

const tooLong = `This conversation has more than ${maxConversationBytes / 1024 / 1024} MB.`;

/** Reads conversations from lists, whose numbers continue from one list to the next. */
async function* inLists(
  format: ListFormat,
  texts: readonly AsyncIterable<Uint8Array>[],
  from: number,
): AsyncGenerator<NumberedConversation | null> {
  let before = 0;
  let conversations = 0;
  let bytesRead = 0;
  for (const text of texts) {
    const values = createJsonValues(maxConversationBytes, from - before);
    let ended = before;
    for await (const part of text) {
      bytesRead += part.length;
      if (bytesRead > maxListBytes) {
        throw new ContextureError('too_large', `It has more than ${maxListBytes / 1024 / 1024} MB of conversations.`);
      }
      for (const { number: within, bytes } of values.push(part)) {
        const number = before + within;
        ended = number + 1;
        if (number >= from) {
          const value = bytes === null ? undefined : jsonIn(bytes);
          const conversation = value === undefined ? null : format.readOne(value);
          conversations += conversation === null ? 0 : 1;
          if (conversation !== null && bytes !== null) {
            yield { number, conversation, bytes: () => bytes };
          } else if (value === undefined) {
            const why = bytes === null ? tooLong : 'This conversation is not JSON in UTF-8.';
            yield { number, conversation: unreadConversation(`unread-${number}`, why), bytes: null };
          }
        }
      }
    }
    if (!values.isComplete()) {
      yield null;
    }
    before = ended;
  }
  if (texts.length === 0 || (before > 0 && from === 0 && conversations === 0)) {
    yield null;
  }
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

const isConversations = (name: string): boolean => /(?:^|\/)conversations(?:-\d+)?\.json$/.test(name);

/** Lists the texts of a file: itself, or those in its ZIP, in the order of their names. */
async function textsIn(
  readPart: ReadPart,
  { path, isZip, size }: Extract<WholeSource, { path: string }>,
): Promise<readonly AsyncIterable<Uint8Array>[]> {
  const read: ReadAt = async (from, length) => (await readPart(path, from, length))?.bytes ?? new Uint8Array();
  if (!isZip) {
    return [partsOf(read, 0, size)];
  }
  const { zipFiles } = await import('./zip-files.ts');
  const files = await zipFiles(read, size, isConversations);
  return files.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ parts }) => parts);
}

/** @throws `not_found`, `too_large`, `not_text` */
async function wholeTextOf(readPart: ReadPart, path: string): Promise<string> {
  const read = await readPart(path, 0, maxConversationBytes);
  if (read === null) {
    throw new ContextureError('not_found', `${path} is not there any more.`, { path });
  }
  if (read.info.size > maxConversationBytes) {
    const message = `${path} is more than ${maxConversationBytes / 1024 / 1024} MB, and can only be read whole.`;
    throw new ContextureError('too_large', message, { path });
  }
  try {
    return decoder.decode(read.bytes);
  } catch (error) {
    throw new ContextureError('not_text', 'It is not text in UTF-8.', {}, { cause: error });
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function summaryOf({ items, odd, ...about }: WholeConversation, number: number): WholeSummary {
  const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
  return {
    ...about,
    number,
    lastSaidAt: lastTimeOf(items),
    count: items.length,
    length,
    odd: odd.map(({ why }) => why),
  };
}

export const lengthOf = ({ blocks }: ConversationItem): number =>
  blocks.reduce((sum, block) => sum + textOfBlock(block).length, 0);
