import { LRUCache } from 'lru-cache';
import { ContextureError } from '#shared/contract/errors.ts';
import type { ThreadFormat } from '#shared/conversations/formats/format.ts';
import { assistantOf } from '#shared/programs/program-ids.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { Ports, WholeSource, WholeSummary } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { copyState, readCopy, statesOf } from './read-copy.ts';

const maxKnown = 5_000;
/** Attempts to read items: other readers may release the file before its items are read. */
const attempts = 5;

/** A file that can’t be read in parts from either end, and its format. */
type WholeFile = { readonly path: string; readonly format: ThreadFormat };
type InWholeFile = WholeFile & { readonly inner: string | null };
type KnownFile = { readonly state: string; readonly conversations: readonly WholeSummary[] };

/** Conversations of files that are read whole. */
export const wholeFilesOf = perObject((ports: Ports) => {
  const { files, conversationReader: reader } = ports;
  const knownFiles = new LRUCache<string, KnownFile>({ max: maxKnown });
  const reading = new Map<string, Promise<readonly WholeSummary[]>>();
  const holding = new Map<string, Promise<unknown>>();

  /** Each takes several times its size in memory while it is read. */
  const oneAtATime = createSerialQueue();

  const stateNow = async ({ path, format }: WholeFile): Promise<string> =>
    format.reads === 'tables' ? statesOf(files, path) : copyState(await files.info(path));

  const withSource = async <T>({ path, format }: WholeFile, work: (source: WholeSource) => Promise<T>): Promise<T> =>
    format.reads === 'tables'
      ? readCopy(ports, path, (database) => work({ database }))
      : oneAtATime(async () => {
          const info = await files.info(path);
          if (info === null) {
            throw new ContextureError('not_found', `${path} is not there any more.`, { path });
          }
          return work({ path, size: info.size, isZip: path.endsWith('.zip') });
        });

  async function read(file: WholeFile): Promise<readonly WholeSummary[]> {
    const { path, format } = file;
    // Before reading: a file that changes meanwhile is read again.
    const state = await stateNow(file);
    const conversations = await withSource(file, (source) => reader.read(keyOf(file), format.id, source, 0));
    if (conversations === null) {
      const message = `${path} holds no conversations of ${assistantOf(format.id)}.`;
      throw new ContextureError('value_invalid', message, { path });
    }
    knownFiles.set(keyOf(file), { state, conversations });
    return conversations;
  }

  const readOnce = (file: WholeFile) => once(reading, keyOf(file), () => read(file));
  const holdOnce = (file: WholeFile, from: number) =>
    once(holding, `${from} ${keyOf(file)}`, () =>
      withSource(file, (source) => reader.read(keyOf(file), file.format.id, source, from)),
    );

  async function all(file: WholeFile): Promise<readonly WholeSummary[]> {
    const before = knownFiles.get(keyOf(file));
    return before !== undefined && before.state === (await stateNow(file)) ? before.conversations : readOnce(file);
  }

  async function one({ inner, ...file }: InWholeFile): Promise<WholeSummary> {
    const summary = (await all(file)).find((conversation) => conversation.inner === inner);
    if (summary === undefined) {
      throw new ContextureError('not_found', `This conversation is not in ${file.path} any more.`, { path: file.path });
    }
    return summary;
  }

  return {
    /** @throws `value_invalid` if it holds no conversations of this format */
    all,
    /** @throws `not_found` if it is no longer in its file */
    one,
    /** Passes on the bytes of some conversations in the file, one after the other. @throws as `all` */
    parts: (
      file: WholeFile,
      inners: readonly string[],
      take: (inner: string, bytes: Uint8Array) => Promise<void>,
    ): Promise<void> =>
      withSource(file, async (source) => {
        for (let from: number | null = 0; from !== null; ) {
          const { parts, next } = await reader.parts(file.format.id, source, inners, from);
          for (const { inner, bytes } of parts) {
            await take(inner, bytes);
          }
          from = next;
        }
      }),
    async ask<T>(
      conversation: InWholeFile,
      ask: (heldReader: typeof reader, key: string) => Promise<T | null>,
    ): Promise<{ readonly found: T; readonly summary: WholeSummary }> {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const summary = await one(conversation);
        const found = await ask(reader, keyOf(conversation));
        if (found !== null) {
          return { found, summary };
        }
        await holdOnce(conversation, summary.number);
      }
      const { path } = conversation;
      throw new ContextureError('busy', `Too much is read at once, so ${path} could not be. Try again.`, { path });
    },
  };
});

const keyOf = ({ path, format }: WholeFile): string => `${format.id} ${path}`;

/** Does something once for all concurrent callers. */
function once<T>(running: Map<string, Promise<T>>, key: string, begin: () => Promise<T>): Promise<T> {
  const promise = running.get(key) ?? begin().finally(() => running.delete(key));
  running.set(key, promise);
  return promise;
}
