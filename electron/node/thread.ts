import { parentPort, type TransferListItem, Worker } from 'node:worker_threads';

type Call = { readonly id: number; readonly name: string; readonly values: readonly unknown[] };

/** A thread's answer. `code` is the error's, of any set of codes; null if it has none. */
export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: unknown }
  | { readonly error: { readonly message: string; readonly code: string | null } }
);

export type Thread = ReturnType<typeof startThread>;

/** Starts a built module as a thread that answers calls by `answerCalls`. An idle thread keeps no process alive. */
export function startThread(source: string, workerData: unknown) {
  const worker = new Worker(source, { workerData });
  worker.unref();
  const waiting = new Map<number, { resolve(answer: ThreadAnswer): void; reject(error: Error): void }>();
  let calls = 0;
  const endWith = (error: Error): void => {
    for (const { reject } of waiting.values()) {
      reject(error);
    }
    waiting.clear();
  };
  worker.on('error', endWith);
  worker.on('exit', () => endWith(new Error('its thread has ended')));
  worker.on('message', (answer: ThreadAnswer) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
    if (waiting.size === 0) {
      worker.unref();
    }
  });
  return {
    /**
     * Calls the thread. Rejects if it ends before it answers.
     * @param handedOver buffers moved to the thread instead of copied; the caller loses them
     */
    ask(name: string, values: readonly unknown[], handedOver: readonly TransferListItem[] = []): Promise<ThreadAnswer> {
      calls += 1;
      const call: Call = { id: calls, name, values };
      worker.ref();
      return new Promise<ThreadAnswer>((resolve, reject) => {
        waiting.set(call.id, { resolve, reject });
        worker.postMessage(call, handedOver);
      });
    },
    async end(): Promise<void> {
      await worker.terminate();
    },
  };
}

/** Answers each call in the thread with its result or its error. */
export function answerCalls(
  carryOut: (name: string, values: readonly unknown[]) => unknown,
  handedOver: (result: unknown) => readonly TransferListItem[] = () => [],
): void {
  parentPort?.on('message', async ({ id, name, values }: Call) => {
    const answer = (message: ThreadAnswer, list: readonly TransferListItem[] = []): void =>
      parentPort?.postMessage(message, list);
    try {
      const result = await carryOut(name, values);
      answer({ id, result }, handedOver(result));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      const message = error instanceof Error ? error.message : String(error);
      answer({ id, error: { message, code: typeof code === 'string' ? code : null } });
    }
  });
}
