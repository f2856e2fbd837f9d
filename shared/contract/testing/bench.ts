import { expect } from 'vitest';
import type { ErrorData } from '../error-data.ts';
import { ContextureError } from '../errors.ts';
import { defaultSettings } from '../features/settings.ts';
import type { Client } from '../wire/client.ts';
import type { Transport } from '../wire/protocol.ts';
import type { Service } from '../wire/service.ts';
import { createClient } from '../wire/whole-client.ts';
import { createFakeService, type FakeService } from './fake-service.ts';

type Problem = { readonly method: string | null; readonly error: ErrorData };

/** Connection to a host that answers from a service. */
type Connection = {
  /** Transport at the interface's end. */
  readonly transport: Transport;
  /** Name of this connection for the service. */
  readonly caller: string;
  /** Cuts the connection from the host's end. */
  hangUp(): void;
};

/** A transport under test. Each `connect` gives a fresh connection to the same service. */
export type TransportUnderTest = {
  connect(service: Service, onProblem: (problem: Problem) => void): Promise<Connection>;
  close(): Promise<void>;
};

/** Connection of one test, between a client and a service with set answers. */
export type Bench = {
  readonly under: TransportUnderTest;
  readonly service: FakeService;
  readonly connection: Connection;
  readonly client: Client;
  /** Problems that the host reported. */
  readonly problems: readonly Problem[];
  /** Problems that the client reported. */
  readonly clientProblems: readonly string[];
  /** Resolves with the error of a call. */
  failureOf(call: Promise<unknown>): Promise<ContextureError>;
  /** Makes a round trip, after which everything sent earlier has arrived. */
  settle(): Promise<void>;
  callsOtherThanSettling(): FakeService['calls'];
};

/** The service's usual answer to `settings.read`. */
export const settingsAnswer = {
  settings: defaultSettings,
  path: '/w/.contexture/settings.yaml',
  problems: [],
  readAs: null,
};

export async function createBench(under: TransportUnderTest): Promise<Bench> {
  const problems: Problem[] = [];
  const clientProblems: string[] = [];
  const service = createFakeService();
  service.answer('settings.read', () => settingsAnswer);
  const connection = await under.connect(service, (problem) => problems.push(problem));
  const client = createClient(connection.transport, (message) => clientProblems.push(message));
  return {
    under,
    service,
    connection,
    client,
    problems,
    clientProblems,
    async failureOf(call) {
      const outcome = await call.then(
        () => null,
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(ContextureError);
      return outcome as ContextureError;
    },
    async settle() {
      await client.call('settings.read', { workspace: 'settle' });
    },
    callsOtherThanSettling: () =>
      service.calls.filter((call) => (call.params as { workspace?: string }).workspace !== 'settle'),
  };
}
