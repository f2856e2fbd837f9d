import { foldedWords } from '#shared/conversations/search/fold.ts';
import { isCut, textsOf } from '#shared/conversations/search/item-texts.ts';
import type { IndexedConversation, IndexedText, Ports } from '../../ports.ts';
import type { FoundConversation } from '../find-conversations.ts';
import { itemsFrom } from '../read-conversation.ts';
import type { LeftOut } from './left-out.ts';

/** So many items are read at a time, and fewer where they are long. */
const sliceItems = 500;
/** What stands before the place reading goes on from says whether it is still the same file. */
const guardBytes = 4_096;

/** Whether its places stay while it grows: what is read whole, or unpacked first, may be another one each time. */
export const isOnlyAddedTo = ({ place, path }: FoundConversation): boolean =>
  place.format.reads === 'lines' && !path.endsWith('.zst');

/** Whether all a conversation says is in the index. */
export const isRead = (known: IndexedConversation | undefined, { bytes, changedAt }: FoundConversation): boolean =>
  known?.bytes === bytes && known.changedAt === changedAt;

/**
 * Takes what was added to a conversation into the index, or all of it where it is another file than the one that is known.
 * @param known as the index has it
 * @param goesOn told how many bytes are read, about, after each slice; false stops it there
 */
export async function readIntoIndex(
  ports: Ports,
  leftOut: LeftOut,
  found: FoundConversation,
  known: IndexedConversation | undefined,
  goesOn: (bytes: number) => boolean,
): Promise<void> {
  const info = await ports.files.info(found.path);
  if (info === null) {
    return;
  }
  // What is read whole may be written anew anywhere.
  const goesByLines = found.place.format.reads === 'lines';
  const from =
    goesByLines && known !== undefined && (await isSameFile(ports, found, known, info.identity)) ? known.readTo : 0;
  const withheld = await leftOut.of(found.id);
  let hasCut = from > 0 && known?.isCut === true;
  let added: Promise<boolean> = Promise.resolve(true);
  for (let at: number | null = from; at !== null; ) {
    const begin: number = at;
    // The slice before is taken in meanwhile.
    const { items, after, end } = await itemsFrom(ports, found, begin, sliceItems);
    const readTo = after ?? items.at(-1)?.at ?? begin;
    const texts = items
      .filter((item) => !withheld.has(item.at))
      .map((item): IndexedText => ({ at: item.at, text: textsOf(item, false).map(foldedWords).join('\n') }))
      .filter(({ text }) => text !== '');
    hasCut ||= items.some(isCut);
    // Until its end is read it is not known to be read.
    const whole = after === null ? { bytes: found.bytes, changedAt: found.changedAt } : { bytes: 0, changedAt: 0 };
    const guard = await guardOf(ports, found, readTo);
    if (!(await added) || !goesOn(found.bytes * partOf(after, end))) {
      return;
    }
    const read = { conversation: found.id, identity: info.identity, ...whole, readTo, guard, isCut: hasCut };
    added = ports.conversationIndex.add(read, begin, texts);
    // It is awaited with the next slice.
    added.catch(() => undefined);
    at = after;
  }
  await added;
}

/** How much of a conversation lies before a place; all where there is none. */
export const partOf = (at: number | null, end: number): number =>
  at === null || end === 0 ? 1 : Math.min(1, at / end);

async function isSameFile(
  ports: Ports,
  found: FoundConversation,
  { identity, readTo, guard }: IndexedConversation,
  identityNow: string,
): Promise<boolean> {
  return identity === identityNow && readTo <= found.bytes && guard === (await guardOf(ports, found, readTo));
}

async function guardOf({ files, hash }: Ports, { path }: FoundConversation, readTo: number): Promise<string> {
  const from = Math.max(0, readTo - guardBytes);
  const part = readTo === from ? null : await files.readPart(path, from, readTo - from);
  return part === null ? '' : hash(part.bytes);
}
