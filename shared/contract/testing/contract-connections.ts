import { describe, expect, it, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { createClient } from '../wire/whole-client.ts';
import { type Bench, settingsAnswer } from './bench.ts';

/** Events, long calls, and the end of a connection. */
export function describeConnections(bench: Bench): void {
  describe('events', () => {
    const reached = (revision: number) => ({ event: 'archive.changed', data: { workspace: 'w1', revision } }) as const;

    it('arrive in the order they were sent', async () => {
      const heard: number[] = [];
      bench.client.on('archive.changed', ({ revision }) => heard.push(revision));
      for (let revision = 0; revision < 500; revision++) {
        bench.service.emit(reached(revision));
      }
      await bench.settle();
      expect(heard).toEqual(Array.from({ length: 500 }, (_, index) => index));
    });

    it('reach all listeners, and none that stopped', async () => {
      const first: number[] = [];
      const second: number[] = [];
      const stop = bench.client.on('archive.changed', ({ revision }) => first.push(revision));
      bench.client.on('archive.changed', ({ revision }) => second.push(revision));
      bench.service.emit(reached(1));
      await bench.settle();
      stop();
      bench.service.emit(reached(2));
      await bench.settle();
      expect([first, second]).toEqual([[1], [1, 2]]);
    });

    it('reach every connection to the same service', async () => {
      const other = await bench.under.connect(bench.service, () => {});
      const otherClient = createClient(other.transport);
      const heard: number[] = [];
      otherClient.on('archive.changed', ({ revision }) => heard.push(revision));
      bench.service.emit(reached(9));
      await otherClient.call('settings.read', { workspace: 'settle' });
      expect(heard).toEqual([9]);
      expect(other.caller).not.toBe(bench.connection.caller);
    });

    it.each([
      ['of the wrong form', { event: 'archive.changed', data: { workspace: 'w1' } }],
      ['nobody declared', { event: 'archive.burned', data: {} }],
      ['named like a part of every object', { event: 'constructor', data: {} }],
    ])('%s are dropped and reported', async (_, event) => {
      const heard = vi.fn();
      bench.client.on('archive.changed', heard);
      bench.service.emit(event as never);
      await bench.settle();
      expect(heard).not.toHaveBeenCalled();
      expect(bench.clientProblems).toHaveLength(1);
    });
  });

  describe('long calls', () => {
    it('report progress', async () => {
      bench.service.answer('settings.read', (_params, context) => {
        context.progress({ done: 1, total: 2 });
        context.progress({ done: 2, total: 2 });
        return settingsAnswer;
      });
      const heard: unknown[] = [];
      const onProgress = (progress: unknown) => heard.push(progress);
      await bench.client.call('settings.read', { workspace: 'w1' }, { onProgress });
      expect(heard).toEqual([
        { done: 1, total: 2 },
        { done: 2, total: 2 },
      ]);
    });

    it('can be cancelled: the caller goes on at once and the service is told', async () => {
      let noticed = false;
      let started = false;
      bench.service.answer('context.repair', async (_params, context) => {
        started = true;
        await vi.waitUntil(() => context.cancelled(), patiently);
        noticed = true;
        return { change: null, revision: 1, archived: [], notes: [] };
      });
      let cancel = () => {};
      const heard = vi.fn();
      const call = bench.client.call(
        'context.repair',
        { workspace: 'w1', repair: 'frontmatter' },
        { onProgress: heard, onStart: (given) => (cancel = given) },
      );
      const failure = bench.failureOf(call);
      await vi.waitUntil(() => started, patiently);
      cancel();
      cancel();
      expect((await failure).code).toBe('cancelled');
      await vi.waitUntil(() => noticed, patiently);
      await bench.settle();
      expect(heard).not.toHaveBeenCalled();
    });

    it('never start when cancelled before they are sent', async () => {
      const call = bench.client.call('settings.read', { workspace: 'w1' }, { onStart: (cancel) => cancel() });
      expect((await bench.failureOf(call)).code).toBe('cancelled');
      await bench.settle();
      expect(bench.callsOtherThanSettling()).toEqual([]);
    });
  });

  describe('a closed connection', () => {
    const neverAnswered = () => {
      let cancelled = () => false;
      bench.service.answer('settings.read', (_params, context) => {
        cancelled = context.cancelled;
        return new Promise<never>(() => {});
      });
      const call = bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }));
      return { call, cancelled: () => cancelled() };
    };

    it.each(['the host', 'the interface'])('rejects waiting calls when %s hangs up', async (who) => {
      const closed = vi.fn();
      bench.client.onClose(closed);
      const { call, cancelled } = neverAnswered();
      await vi.waitUntil(() => bench.service.calls.length === 1, patiently);
      if (who === 'the host') {
        bench.connection.hangUp();
      } else {
        bench.client.close();
      }
      const error = await call;
      expect([error.code, error.retry]).toEqual(['disconnected', true]);
      expect((await bench.failureOf(bench.client.call('settings.read', { workspace: 'w1' }))).code).toBe(
        'disconnected',
      );
      await vi.waitUntil(() => bench.service.left.length > 0, patiently);
      expect(bench.service.left).toEqual([bench.connection.caller]);
      expect(bench.service.listenerCount()).toBe(0);
      expect(cancelled()).toBe(true);
      expect(closed).toHaveBeenCalledTimes(1);
    });

    it('harms neither the service nor other connections', async () => {
      const other = await bench.under.connect(bench.service, () => {});
      bench.client.close();
      await vi.waitUntil(() => bench.service.left.length === 1, patiently);
      bench.service.emit({ event: 'archive.changed', data: { workspace: 'w1', revision: 1 } });
      const otherClient = createClient(other.transport);
      await expect(otherClient.call('settings.read', { workspace: 'w1' })).resolves.toEqual(settingsAnswer);
    });
  });
}
