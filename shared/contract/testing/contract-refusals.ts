import { describe, expect, it, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { defaultSettings } from '../features/settings.ts';
import { type Bench, settingsAnswer } from './bench.ts';
import { messagesOfNoProtocol, nestedArrays } from './hostile-messages.ts';

/** Calls and messages that are refused before anything runs. */
export function describeRefusals(bench: Bench): void {
  describe('refused calls', () => {
    const call = (method: string, params: unknown) => bench.client.call(method as 'settings.read', params as never);

    it.each(['nothing.here', 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''])(
      'there is no method called “%s”',
      async (method) => {
        expect((await bench.failureOf(call(method, {}))).code).toBe('unknown_method');
        expect(bench.service.calls).toEqual([]);
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
      const error = await bench.failureOf(call(method, params));
      expect(error.code).toBe('invalid_request');
      expect(error.details['method']).toBe(method);
      expect(bench.service.calls).toEqual([]);
      expect(bench.problems).toEqual([{ method, error: error.toData() }]);
    });

    it.each([
      ['parameters', '{"workspace":"w1","__proto__":{"polluted":true}}'],
      ['a nested object', '{"workspace":"w1","values":{"__proto__":{"polluted":true}}}'],
      ['a constructor', '{"workspace":"w1","values":{"constructor":{"prototype":{"polluted":true}}}}'],
    ])('that try to change prototypes through %s', async (_, json) => {
      bench.service.answer('settings.write', () => defaultSettings);
      bench.connection.transport.send({ type: 'call', id: 7000, method: 'settings.write', params: JSON.parse(json) });
      await bench.settle();
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      for (const { params } of bench.callsOtherThanSettling()) {
        expect((params as { polluted?: boolean }).polluted).toBeUndefined();
        expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
      }
    });
  });

  describe('messages outside the protocol', () => {
    it.each(messagesOfNoProtocol)('are dropped and reported, and the connection goes on: %s', async (_, message) => {
      bench.connection.transport.send(message);
      await bench.settle();
      expect(bench.callsOtherThanSettling()).toEqual([]);
      expect(bench.problems).toHaveLength(1);
      expect(bench.problems[0]?.error.code).toBe('invalid_request');
    });

    it('are dropped if nested too deeply', async () => {
      bench.connection.transport.send({ type: 'call', id: 1, method: 'settings.read', params: nestedArrays(3000) });
      await bench.settle();
      expect(bench.callsOtherThanSettling()).toEqual([]);
    });

    it('are reported without their content', async () => {
      bench.connection.transport.send({ type: 'call', id: 1, method: 'settings.read', secret: 'my medical record' });
      await bench.settle();
      expect(JSON.stringify(bench.problems)).not.toContain('medical');
    });

    it('can’t reuse the number of a running call', async () => {
      let finish: (() => void) | undefined;
      bench.service.answer('settings.read', async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return settingsAnswer;
      });
      const running = bench.client.call('settings.read', { workspace: 'w1' });
      bench.connection.transport.send({ type: 'call', id: 0, method: 'settings.read', params: { workspace: 'w2' } });
      await vi.waitFor(() => expect(bench.problems).toHaveLength(1), patiently);
      finish?.();
      await expect(running).resolves.toEqual(settingsAnswer);
      expect(bench.service.calls.map((call) => call.params)).toEqual([{ workspace: 'w1' }]);
    });
  });
}
