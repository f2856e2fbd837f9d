import { existsSync } from 'node:fs';
import type { ConversationReader } from '#engine/ports.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { startThread, type Thread } from '../thread.ts';
import { createReader } from './reader.ts';

/**
 * The reader in a thread that is started by the first call, ends when nothing was asked for a while, and with that gives its
 * memory back. In this thread where its program is not there.
 * @param source the built `worker.ts`
 */
export function createConversationReader(source: string | null): ConversationReader {
  return source === null || !existsSync(source) ? createReader() : inThread(source);
}

/** So long nothing is asked of it before it ends, in milliseconds. */
const idleMs = 60_000;

function inThread(source: string): ConversationReader {
  let thread: Thread | null = null;
  let asking = 0;
  let ending: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = null;
    await ended?.end();
  }
  const call =
    <Name extends 'read' | 'part' | 'itemsFrom' | 'itemsBefore' | 'odd' | 'unpackZstd'>(
      name: Name,
      bytesOf: (...values: Parameters<ConversationReader[Name]>) => Uint8Array | null = () => null,
    ) =>
    async (...values: Parameters<ConversationReader[Name]>): Promise<Awaited<ReturnType<ConversationReader[Name]>>> => {
      clearTimeout(ending);
      asking += 1;
      try {
        thread ??= startThread(source, null);
        const bytes = bytesOf(...values);
        const answer = await thread.ask(name, values, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
        if ('error' in answer) {
          throw errorOf(answer.error);
        }
        return answer.result as Awaited<ReturnType<ConversationReader[Name]>>;
      } finally {
        asking -= 1;
        if (asking === 0) {
          ending = setTimeout(() => void end(), idleMs).unref();
        }
      }
    };
  return {
    read: call('read', (_, __, from) => ('bytes' in from ? from.bytes : null)),
    part: call('part', (_, from) => ('bytes' in from ? from.bytes : null)),
    itemsFrom: call('itemsFrom'),
    itemsBefore: call('itemsBefore'),
    odd: call('odd'),
    unpackZstd: call('unpackZstd', (bytes) => bytes),
    close: end,
  };
}

function errorOf({ message, code }: { readonly message: string; readonly code: string | null }): Error {
  const known = errorCodes.find((one: ErrorCode) => one === code);
  return known === undefined ? new Error(message) : new ContextureError(known, message);
}
