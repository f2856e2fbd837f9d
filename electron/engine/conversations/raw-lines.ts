import { ContextureError } from '#shared/contract/errors.ts';
import type { ConversationItem } from '#shared/contract/features/conversations.ts';
import { emptyItem } from '#shared/conversations/formats/format.ts';
import { counted } from '#shared/text/counts.ts';
import type { Eraser } from '#shared/text/eraser.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';
import type { EraseSearch } from '../workspace/erasable-area.ts';
import type { CatalogueItem } from './catalogue.ts';
import { asciiOf, rawLinesOf } from './read-conversation.ts';
import type { Slice } from './read-lines.ts';

/** Place of a file whose bytes hold a text, including what its reader skips; null if none. Reports parts not searched. */
export async function rawPlaceOf(
  ports: Ports,
  conversation: CatalogueItem,
  eraser: Eraser,
  { countOne, onUnread }: Pick<EraseSearch, 'countOne' | 'onUnread'>,
): Promise<number | null> {
  countOne();
  try {
    const lines = await rawLinesOf(ports, conversation);
    if (lines === null) {
      throw new ContextureError('io_failed', 'Only the messages in it were looked at.');
    }
    let tooLong = 0;
    for await (const { at, bytes } of lines) {
      if (bytes === null) {
        tooLong += 1;
      } else if (eraser.occursInJson(ports.decodeText(bytes) ?? asciiOf(bytes))) {
        return conversation.place.format.reads === 'lines' ? at : 0;
      }
    }
    if (tooLong > 0) {
      throw new ContextureError('too_large', `${counted(tooLong, 'line is', 'lines are')} too long to be looked at.`);
    }
  } catch (error) {
    onUnread(conversation.path, error);
  }
  return null;
}

/** Maximum length of a text without a blank that may be words: anything longer is a picture or a file. */
const maxWord = 8_192;

const batchLength = 64 * 1024;

/** Texts of a slice's lines that no item shows, each as an item of the program. A whole file gives all with its first slice. */
export async function* unshownIn(
  ports: Ports,
  conversation: CatalogueItem,
  from: number,
  { items, after, end }: Slice,
): AsyncGenerator<readonly ConversationItem[]> {
  const isOfLines = conversation.place.format.reads === 'lines';
  const isHere = isOfLines || (conversation.inner === null && from === 0);
  const shown = new Set(items.flatMap(({ blocks }) => blocks.flatMap(textsOfBlock)));
  let batch: ConversationItem[] = [];
  let length = 0;
  for await (const { at, bytes } of (isHere ? await rawLinesOf(ports, conversation, from) : null) ?? []) {
    if (isOfLines && at >= (after ?? end)) {
      break;
    }
    const text = textsOfLine(bytes === null ? '' : (ports.decodeText(bytes) ?? asciiOf(bytes)))
      .filter((one) => !shown.has(one) && (one.length <= maxWord || /\s/.test(one)))
      .join('\n');
    length += text.length;
    batch.push(emptyItem({ at: isOfLines ? at : 0, author: 'program', blocks: [{ kind: 'text', text }] }));
    if (length > batchLength) {
      yield batch;
      batch = [];
      length = 0;
    }
  }
  yield batch;
}

/** Texts of a line of JSON; other lines unchanged, without escapes that would precede a word. */
function textsOfLine(line: string): readonly string[] {
  const value = parseJson(line);
  return value === undefined ? [line.replaceAll(/\\[nrt"]/g, ' ')] : textsIn(value);
}

const textsOfBlock = (block: ConversationItem['blocks'][number]): readonly string[] =>
  block.kind === 'call' ? [block.input, ...textsIn(parseJson(block.input))] : [block.text];

const longestName = 15;

/** Every text of a JSON value, and field names that are too long to be names. */
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [
          ...(name.length > longestName ? [name] : []),
          ...textsIn(inner),
        ])
      : [];
