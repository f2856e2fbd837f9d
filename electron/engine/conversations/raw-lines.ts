import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { newItem } from '#shared/conversations/formats/format.ts';
import { counted } from '#shared/text/counts.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import type { Search } from '../workspace/erasable-area.ts';
import type { Located } from './catalogue.ts';
import { asciiOf, rawLinesOf, summaryOf } from './read-conversation.ts';
import type { Slice } from './read-lines.ts';

type Looking = Pick<Search, 'next' | 'unread'>;

/**
 * Where the bytes of a conversation hold a text, whatever its reader makes of them: titles, attachments, lines that are torn or
 * of an unknown kind. Null where they do not. Says what could not be looked at.
 */
export async function rawPlaceOf(
  ports: Ports,
  found: Located,
  eraser: Eraser,
  { next, unread }: Looking,
): Promise<number | null> {
  const { title } = await summaryOf(ports, found);
  if (title !== null && eraser.occurs(title)) {
    return 0;
  }
  try {
    const lines = await rawLinesOf(ports, found);
    if (lines === null) {
      unread(
        found.path,
        new ContextureError('io_failed', 'Only its messages and titles were looked at, not all its bytes.'),
      );
      return null;
    }
    let tooLong = 0;
    for await (const { at, bytes } of lines) {
      next();
      if (bytes === null) {
        tooLong += 1;
      } else if (eraser.occursInJson(ports.decodeText(bytes) ?? asciiOf(bytes))) {
        return found.place.format.reads === 'lines' ? at : 0;
      }
    }
    if (tooLong > 0) {
      unread(
        found.path,
        new ContextureError('too_large', `${counted(tooLong, 'line is', 'lines are')} too long to be looked at.`),
      );
    }
  } catch (error) {
    unread(found.path, error);
  }
  return null;
}

/** Longest text without a blank that may be words: anything longer is a picture or a file. */
const maxWord = 8_192;

/**
 * Texts in the lines of a slice that none of its items shows, each as an item of the program at the place of its line: titles,
 * attachments, results beside messages, lines that are torn or of an unknown kind. None of files that are read whole.
 * @param from where the slice begins
 */
export async function unshownIn(
  ports: Ports,
  found: Located,
  from: number,
  { items, after, end }: Slice,
): Promise<readonly ConversationItem[]> {
  const lines = found.place.format.reads === 'lines' ? await rawLinesOf(ports, found, from) : null;
  const shown = new Set(items.flatMap(({ blocks }) => blocks.flatMap(textsOfBlock)));
  const unshown: ConversationItem[] = [];
  for await (const { at, bytes } of lines ?? []) {
    if (at >= (after ?? end)) {
      break;
    }
    const line = bytes === null ? '' : (ports.decodeText(bytes) ?? asciiOf(bytes));
    const record = parseJson(line);
    const texts = record === undefined ? [line.replaceAll(/\\[nrt"]/g, ' ')] : textsIn(record);
    const text = texts.filter((one) => !shown.has(one) && (one.length <= maxWord || /\s/.test(one))).join('\n');
    unshown.push(...(text === '' ? [] : [newItem({ at, author: 'program', blocks: [{ kind: 'text', text }] })]));
  }
  return unshown;
}

const textsOfBlock = (block: ConversationItem['blocks'][number]): readonly string[] =>
  block.kind === 'call' ? [block.input, ...textsIn(parseJson(block.input))] : [block.text];

/** Every text of a JSON value, without the names of its fields. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
