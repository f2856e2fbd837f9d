import type { Readable, Writable } from 'node:stream';
import type { Ports } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Client } from '#shared/contract/wire/client.ts';
import { createHost } from '#shared/contract/wire/host.ts';
import { createInProcessConnection } from '#shared/contract/wire/in-process.ts';
import type { Service } from '#shared/contract/wire/service.ts';
import { createClient } from '#shared/contract/wire/whole-client.ts';
import { answerRounded, answerUnknown, inSentences } from './bad-requests.ts';
import { createMessagePipe } from './message-pipe.ts';
import { createContextServer } from './server.ts';
import { openSession } from './session.ts';

type ServeAssistantRequest = {
  readonly folder: string;
  readonly startEmpty: boolean;
  /** True to offer the tools of a context manager, for an agent program. */
  readonly forAgentProgram: boolean;
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly stop: Promise<void>;
  /** Never gets the content of messages. */
  readonly log: Ports['log'];
};

/** Serves one assistant until it closes its end or the process is to stop, then waits for writes under way. */
export async function serveAssistant(service: Service, request: ServeAssistantRequest): Promise<void> {
  const { log } = request;
  const connection = createInProcessConnection();
  createHost(service, connection.host, {
    caller: 'assistant',
    onProblem: ({ method, error }) => log('info', `${method ?? 'A message'} failed with ${error.code}`),
  });
  const client = createClient(connection.client, (problem) => log('error', problem));
  try {
    const session = await openSession(client, await openWorkspace(client, request.folder, request.startEmpty));
    const { server, offered } = await createContextServer(session, request.version, request.forAgentProgram);
    const pipe = createMessagePipe(request.input, request.output, {
      answer: (message, text) => answerUnknown(message, offered) ?? answerRounded(message, text),
      say: inSentences,
    });
    server.server.onerror = (error) => log('warn', `The assistant’s connection had a problem: ${error.name}`);
    await server.connect(pipe);
    // Answer earlier requests after the end of input, but not after a request to stop.
    await Promise.race([pipe.ended.then(() => pipe.answered()), request.stop]);
    await session.end();
    await Promise.race([pipe.answered(), new Promise((resolve) => setImmediate(resolve))]);
    await server.close();
  } finally {
    client.close();
  }
}

/** Opens the workspace. A folder without a memory can begin empty; a missing one is a mistake in its name. */
async function openWorkspace(client: Client, path: string, startEmpty: boolean): Promise<Workspace> {
  try {
    return await client.call('workspaces.open', { path });
  } catch (error) {
    const empty = error instanceof ContextureError && error.details['startEmpty'] === true;
    if (!empty || !startEmpty) {
      throw error;
    }
    return client.call('workspaces.open', { path, startEmpty: true });
  }
}
