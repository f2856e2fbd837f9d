import { join } from 'node:path';
import type { SystemCalls } from '#node/system-calls.ts';
import type { AnyEvent } from '#shared/contract/contract.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { startRealEngine } from '#testing/faults/real-engine.ts';
import { startWebHost } from '#web/server.ts';
import type { Bench } from './row.ts';

/** Engine on the real disk with an open workspace, as in a host. */
export type OpenEngine = {
  readonly workspace: string;
  /** Makes a call as an interface does: validated on both sides. */
  call<N extends MethodName>(method: N, params: Omit<Params<N>, 'workspace'>): Promise<Result<N>>;
  /** Resolves with the next event of this name. */
  next(event: AnyEvent['event']): Promise<void>;
  /** Finds the first entry with this key. */
  find(key: string): Promise<EntryView>;
  /** Serves the interface in a folder, or a page to compare it with, beside this engine. */
  serve(rendererFolder: string): Promise<{ newAddress(): string; close(): Promise<void> }>;
  close(): Promise<void>;
};

export async function openEngine(
  bench: Bench,
  folder: string,
  options: {
    calls?: SystemCalls;
    startEmpty?: boolean;
    dataFolder?: string;
    homeFolder?: string;
    environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<OpenEngine> {
  const { engine, close } = startRealEngine(options.dataFolder ?? join(bench.folder(), 'data'), options);
  const context = { caller: 'bench', cancelled: () => false, progress: () => undefined };
  const ask = async <N extends MethodName>(method: N, params: unknown): Promise<Result<N>> => {
    const parsed = methods[method].params.parse(params) as ParsedParams<N>;
    return methods[method].result.parse(await engine.call(method, parsed, context)) as Result<N>;
  };
  await engine.openAtStart(options.startEmpty ? null : { path: folder });
  const { id } = await ask('workspaces.open', { path: folder, startEmpty: options.startEmpty ?? false });
  let closed: Promise<void> | null = null;
  const closeOnce = (): Promise<void> => {
    closed ??= close();
    return closed;
  };
  bench.afterwards(closeOnce);
  const opened: OpenEngine = {
    workspace: id,
    call: (method, params) => ask(method, { workspace: id, ...params }),
    next: (event) =>
      new Promise((resolve) => {
        const forget = engine.subscribe((told) => {
          if (told.event === event) {
            forget();
            resolve();
          }
        });
      }),
    find: async (key) => {
      const { revision, entries } = await opened.call('context.read', { limit: 1000 });
      for (let found = entries, offset = 0; found.length > 0; ) {
        const entry = found.find((candidate) => candidate.key === key);
        if (entry) {
          return entry;
        }
        offset += found.length;
        found = (await opened.call('context.entries', { revision, offset, limit: 1000 })).entries;
      }
      throw new Error(`There is no entry ${key}.`);
    },
    serve: async (rendererFolder) => {
      const host = await startWebHost({ service: engine, rendererFolder, log: () => undefined });
      bench.afterwards(() => host.close());
      return host;
    },
    close: closeOnce,
  };
  return opened;
}
