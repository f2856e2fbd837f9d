import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { type Client, createClient } from '#shared/contract/wire/client.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessLine } from '#shared/contract/wire/in-process.ts';
import type { Runtime } from './runtime.ts';

export type Place = {
  readonly path: string;
  /** Also a folder that holds no memory yet; undefined where that can't be asked for. */
  readonly startEmpty: boolean | undefined;
};

/** Does some work on an engine of its own, over the same contract as an interface would, and ends the engine. */
export async function withClient<T>(runtime: Runtime, work: (client: Client) => Promise<T>): Promise<T> {
  const { engine, log } = runtime.startEngine();
  const line = createInProcessLine();
  createHost(engine, line.host, { caller: 'command-line' });
  const client = createClient(line.client, (problem) => log('error', problem));
  try {
    return await work(client);
  } finally {
    client.close();
    await engine.close();
  }
}

/** The same with a workspace open. */
export function withWorkspace<T>(
  runtime: Runtime,
  place: Place,
  work: (client: Client, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return withClient(runtime, async (client) => work(client, await openPlace(client, place)));
}

/** @throws `not_found`, which says how to begin a memory where there could be one */
export async function openPlace(client: Client, { path, startEmpty }: Place): Promise<Workspace> {
  try {
    return await client.call('workspaces.open', { path, startEmpty: startEmpty ?? false });
  } catch (error) {
    const { code, message, details } = toContextureError(error);
    if (details['startEmpty'] !== true || startEmpty === undefined) {
      throw error;
    }
    throw new ContextureError(code, `${message} On the command line, --start-empty does.`, details);
  }
}
