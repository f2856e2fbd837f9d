import type { WholeSource, WholeSummary } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationFormatId, ConversationItem } from '#shared/contract/features/conversations.ts';
import { lastTimeOf, type WholeConversation, type WholeFormat } from '#shared/conversations/formats/format.ts';
import { maxWholeBytes, wholeFormats } from '#shared/conversations/formats/whole-formats.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { type PackedItems, packItems } from './packed-items.ts';
import { readDatabase } from './read-database.ts';
import { unpackZip } from './unpack.ts';

/** A conversation as threads hand it over. `odd`: the texts of its odd records. */
export type PackedConversation = {
  readonly summary: WholeSummary;
  readonly items: PackedItems;
  readonly odd: readonly string[];
};

/** The conversations of a file; see `ConversationReader.read`. */
export async function readWhole(
  format: ConversationFormatId,
  source: WholeSource,
): Promise<readonly PackedConversation[] | null> {
  const conversations = await conversationsIn(source, format);
  return (
    conversations?.map((conversation) => ({
      summary: summaryOf(conversation),
      items: packItems(conversation.items),
      odd: conversation.odd.map(({ text }) => text),
    })) ?? null
  );
}

/** What a file has of one of its conversations; see `ConversationReader.part`. */
export async function partOf(id: ConversationFormatId, source: WholeSource, inner: string): Promise<Uint8Array | null> {
  const format = formatOf(id, source);
  if (format?.reads === 'tables' && 'database' in source) {
    const part = format.partOf(readDatabase(source.database, format.tables, maxWholeBytes), inner);
    return part === null ? null : encoder.encode(part);
  }
  for (const text of format?.reads === 'whole' && 'bytes' in source ? await textsIn(source) : []) {
    const part = format?.reads === 'whole' ? format.partOf?.(text, inner) : null;
    if (part) {
      return encoder.encode(part);
    }
  }
  return null;
}

const formatOf = (id: ConversationFormatId, source: WholeSource) =>
  wholeFormats.find((one) => one.id === id && one.reads === ('database' in source ? 'tables' : 'whole'));

async function conversationsIn(
  source: WholeSource,
  id: ConversationFormatId,
): Promise<readonly WholeConversation[] | null> {
  const format = formatOf(id, source);
  if (format?.reads === 'tables' && 'database' in source) {
    return format.read(readDatabase(source.database, format.tables, maxWholeBytes));
  }
  return format?.reads === 'whole' && 'bytes' in source ? inTexts(await textsIn(source), format) : null;
}

function inTexts(texts: readonly string[], format: WholeFormat): readonly WholeConversation[] | null {
  const found = texts.map((text) => format.read(text));
  return found.length === 0 || found.includes(null) ? null : found.flatMap((some) => some ?? []);
}

const isConversations = (name: string): boolean => /(?:^|\/)conversations(?:-\d+)?\.json$/.test(name);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

async function textsIn({ bytes, isZip }: Extract<WholeSource, { isZip: boolean }>): Promise<readonly string[]> {
  const all = isZip ? await unpackZip(bytes, isConversations, maxWholeBytes) : [bytes];
  try {
    return all.map((one) => decoder.decode(one));
  } catch (error) {
    throw new ContextureError('not_text', 'It is not text in UTF-8.', {}, { cause: error });
  }
}

function summaryOf({ items, odd, ...about }: WholeConversation): WholeSummary {
  const length = items.reduce((sum, item) => sum + lengthOf(item), 0);
  return { ...about, lastSaidAt: lastTimeOf(items), count: items.length, length, odd: odd.map(({ why }) => why) };
}

export const lengthOf = ({ blocks }: ConversationItem): number =>
  blocks.reduce((sum, block) => sum + textOfBlock(block).length, 0);
