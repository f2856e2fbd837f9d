import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { TablesFormat, WholeConversation, WholeFormat } from '#shared/conversations/formats/format.ts';
import { textOfBlock } from '#shared/conversations/reading/outline-item.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { FileInfo, Ports } from '../ports.ts';
import { readCopy, stateOf, statesOf } from './read-copy.ts';

/** Files that can only be read whole, and what is packed, are not read beyond this. */
const maxBytes = 64 * 1024 * 1024;
/** What was read last is held for the next page, up to so many bytes of files. */
const maxHeld = maxBytes;

/** A part of what is held in memory, as `Files` has it of a file. */
type Unpacked = Pick<Ports['files'], 'readPart'> & { readonly bytes: number };

/** The conversations of files that are read whole, and lines that are packed. */
export const wholeFilesOf = perObject((ports: Ports) => {
  const { files } = ports;
  const held = new LRUCache<string, { readonly state: string; readonly value: unknown }>({
    maxSize: maxHeld,
  });

  /** @param work what is read of it, and how many bytes that takes */
  async function remembered<T>(
    key: string,
    path: string,
    work: (bytes: Uint8Array, info: FileInfo) => Promise<readonly [T, number]>,
  ): Promise<T> {
    const known = held.get(key);
    if (known !== undefined && known.state === stateOf(await files.info(path))) {
      return known.value as T;
    }
    const read = await files.read(path, { maxBytes });
    if (read.state === 'absent') {
      throw new ContextureError('not_found', `${path} is not there any more.`, { path });
    }
    const [value, size] = await work(read.bytes, read.info);
    held.set(key, { state: stateOf(read.info), value }, { size: Math.max(1, size) });
    return value;
  }

  async function textsIn(path: string, bytes: Uint8Array): Promise<readonly string[]> {
    const isConversations = (name: string): boolean => /(?:^|\/)conversations(?:-\d+)?\.json$/.test(name);
    const all = path.endsWith('.zip') ? await ports.unpackZip(bytes, isConversations, maxBytes) : [bytes];
    return all.map((one) => {
      const text = ports.decodeText(one);
      if (text === null) {
        throw new ContextureError('not_text', `${path} is not text in UTF-8.`, { path });
      }
      return text.replace(/^\uFEFF/, '');
    });
  }

  const inText = (path: string, format: WholeFormat): Promise<readonly WholeConversation[]> =>
    remembered(`${format.id} ${path}`, path, async (bytes) => {
      const texts = await textsIn(path, bytes);
      const found = texts.map((text) => format.read(text));
      if (found.length === 0 || found.includes(null)) {
        const message = `${path} holds no conversations of ${format.assistant}.`;
        throw new ContextureError('value_invalid', message, { path });
      }
      const conversations = found.flatMap((some) => some ?? []);
      return [conversations, texts.reduce((sum, text) => sum + text.length, 0)];
    });

  async function inTables(path: string, format: TablesFormat): Promise<readonly WholeConversation[]> {
    const state = await statesOf(files, path);
    const known = held.get(path);
    if (known?.state === state) {
      return known.value as readonly WholeConversation[];
    }
    const conversations = format.read(await readCopy(ports, path, format.tables));
    const blocks = conversations.flatMap(({ items }) => items).flatMap((item) => item.blocks);
    const size = blocks.reduce((sum, block) => sum + textOfBlock(block).length, 1);
    held.set(path, { state, value: conversations }, { size });
    return conversations;
  }

  /** @throws `value_invalid` where it holds no conversations of this format */
  const all = (path: string, format: WholeFormat | TablesFormat): Promise<readonly WholeConversation[]> =>
    format.reads === 'whole' ? inText(path, format) : inTables(path, format);

  return {
    all,
    /** @throws `not_found` where it is not in its file any more */
    async read(path: string, inner: string | null, format: WholeFormat | TablesFormat): Promise<WholeConversation> {
      const conversation = (await all(path, format)).find((one) => one.inner === inner);
      if (conversation === undefined) {
        throw new ContextureError('not_found', `This conversation is not in ${path} any more.`, { path });
      }
      return conversation;
    },
    unpacked: (path: string): Promise<Unpacked> =>
      remembered(`lines ${path}`, path, async (packed, info) => {
        const bytes = await ports.unpackZstd(packed, maxBytes);
        const readPart: Unpacked['readPart'] = async (_, from, length) => ({
          bytes: bytes.subarray(from, from + length),
          info,
        });
        return [{ bytes: bytes.length, readPart }, bytes.length];
      }),
  };
});
