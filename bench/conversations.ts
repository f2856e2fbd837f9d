import { join } from 'node:path';
import { findAppFiles } from '#node/app-folder.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import { startRealEngine } from '#testing/faults/real-engine.ts';
import type { Bench } from './row.ts';

/** Opens an engine with the conversations of a home folder approved and a new index. */
export async function openConversations(bench: Bench, homeFolder: string) {
  const { indexWorker, readerWorker } = findAppFiles(import.meta.url);
  const { engine, close } = startRealEngine(join(bench.folder(), 'data'), {
    homeFolder,
    environment: {},
    indexWorker,
    readerWorker,
  });
  const context = { caller: 'bench', cancelled: () => false, progress: () => undefined };
  const call = async <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> =>
    engine.call(method, methods[method].params.parse(params) as ParsedParams<N>, context);
  let closed: Promise<void> | null = null;
  const closeOnce = (): Promise<void> => {
    closed ??= close();
    return closed;
  };
  bench.afterwards(closeOnce);
  await call('conversations.approve', { place: 'claude', approved: true });
  return {
    call,
    engine,
    close: closeOnce,
    /** Resolves when the index is complete. */
    filled: () =>
      new Promise<void>((resolve, reject) => {
        engine.subscribe(({ event, data }) => {
          if (event === 'conversations.indexing' && data.state !== 'reading') {
            data.state === 'complete' ? resolve() : reject(new Error(data.problem ?? data.state));
          }
        });
        call('conversations.index', {}).catch(reject);
      }),
  };
}
