import { existsSync } from 'node:fs';
import type { ConversationReader, WholeSource } from '#engine/ports.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { maxWholeBytes } from '#shared/conversations/formats/whole-formats.ts';
import { startThread, type Thread } from '../thread.ts';
import { partsIn, type ReadPart, readWhole } from './read-whole.ts';
import { createReader } from './reader.ts';
import { unpackZstd } from './unpack.ts';

/**
 * The reader, which reads in a thread. In this thread where its program is not there.
 * @param source the built `worker.ts`
 * @param readPart reads files in this thread
 */
export function createConversationReader(source: string | null, readPart: ReadPart): ConversationReader {
  return createReader(source === null || !existsSync(source) ? inThisThread(readPart) : inThread(source));
}

type Reads = Parameters<typeof createReader>[0];

const inThisThread = (readPart: ReadPart): Reads => ({
  read: (...asked) => readWhole(readPart, ...asked),
  parts: (...asked) => partsIn(readPart, ...asked),
  unpackZstd: (bytes) => unpackZstd(bytes, maxWholeBytes),
  close: async () => undefined,
});

/** So long nothing is asked of it before it ends, in milliseconds. */
const idleMs = 10_000;
/** After so many bytes it ends as soon as it can: it gives its memory back by that alone. */
const maxBytes = 8 * 1024 * 1024;

/** In a thread that is started by the first call, and ends when nothing was asked for a while, or when it has read much. */
function inThread(source: string): Reads {
  let thread: Thread | null = null;
  let asking = 0;
  let read = 0;
  let ending: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = null;
    read = 0;
    await ended?.end();
  }
  /** It has ended by itself: another one is started for the next call. */
  function lose(lost: Thread, error: unknown): never {
    thread = thread === lost ? null : thread;
    throw error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new ContextureError('too_large', 'To read it takes more memory than there is for that.')
      : error;
  }
  async function ask(name: string, values: readonly unknown[], size: number, bytes?: Uint8Array): Promise<unknown> {
    clearTimeout(ending);
    thread ??= startThread(source, null);
    const asked = thread;
    asking += 1;
    read += size;
    try {
      const answer = await asked
        .ask(name, values, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])
        .catch((error: unknown) => lose(asked, error));
      if ('error' in answer) {
        throw errorOf(answer.error);
      }
      return answer.result;
    } finally {
      asking -= 1;
      if (asking === 0 && read >= maxBytes) {
        await end();
      } else if (asking === 0) {
        ending = setTimeout(() => void end(), idleMs).unref();
      }
    }
  }
  return {
    read: (...asked) => ask('read', asked, sizeOf(asked[1])) as ReturnType<Reads['read']>,
    parts: (...asked) => ask('parts', asked, sizeOf(asked[1])) as ReturnType<Reads['parts']>,
    unpackZstd: (bytes) => ask('unpackZstd', [bytes], bytes.length, bytes) as Promise<Uint8Array>,
    close: end,
  };
}

/** How much is in a database is not known before, nor what a ZIP comes to. */
const sizeOf = (source: WholeSource): number => ('size' in source && !source.isZip ? source.size : maxBytes);

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  const known = errorCodes.find((one: ErrorCode) => one === code);
  return known === undefined ? new Error(message) : new ContextureError(known, message);
}
