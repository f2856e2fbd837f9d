import { Worker } from 'node:worker_threads';
import type { ConversationIndex, Files, Ports } from '#engine/ports.ts';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { IndexAnswer, IndexCall } from './worker.ts';

type Needs = {
  /** Where the database is; its folder is made when it is first needed. */
  readonly path: string;
  /** The built `worker.ts`; null where there is none. */
  readonly worker: string | null;
  readonly files: Pick<Files, 'info' | 'store' | 'discard'>;
  readonly log: Ports['log'];
};

/** The index, in a thread that is started by the first call. A damaged one is taken away, and the call made of an empty one. */
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
      needs.log('warn', 'The index of conversations was damaged, so it is made anew.');
      await thread.end();
      thread = null;
      await discard(needs);
      return callNow(name, values, true);
    }
    if (code === null || !code.startsWith('SQLITE')) {
      await thread.end();
      thread = null;
      none = unavailable(message);
      needs.log('warn', `There is no index of conversations (${code ?? 'no code'}).`);
      throw none;
    }
    throw failed(code);
  }

  /** One after the other, so that nothing is asked of a database that is being taken away. */
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
    add: call('add'),
    remove: call('remove'),
    conversationsWith: call('conversationsWith'),
    itemsWith: call('itemsWith'),
    itemsWithin: call('itemsWithin'),
    erase: call('erase'),
    close: () =>
      inOrder(async () => {
        none ??= unavailable('it is closed');
        await thread?.ask('close', []).catch(() => undefined);
        await thread?.end();
        thread = null;
      }),
  };
}

const isDamage = (code: string | null): boolean =>
  code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT') === true;

const unavailable = (why: string): ContextureError =>
  new ContextureError('unavailable', `There is no index of conversations here: ${why}.`);

const lostThread = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  code: null,
});

function failed(code: string): ContextureError {
  const reasons: Readonly<Record<string, ErrorCode>> = { SQLITE_BUSY: 'busy', SQLITE_FULL: 'disk_full' };
  const message = `The index of conversations could not be used (${code}). Try again.`;
  return new ContextureError(reasons[code] ?? 'io_failed', message, { code }, { retry: true });
}

async function discard({ path, files }: Needs): Promise<void> {
  for (const end of ['', '-wal', '-shm']) {
    await files.discard(`${path}${end}`);
  }
}

type Thread = Awaited<ReturnType<typeof start>>;

async function start({ path, worker: source, files }: Needs) {
  if (source === null) {
    throw unavailable('its program is not part of what runs');
  }
  if ((await files.info(path)) === null) {
    // Made by us, so that nobody else may read it; SQLite gives the files beside it the same mode.
    await files.store(path, new Uint8Array());
  }
  const worker = new Worker(source, { workerData: path });
  // It keeps no process alive that asks nothing of it.
  worker.unref();
  const waiting = new Map<number, { resolve(answer: IndexAnswer): void; reject(error: Error): void }>();
  let calls = 0;
  const endWith = (error: Error): void => {
    for (const { reject } of waiting.values()) {
      reject(error);
    }
    waiting.clear();
  };
  worker.on('error', endWith);
  worker.on('exit', () => endWith(new Error('its thread has ended')));
  worker.on('message', (answer: IndexAnswer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  return {
    /** Rejects where the thread ends before it answers. */
    async ask(name: IndexCall['name'], values: readonly unknown[]): Promise<IndexAnswer> {
      calls += 1;
      const call: IndexCall = { id: calls, name, values };
      worker.ref();
      try {
        return await new Promise<IndexAnswer>((resolve, reject) => {
          waiting.set(call.id, { resolve, reject });
          worker.postMessage(call);
        });
      } finally {
        worker.unref();
      }
    },
    async end(): Promise<void> {
      await worker.terminate();
    },
  };
}
