import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { TablesFormat, WholeFormat } from '#shared/conversations/formats/format.ts';
import { maxWholeBytes } from '#shared/conversations/formats/whole-formats.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { Ports, WholeSource, WholeSummary } from '../ports.ts';
import { createSerialQueue } from '../workspace/serial-queue.ts';
import { readCopy, stateOf, statesOf } from './read-copy.ts';

/** Files of which it is remembered what conversations they have. */
const maxKnown = 5_000;
/** What is held of a file may be let go before its items are asked for, by others who read. */
const attempts = 5;

/** A file that can only be read whole, and what it is of. */
type WholeFile = { readonly path: string; readonly format: WholeFormat | TablesFormat };
/** A conversation of one; see `FoundConversation`. */
type InWholeFile = WholeFile & { readonly inner: string | null };
type Known = { readonly state: string; readonly conversations: readonly WholeSummary[] };

/** The conversations of files that are read whole. */
export const wholeFilesOf = perObject((ports: Ports) => {
  const { files, conversationReader: reader } = ports;
  const known = new LRUCache<string, Known>({ max: maxKnown });
  const reading = new Map<string, Promise<readonly WholeSummary[]>>();

  /** Each takes some times its size in memory while it is read. */
  const oneAtATime = createSerialQueue();

  const stateNow = async ({ path, format }: WholeFile): Promise<string> =>
    format.reads === 'tables' ? statesOf(files, path) : stateOf(await files.info(path));

  const withSource = async <T>({ path, format }: WholeFile, work: (source: WholeSource) => Promise<T>): Promise<T> =>
    format.reads === 'tables'
      ? readCopy(ports, path, (database) => work({ database }))
      : oneAtATime(async () => work({ bytes: (await wholeBytesOf(ports, path)).bytes, isZip: path.endsWith('.zip') }));

  async function read(file: WholeFile): Promise<readonly WholeSummary[]> {
    const { path, format } = file;
    // Before it is read: what changes meanwhile is read again.
    const state = await stateNow(file);
    const conversations = await withSource(file, (source) => reader.read(keyOf(file), format.id, source));
    if (conversations === null) {
      const message = `${path} holds no conversations of ${format.assistant}.`;
      throw new ContextureError('value_invalid', message, { path });
    }
    known.set(keyOf(file), { state, conversations });
    return conversations;
  }

  /** Reads it once for all who ask meanwhile. */
  function readOnce(file: WholeFile): Promise<readonly WholeSummary[]> {
    const key = keyOf(file);
    const begun = reading.get(key) ?? read(file).finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  }

  async function all(file: WholeFile): Promise<readonly WholeSummary[]> {
    const before = known.get(keyOf(file));
    return before !== undefined && before.state === (await stateNow(file)) ? before.conversations : readOnce(file);
  }

  async function one({ inner, ...file }: InWholeFile): Promise<WholeSummary> {
    const found = (await all(file)).find((conversation) => conversation.inner === inner);
    if (found === undefined) {
      throw new ContextureError('not_found', `This conversation is not in ${file.path} any more.`, { path: file.path });
    }
    return found;
  }

  return {
    /** @throws `value_invalid` where it holds no conversations of this format */
    all,
    /** @throws `not_found` where it is not in its file any more */
    one,
    /** What the file has of one of its conversations, as it stands there; null where that is not in it. @throws as `all` */
    part: (file: WholeFile, inner: string): Promise<Uint8Array | null> =>
      withSource(file, (source) => reader.part(file.format.id, source, inner)),
    /** Something of a conversation, and what is said of all of it. @param ask asks the reader, by the key of the file */
    async ask<T>(
      conversation: InWholeFile,
      ask: (held: typeof reader, key: string) => Promise<T | null>,
    ): Promise<{ readonly found: T; readonly summary: WholeSummary }> {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const summary = await one(conversation);
        const found = await ask(reader, keyOf(conversation));
        if (found !== null) {
          return { found, summary };
        }
        await readOnce(conversation);
      }
      const { path } = conversation;
      throw new ContextureError('busy', `Too much is read at once, so ${path} could not be. Try again.`, { path });
    },
  };
});

const keyOf = ({ path, format }: WholeFile): string => `${format.id} ${path}`;

/** All of a file, and what it was like then. @throws `not_found`, `too_large` */
export async function wholeBytesOf({ files }: Ports, path: string) {
  const info = await files.info(path);
  if (info !== null && info.size > maxWholeBytes) {
    const message = `${path} is more than ${maxWholeBytes / 1024 / 1024} MB, and can only be read whole.`;
    throw new ContextureError('too_large', message, { path });
  }
  const read = await files.readPart(path, 0, maxWholeBytes);
  if (read === null) {
    throw new ContextureError('not_found', `${path} is not there any more.`, { path });
  }
  return read;
}
