import { describe, expect, it } from 'vitest';
import type { Lock } from '#engine/ports.ts';

/** One implementation of `Lock` under test. */
type LockSubject = {
  readonly lock: Lock;
  /** A path without a lock; its folder may be missing. */
  readonly path: string;
  /** Takes the lock as another program does; resolves with the function to release it. */
  holdFromOutside(path: string): Promise<() => Promise<void>>;
  /** Lets time pass for the implementation until the promise has settled. */
  untilSettled(promise: Promise<unknown>): Promise<void>;
};

/** Behaviour of every implementation of `Lock`. */
export function lockSuite(name: string, create: () => Promise<LockSubject>): void {
  describe(`${name} as Lock`, () => {
    it('returns the result of the work, and passes on its errors', async () => {
      const { lock, path } = await create();
      expect(await lock.hold(path, async () => 42)).toBe(42);
      await expect(lock.hold(path, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
      expect(await lock.hold(path, async () => 'free again')).toBe('free again');
    });

    it('admits one at a time, in order of arrival', async () => {
      const { lock, path, untilSettled } = await create();
      const events: string[] = [];
      const all = Promise.all(
        [1, 2, 3].map((n) =>
          lock.hold(path, async () => {
            events.push(`${n} in`);
            await new Promise((resolve) => setImmediate(resolve));
            events.push(`${n} out`);
          }),
        ),
      );
      await untilSettled(all);
      expect(events).toEqual(['1 in', '1 out', '2 in', '2 out', '3 in', '3 out']);
    });

    it('locks different paths independently', async () => {
      const { lock, path } = await create();
      expect(await lock.hold(path, () => lock.hold(`${path}-other`, async () => 'both'))).toBe('both');
    });

    it('waits for another program’s release', async () => {
      const { lock, path, holdFromOutside, untilSettled } = await create();
      const release = await holdFromOutside(path);
      const held = lock.hold(path, async () => 'mine');
      await release();
      await untilSettled(held);
      expect(await held).toBe('mine');
    });

    it('reports busy, with a retry, when the wait is too long', async () => {
      const { lock, path, holdFromOutside, untilSettled } = await create();
      const release = await holdFromOutside(path);
      let ran = false;
      const held = lock.hold(path, async () => {
        ran = true;
      });
      await untilSettled(held);
      await expect(held).rejects.toMatchObject({ code: 'busy', retry: true });
      await release();
      expect(ran).toBe(false);
      expect(await lock.hold(path, async () => 'free again')).toBe('free again');
    });

    it('reports busy to those queued behind endless work, and continues with the next', async () => {
      const { lock, path, untilSettled } = await create();
      let finish = () => {};
      let endless = Promise.resolve();
      await new Promise<void>((started) => {
        endless = lock.hold(path, () => {
          started();
          return new Promise((resolve) => {
            finish = resolve;
          });
        });
      });
      const behind = lock.hold(path, async () => 'never');
      await untilSettled(behind);
      await expect(behind).rejects.toMatchObject({ code: 'busy' });
      const next = lock.hold(path, async () => 'next');
      finish();
      await endless;
      await untilSettled(next);
      expect(await next).toBe('next');
    });
  });
}
