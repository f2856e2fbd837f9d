import { type Command, Option } from 'commander';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import type { Runtime } from './runtime.ts';

export type CommandOptions = { readonly workspace: string; readonly startEmpty?: boolean; readonly json?: boolean };

export const workspaceOption = (): Option =>
  new Option('-w, --workspace <folder>', 'a memory’s folder or file').default('.', 'the current folder');

export const onWorkspace = (command: Command): Command =>
  command.addOption(workspaceOption()).option('--json', 'print the answer as JSON');

/** Adds the options of `onWorkspace` for a command that makes sense without a memory. */
export const onAnyWorkspace = (command: Command): Command =>
  onWorkspace(command).option('--start-empty', 'also if the folder holds no memory yet', false);

/** Starts an engine, runs some work on it over the same contract as an interface, and ends it. */
export async function withClient<T>(runtime: Runtime, work: (client: Client) => Promise<T>): Promise<T> {
  const { engine, log } = runtime.startEngine({ engine: { personLooks: true, personApproves: false } });
  const connection = createInProcessConnection();
  createHost(engine, connection.host, { caller: 'command-line' });
  const client = createClient(connection.client, (problem) => log('error', problem));
  try {
    return await work(client);
  } finally {
    client.close();
    await engine.close();
  }
}

export function withWorkspace<T>(
  runtime: Runtime,
  { workspace: path, startEmpty }: CommandOptions,
  work: (client: Client, workspace: Workspace) => Promise<T>,
): Promise<T> {
  return withClient(runtime, async (client) => work(client, await openWorkspaceAt(client, path, startEmpty)));
}

/** @param startEmpty true to accept a folder without a memory; undefined if the command has no such option */
export async function openWorkspaceAt(
  client: Client,
  path: string,
  startEmpty: boolean | undefined,
): Promise<Workspace> {
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
