import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { ContextureError, type ErrorData } from '../errors.ts';
import type { Settings } from '../model.ts';
import type { Transport } from '../protocol.ts';
import type { Service } from '../service.ts';
import { createFakeService, type FakeService } from './fake-service.ts';
import { messagesOfNoProtocol, nestedArrays } from './hostile-messages.ts';

export type Problem = { readonly method: string | null; readonly error: ErrorData };

/** One line to a host that answers from a service. */
export type Line = {
  /** The interface's end. */
  readonly transport: Transport;
  /** Name of this connection for the service. */
  readonly caller: string;
  /** Cuts the line from the host's end. */
  hangUp(): void;
};

/** A transport under test. Each `connect` gives a fresh line to the same service. */
export type TransportUnderTest = {
  connect(service: Service, onProblem: (problem: Problem) => void): Promise<Line>;
  close(): Promise<void>;
};

const settings: Settings = { tokenLimit: 2000, overLimit: 'ask' };
const settingsAnswer = { settings, path: '/w/.contexture/settings.yaml', problems: [] };

/** What every transport of the contract has to do; each one's test file calls this. */
export function describeContract(name: string, create: () => Promise<TransportUnderTest>): void {
  describe(`the contract over ${name}`, () => {
    let under: TransportUnderTest;
    let service: FakeService;
    let line: Line;
    let client: Client;
    const problems: Problem[] = [];
    const clientProblems: string[] = [];

    beforeEach(async () => {
      problems.length = 0;
      clientProblems.length = 0;
      under = await create();
      service = createFakeService();
      service.answer('settings.read', () => settingsAnswer);
      line = await under.connect(service, (problem) => problems.push(problem));
      client = createClient(line.transport, (message) => clientProblems.push(message));
    });
    afterEach(() => under.close());

    const failureOf = async (call: Promise<unknown>): Promise<ContextureError> => {
      const outcome = await call.then(
        () => null,
        (error: unknown) => error,
      );
      expect(outcome).toBeInstanceOf(ContextureError);
      return outcome as ContextureError;
    };
    /** Round trip after which everything sent before has arrived. */
    const settle = async (): Promise<void> => {
      await client.call('settings.read', { workspace: 'settle' });
    };
    const callsOtherThanSettling = () =>
      service.calls.filter((call) => (call.params as { workspace?: string }).workspace !== 'settle');

    describe('calls', () => {
      it('carries parameters there and the answer back', async () => {
        await expect(client.call('settings.read', { workspace: 'w1' })).resolves.toEqual(settingsAnswer);
        expect(service.calls).toEqual([{ method: 'settings.read', params: { workspace: 'w1' }, caller: line.caller }]);
      });

      it('fills in defaults before the service sees them', async () => {
        service.answer('archive.entries', () => ({ revision: 1, total: 0, entries: [], perFile: [] }));
        await client.call('archive.entries', { workspace: 'w1' });
        expect(service.calls[0]?.params).toEqual({
          workspace: 'w1',
          query: '',
          categories: [],
          files: [],
          offset: 0,
          limit: 200,
        });
      });

      it('keeps text as it is, whatever is in it', async () => {
        const path = 'C:\\x\u0000\u2028\u2029\u202e"\'</script>\r\n\ud83d\ude00\ufeffé\u0301';
        service.answer('workspaces.forget', () => ({}));
        await client.call('workspaces.forget', { path });
        expect(service.calls[0]?.params).toEqual({ path });
      });

      it('hands over copies, never the service’s own objects', async () => {
        const answer = await client.call('settings.read', { workspace: 'w1' });
        answer.settings.tokenLimit = 1;
        expect(settings.tokenLimit).toBe(2000);
      });

      it('matches many answers to their calls, in whatever order they come', async () => {
        service.answer('workspaces.browse', async ({ folder }) => {
          await new Promise((resolve) => setTimeout(resolve, Number(folder) % 7));
          return { folder: folder ?? '', parent: null, opens: false, items: [] };
        });
        const answers = await Promise.all(
          Array.from({ length: 300 }, (_, index) => client.call('workspaces.browse', { folder: String(index) })),
        );
        expect(answers.map((answer) => answer.folder)).toEqual(answers.map((_, index) => String(index)));
      });
    });

    describe('errors', () => {
      it('cross as data, with code, details and retry', async () => {
        service.answer('settings.read', () => {
          throw new ContextureError('busy', 'Someone else is writing.', { waited: 5000 }, { retry: true });
        });
        const error = await failureOf(client.call('settings.read', { workspace: 'w1' }));
        expect(error.toData()).toEqual({
          code: 'busy',
          message: 'Someone else is writing.',
          details: { waited: 5000 },
          retry: true,
        });
      });

      it('become `internal` when nobody expected them', async () => {
        service.answer('settings.read', () => {
          throw new TypeError('boom');
        });
        const error = await failureOf(client.call('settings.read', { workspace: 'w1' }));
        expect(error.code).toBe('internal');
        expect(error.stack).not.toContain('service.answer');
      });

      it.each([
        ['of the wrong form', { settings: 'none' }],
        ['with more than was declared', { ...settingsAnswer, more: 1 }],
        ['that are nothing at all', undefined],
      ])('tell of answers %s', async (_, answer) => {
        service.answer('settings.read', () => answer as never);
        const error = await failureOf(client.call('settings.read', { workspace: 'w1' }));
        expect(error.code).toBe('internal');
      });

      it('tell of answers that can’t cross', async () => {
        service.answer('settings.read', () => ({ big: 1n }) as never);
        const error = await failureOf(client.call('settings.read', { workspace: 'w1' }));
        expect(error.code).toBe('internal');
      });
    });

    describe('refused calls', () => {
      const call = (method: string, params: unknown) => client.call(method as 'settings.read', params as never);

      it.each(['nothing.here', 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
        'there is no method called “%s”',
        async (method) => {
          expect((await failureOf(call(method, {}))).code).toBe('unknown_method');
          expect(service.calls).toEqual([]);
        },
      );

      it.each<[string, string, unknown]>([
        ['an extra key', 'settings.read', { workspace: 'w1', more: true }],
        ['a missing key', 'settings.read', {}],
        ['a wrong type', 'settings.read', { workspace: 1 }],
        ['null', 'settings.read', null],
        ['a list', 'settings.read', ['w1']],
        ['a number out of range', 'context.entries', { workspace: 'w1', revision: 1, limit: 1001 }],
        ['a negative offset', 'context.entries', { workspace: 'w1', revision: 1, offset: -1 }],
        ['an unknown operation', 'context.change', { workspace: 'w1', operations: [{ op: 'format' }] }],
        ['no operation', 'context.change', { workspace: 'w1', operations: [] }],
      ])('with %s', async (_, method, params) => {
        const error = await failureOf(call(method, params));
        expect(error.code).toBe('invalid_request');
        expect(error.details['method']).toBe(method);
        expect(service.calls).toEqual([]);
        expect(problems).toEqual([{ method, error: error.toData() }]);
      });

      it.each([
        ['parameters', '{"workspace":"w1","__proto__":{"polluted":true}}'],
        ['a nested object', '{"workspace":"w1","values":{"__proto__":{"polluted":true}}}'],
        ['a constructor', '{"workspace":"w1","values":{"constructor":{"prototype":{"polluted":true}}}}'],
      ])('that try to change prototypes through %s', async (_, json) => {
        service.answer('settings.write', () => settings);
        line.transport.send({ type: 'call', id: 7000, method: 'settings.write', params: JSON.parse(json) });
        await settle();
        expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
        for (const { params } of callsOtherThanSettling()) {
          expect((params as { polluted?: boolean }).polluted).toBeUndefined();
          expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
        }
      });
    });

    describe('messages that are not of the protocol', () => {
      it.each(messagesOfNoProtocol)('are dropped and reported, and the line goes on: %s', async (_, message) => {
        line.transport.send(message);
        await settle();
        expect(callsOtherThanSettling()).toEqual([]);
        expect(problems).toHaveLength(1);
        expect(problems[0]?.error.code).toBe('invalid_request');
      });

      it('are dropped when they are nested without end', async () => {
        line.transport.send({ type: 'call', id: 1, method: 'settings.read', params: nestedArrays(3000) });
        await settle();
        expect(callsOtherThanSettling()).toEqual([]);
      });

      it('are reported without what they say', async () => {
        line.transport.send({ type: 'call', id: 1, method: 'settings.read', secret: 'my medical record' });
        await settle();
        expect(JSON.stringify(problems)).not.toContain('medical');
      });

      it('do not reuse the number of a call that still runs', async () => {
        let finish: (() => void) | undefined;
        service.answer('settings.read', async () => {
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
          return settingsAnswer;
        });
        const running = client.call('settings.read', { workspace: 'w1' });
        line.transport.send({ type: 'call', id: 0, method: 'settings.read', params: { workspace: 'w2' } });
        await vi.waitFor(() => expect(problems).toHaveLength(1));
        finish?.();
        await expect(running).resolves.toEqual(settingsAnswer);
        expect(service.calls.map((call) => call.params)).toEqual([{ workspace: 'w1' }]);
      });
    });

    describe('events', () => {
      const reached = (revision: number) =>
        ({ event: 'archive.changed', data: { workspace: 'w1', revision } }) as const;

      it('arrive in the order they were sent', async () => {
        const heard: number[] = [];
        client.on('archive.changed', ({ revision }) => heard.push(revision));
        for (let revision = 0; revision < 500; revision++) {
          service.emit(reached(revision));
        }
        await settle();
        expect(heard).toEqual(Array.from({ length: 500 }, (_, index) => index));
      });

      it('reach all who listen, and no longer those who stopped', async () => {
        const first: number[] = [];
        const second: number[] = [];
        const stop = client.on('archive.changed', ({ revision }) => first.push(revision));
        client.on('archive.changed', ({ revision }) => second.push(revision));
        service.emit(reached(1));
        await settle();
        stop();
        service.emit(reached(2));
        await settle();
        expect([first, second]).toEqual([[1], [1, 2]]);
      });

      it('reach every line to the same service', async () => {
        const other = await under.connect(service, () => {});
        const otherClient = createClient(other.transport);
        const heard: number[] = [];
        otherClient.on('archive.changed', ({ revision }) => heard.push(revision));
        service.emit(reached(9));
        await otherClient.call('settings.read', { workspace: 'settle' });
        expect(heard).toEqual([9]);
        expect(other.caller).not.toBe(line.caller);
      });

      it.each([
        ['of the wrong form', { event: 'archive.changed', data: { workspace: 'w1' } }],
        ['nobody declared', { event: 'archive.burned', data: {} }],
        ['named like a part of every object', { event: 'constructor', data: {} }],
      ])('%s are dropped and reported', async (_, event) => {
        const heard = vi.fn();
        client.on('archive.changed', heard);
        service.emit(event as never);
        await settle();
        expect(heard).not.toHaveBeenCalled();
        expect(clientProblems).toHaveLength(1);
      });
    });

    describe('long calls', () => {
      it('tell how far they are', async () => {
        service.answer('settings.read', (_params, context) => {
          context.progress({ done: 1, total: 2 });
          context.progress({ done: 2, total: 2 });
          return settingsAnswer;
        });
        const heard: unknown[] = [];
        const onProgress = (progress: unknown) => heard.push(progress);
        await client.call('settings.read', { workspace: 'w1' }, { onProgress });
        expect(heard).toEqual([
          { done: 1, total: 2 },
          { done: 2, total: 2 },
        ]);
      });

      it('can be cancelled: the caller is free at once and the service notices', async () => {
        let noticed = false;
        let started = false;
        service.answer('context.repair', async (_params, context) => {
          started = true;
          await vi.waitUntil(() => context.cancelled());
          noticed = true;
          return { change: null, revision: 1, archived: [], notes: [] };
        });
        let cancel = () => {};
        const heard = vi.fn();
        const call = client.call(
          'context.repair',
          { workspace: 'w1', repair: 'frontmatter' },
          { onProgress: heard, onStart: (given) => (cancel = given) },
        );
        const failure = failureOf(call);
        await vi.waitUntil(() => started);
        cancel();
        cancel();
        expect((await failure).code).toBe('cancelled');
        await vi.waitUntil(() => noticed);
        await settle();
        expect(heard).not.toHaveBeenCalled();
      });

      it('never start when cancelled before they are sent', async () => {
        const call = client.call('settings.read', { workspace: 'w1' }, { onStart: (cancel) => cancel() });
        expect((await failureOf(call)).code).toBe('cancelled');
        await settle();
        expect(callsOtherThanSettling()).toEqual([]);
      });
    });

    describe('a line that is gone', () => {
      const neverAnswered = () => {
        let cancelled = () => false;
        service.answer('settings.read', (_params, context) => {
          cancelled = context.cancelled;
          return new Promise<never>(() => {});
        });
        const call = failureOf(client.call('settings.read', { workspace: 'w1' }));
        return { call, cancelled: () => cancelled() };
      };

      it.each(['the host', 'the interface'])('rejects what waits, when %s hangs up', async (who) => {
        const closed = vi.fn();
        client.onClose(closed);
        const { call, cancelled } = neverAnswered();
        await vi.waitUntil(() => service.calls.length === 1);
        if (who === 'the host') {
          line.hangUp();
        } else {
          client.close();
        }
        const error = await call;
        expect([error.code, error.retry]).toEqual(['disconnected', true]);
        expect((await failureOf(client.call('settings.read', { workspace: 'w1' }))).code).toBe('disconnected');
        await vi.waitUntil(() => service.left.length > 0);
        expect(service.left).toEqual([line.caller]);
        expect(service.listenerCount()).toBe(0);
        expect(cancelled()).toBe(true);
        expect(closed).toHaveBeenCalledTimes(1);
      });

      it('harms neither the service nor other lines', async () => {
        const other = await under.connect(service, () => {});
        client.close();
        await vi.waitUntil(() => service.left.length === 1);
        service.emit({ event: 'archive.changed', data: { workspace: 'w1', revision: 1 } });
        const otherClient = createClient(other.transport);
        await expect(otherClient.call('settings.read', { workspace: 'w1' })).resolves.toEqual(settingsAnswer);
      });
    });
  });
}
