import { existsSync } from 'node:fs';
import type { ConversationReader, WholeSource } from '#engine/ports.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { maxConversationBytes } from '#shared/conversations/formats/size-limits.ts';
import { startThread, type Thread } from '../thread.ts';
import { partsIn, type ReadPart, readWhole } from './read-whole.ts';
import { createThreadReader } from './reader.ts';
import { unpackZstd } from './unpack.ts';

/**
 * Creates a reader that works in its own thread, or in this one if its program is missing.
 * @param source path of the built `worker.ts`
 * @param readPart reads files in this thread
 */
export function createConversationReader(source: string | null, readPart: ReadPart): ConversationReader {
  return createThreadReader(source === null || !existsSync(source) ? inThisThread(readPart) : inThread(source));
}

type Reads = Parameters<typeof createThreadReader>[0];

const inThisThread = (readPart: ReadPart): Reads => ({
  read: (...args) => readWhole(readPart, ...args),
  parts: (...args) => partsIn(readPart, ...args),
  unpackZstd: (bytes) => unpackZstd(bytes, maxConversationBytes),
  close: async () => undefined,
});

/** Idle time after which the thread ends, in milliseconds. */
const idleMs = 10_000;
/** Bytes read after which the thread ends as soon as it can, since only that gives its memory back. */
const maxBytes = 8 * 1024 * 1024;

/** Reads in a thread that the first call starts, and that ends after a while without calls, or once it has read much. */
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
  /** Forgets a thread that ended by itself, so that the next call starts another. */
  function lose(lost: Thread, error: unknown): never {
    thread = thread === lost ? null : thread;
    throw error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new ContextureError('too_large', 'To read it takes more memory than there is for that.')
      : error;
  }
  async function ask(name: string, values: readonly unknown[], size: number, bytes?: Uint8Array): Promise<unknown> {
    clearTimeout(ending);
    thread ??= startThread(source, null);
    const current = thread;
    asking += 1;
    read += size;
    try {
      const answer = await current
        .ask(name, values, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])
        .catch((error: unknown) => lose(current, error));
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
    read: (...args) => ask('read', args, sizeOf(args[1])) as ReturnType<Reads['read']>,
    parts: (...args) => ask('parts', args, sizeOf(args[1])) as ReturnType<Reads['parts']>,
    unpackZstd: (bytes) => ask('unpackZstd', [bytes], bytes.length, bytes) as Promise<Uint8Array>,
    close: end,
  };
}

/** Bytes a read counts for. A database and an unpacked ZIP are of unknown size, so they count for the maximum. */
const sizeOf = (source: WholeSource): number => ('size' in source && !source.isZip ? source.size : maxBytes);

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  const ownCode = errorCodes.find((one: ErrorCode) => one === code);
  return ownCode === undefined ? new Error(message) : new ContextureError(ownCode, message);
}
