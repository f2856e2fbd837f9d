import type { ConversationIndex, Files, Ports } from '#engine/ports.ts';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { startThread, type Thread } from '../thread.ts';

type Needs = {
  /** Path of the database; its folder is made when it is first needed. */
  readonly path: string;
  /** Path of the built `worker.ts`; null if there is none. */
  readonly worker: string | null;
  readonly files: Pick<Files, 'info' | 'store' | 'discard'>;
  readonly log: Ports['log'];
};

/** Runs the index in a thread that the first call starts. A damaged index is removed, and the call repeated on an empty one. */
export function createConversationIndex(needs: Needs): ConversationIndex {
  let thread: Thread | null = null;
  let none: ContextureError | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function callNow<Name extends keyof ConversationIndex>(
    name: Name,
    values: Parameters<ConversationIndex[Name]>,
    isAgain = false,
  ): Promise<Awaited<ReturnType<ConversationIndex[Name]>>> {
    if (none !== null) {
      throw none;
    }
    thread ??= await start(needs);
    const answer = await thread.ask(name, values).catch((error: unknown) => ({ error: lostThread(error) }));
    if ('result' in answer) {
      return answer.result as Awaited<ReturnType<ConversationIndex[Name]>>;
    }
    const { message, code } = answer.error;
    if (isDamage(code) && !isAgain) {
      needs.log('warn', 'The index of conversations was damaged, so it is rebuilt.');
      await thread.end();
      thread = null;
      await discard(needs);
      return callNow(name, values, true);
    }
    if (code === null || !code.startsWith('SQLITE')) {
      await thread.end();
      thread = null;
      none = unavailableError(message);
      needs.log('warn', `There is no index of conversations (${code ?? 'no code'}).`);
      throw none;
    }
    throw failedError(code);
  }

  /** Runs calls one after the other, so that none reaches a database that is being removed. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  }
  const call =
    <Name extends keyof ConversationIndex>(name: Name) =>
    (...values: Parameters<ConversationIndex[Name]>) =>
      inOrder(() => callNow(name, values));

  return {
    known: call('known'),
    copies: call('copies'),
    add: call('add'),
    remove: call('remove'),
    conversationsWith: call('conversationsWith'),
    itemsWith: call('itemsWith'),
    conversationsWithin: call('conversationsWithin'),
    itemsWithin: call('itemsWithin'),
    erase: call('erase'),
    close: () =>
      inOrder(async () => {
        none ??= unavailableError('it is closed');
        await thread?.ask('close', []).catch(() => undefined);
        await thread?.end();
        thread = null;
      }),
  };
}

const isDamage = (code: string | null): boolean =>
  code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT') === true;

const unavailableError = (why: string): ContextureError =>
  new ContextureError('unavailable', `There is no index of conversations here: ${why}.`);

const lostThread = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  code: null,
});

function failedError(code: string): ContextureError {
  const reasons: Readonly<Record<string, ErrorCode>> = { SQLITE_BUSY: 'busy', SQLITE_FULL: 'disk_full' };
  const message = `The index of conversations could not be used (${code}). Try again.`;
  return new ContextureError(reasons[code] ?? 'io_failed', message, { code }, { retry: true });
}

async function discard({ path, files }: Needs): Promise<void> {
  for (const end of ['', '-wal', '-shm']) {
    await files.discard(`${path}${end}`);
  }
}

async function start({ path, worker, files }: Needs): Promise<Thread> {
  if (worker === null) {
    throw unavailableError('its program is not part of what runs');
  }
  if ((await files.info(path)) === null) {
    // Make the file ourselves, so that nobody else may read it; SQLite gives the files beside it the same mode.
    await files.store(path, new Uint8Array());
  }
  return startThread(worker, path);
}
