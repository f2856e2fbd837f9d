import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { goOnFrom } from '#shared/conversations/reading/go-on-from.ts';
import { printOf, textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { isCut, textsOf } from '#shared/conversations/search/item-texts.ts';
import { type PlacedText, packTexts } from '#shared/conversations/search/packed-texts.ts';
import type { IndexedConversation, IndexedPart, Ports } from '../../ports.ts';
import type { FoundConversation } from '../find-conversations.ts';
import { headAndTailOf, itemsFrom } from '../read-conversation.ts';
import type { LeftOut } from './left-out.ts';

const sliceItems = 500;
/** Bytes compared before the place where reading goes on, to tell if it is still the same file. */
const guardBytes = 4_096;

/** True if its places stay while it grows: a file that is read whole, or unpacked first, may change its places each time. */
export const isOnlyAddedTo = ({ place, path }: FoundConversation): boolean =>
  place.format.reads === 'lines' && !path.endsWith('.zst');

/** A part of a conversation, and about how many of its bytes are read with it. */
type ReadPart = { readonly part: IndexedPart; readonly bytes: number };

/** Reads additions to a conversation part by part, or all of it if its file is a different one. */
export async function* partsToIndex(
  ports: Ports,
  leftOut: LeftOut,
  conversation: FoundConversation,
  indexed: IndexedConversation | undefined,
): AsyncGenerator<ReadPart> {
  const info = await ports.files.info(conversation.path);
  if (info === null) {
    return;
  }
  const isSame =
    indexed !== undefined &&
    isOnlyAddedTo(conversation) &&
    (await isSameFile(ports, conversation, indexed, info.identity));
  const withheld = await leftOut.of(conversation.id);
  let hasCut = isSame && indexed.isCut;
  let hasCompaction = isSame && indexed.isCompacted;
  let namedAt = isSame ? indexed.namedAt : null;
  /** Null if a text of the conversation was erased, which its title may have. */
  const summaryNow = async () => (withheld.size > 0 ? null : headAndTailOf(ports, conversation, namedAt));
  for (let at: number | null = isSame ? indexed.readTo : 0; at !== null; ) {
    const from: number = at;
    const slice = await itemsFrom(ports, conversation, from, sliceItems);
    const { items, after, end } = slice;
    namedAt = slice.namedAt ?? namedAt;
    const readTo = after ?? goOnFrom(items) ?? from;
    const shown = items.filter((item) => !withheld.has(item.at));
    const texts = shown
      .map((item): PlacedText => ({ at: item.at, text: textsOf(item, false).join('\n') }))
      .filter(({ text }) => text !== '');
    hasCut ||= items.some(isCut);
    hasCompaction ||= items.some(({ kind }) => kind === 'compaction');
    // It counts as read only once its end is read.
    const whole =
      after === null
        ? { bytes: conversation.bytes, changedAt: conversation.changedAt, summary: await summaryNow() }
        : { bytes: 0, changedAt: 0, summary: null };
    const guard = isOnlyAddedTo(conversation) ? await guardOf(ports, conversation, readTo) : '';
    const facts = { ...whole, readTo, guard, isCut: hasCut, isCompacted: hasCompaction, namedAt };
    const read = { conversation: conversation.id, identity: info.identity, ...facts };
    const part = { read, from, texts: packTexts(ports.encodeText, texts), keys: keysOf(shown) };
    yield { part, bytes: conversation.bytes * partOf(after, end) };
    at = after;
  }
}

const keysOf = (items: readonly ConversationItem[]): Uint32Array =>
  Uint32Array.from(
    items.flatMap(({ author, time, blocks: [first] }) =>
      time === null ? [] : [time % 2 ** 32, printOf(`${author} ${first === undefined ? '' : textOfBlock(first)}`)],
    ),
  );

export const partOf = (at: number | null, end: number): number =>
  at === null || end === 0 ? 1 : Math.min(1, at / end);

async function isSameFile(
  ports: Ports,
  conversation: FoundConversation,
  { identity, readTo, guard }: IndexedConversation,
  identityNow: string,
): Promise<boolean> {
  return (
    identity === identityNow && readTo <= conversation.bytes && guard === (await guardOf(ports, conversation, readTo))
  );
}

async function guardOf({ files, hash }: Ports, { path }: FoundConversation, readTo: number): Promise<string> {
  const from = Math.max(0, readTo - guardBytes);
  const part = readTo === from ? null : await files.readPart(path, from, readTo - from);
  return part === null ? '' : hash(part.bytes);
}
