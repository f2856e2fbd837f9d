import type { Engine } from '#engine/engine.ts';
import type { AnyEvent, EventData, EventName } from '#shared/contract/contract.ts';
import { type MethodName, methods, type Params, type ParsedParams, type Result } from '#shared/contract/contract.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type EntryRef, refOf } from '#shared/entries/entry.ts';

/** An interface to an engine, as in a host, that follows a workspace. */
export async function openIn(
  world: { readonly root: string; engine(): Engine },
  { caller = 'test', startEmpty = false } = {},
) {
  const engine = world.engine();
  const events: AnyEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const call = async <N extends MethodName>(method: N, params: Params<N>): Promise<Result<N>> => {
    const parsed = methods[method].params.parse(params) as ParsedParams<N>;
    const result = await engine.call(method, parsed, {
      caller,
      cancelled: () => false,
      progress: () => undefined,
    });
    return methods[method].result.parse(result) as Result<N>;
  };
  const { id: workspace } = await call('workspaces.open', { path: world.root, startEmpty });
  const entries = async (): Promise<EntryView[]> => (await call('context.read', { workspace, limit: 1000 })).entries;
  const find = async (name: string): Promise<EntryView> => {
    const found = (await entries()).find((entry) => entry.key === name || entry.value === name);
    if (!found) {
      throw new Error(`There is no entry ${name} in ${world.root}`);
    }
    return found;
  };
  return {
    workspace,
    call,
    events,
    entries,
    find,
    ref: async (name: string): Promise<EntryRef> => refOf(await find(name)),
    summary: async () => (await call('context.read', { workspace })).summary,
    of: <N extends EventName>(name: N): EventData<N>[] =>
      events.flatMap((event) => (event.event === name ? [event.data as EventData<N>] : [])),
  };
}
export type Opened = Awaited<ReturnType<typeof openIn>>;
