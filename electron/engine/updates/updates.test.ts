import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Release } from '#shared/contract/features/updates.ts';
import { createMemoryPorts } from '#testing/memory-ports.ts';
import { createEngine } from '../engine.ts';
import type { ReleaseSource } from '../ports.ts';

const context = { caller: 'window-1', cancelled: () => false, progress: () => {} };
const hour = 3_600_000;
const newer: Release = { version: '0.3.0', notes: 'Faster search.' };

/** A place with versions, which counts what is asked of it. */
function createSource(newest: () => Promise<Release | null>, kind: ReleaseSource['kind'] = 'page') {
  const asked = { looks: 0, downloads: 0, stops: 0, restarts: 0 };
  let settle = { percent: (_percent: number): void => {}, finish: (): void => {}, fail: (_error: Error): void => {} };
  const source: ReleaseSource = {
    name: 'desktop',
    kind,
    at: 'https://example.org/releases',
    everyDays: 1,
    newest: () => {
      asked.looks += 1;
      return newest();
    },
    download:
      kind === 'command'
        ? null
        : (version, percent) => {
            asked.downloads += 1;
            expect(version).toBe(newer.version);
            const done = new Promise<void>((finish, fail) => {
              settle = { percent, finish, fail };
            });
            const stop = (): void => {
              asked.stops += 1;
              settle.fail(new ContextureError('cancelled', 'Stopped.'));
            };
            return { done, stop };
          },
    restart: () => {
      asked.restarts += 1;
    },
  };
  return { source, asked, now: () => settle };
}

/** Starts an engine on a world that outlives it, as a person's computer does. */
function start(source: ReleaseSource | null, world = createMemoryPorts(), version = '0.2.0') {
  const engine = createEngine({ ...world, releases: source, version });
  const told: AnyEvent[] = [];
  engine.subscribe((event) => told.push(event));
  return {
    world,
    told,
    engine,
    read: () => engine.call('updates.read', {}, context),
    turn: (looksForUpdates: boolean) => engine.call('preferences.write', { values: { looksForUpdates } }, context),
    call: (name: 'look' | 'download' | 'stop' | 'install' | 'seen'): Promise<unknown> =>
      engine.call(`updates.${name}` as 'updates.look', {}, context),
  };
}

describe('looking for a newer version', () => {
  test('is off until the person turns it on', async () => {
    const { source, asked } = createSource(async () => newer);
    const { world, read, call } = start(source);
    await world.clock.advance(30 * 24 * hour);
    expect(asked.looks).toBe(0);
    expect(await read()).toMatchObject({ isOn: false, offer: null, lookedAt: null, way: { kind: 'installs' } });
    await expect(call('look')).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked.looks).toBe(0);
  });

  test('happens once it is turned on, and then at most once a day, over all starts', async () => {
    const { source, asked } = createSource(async () => null);
    const first = start(source);
    await first.turn(true);
    await first.world.clock.advance(0);
    expect(asked.looks).toBe(1);
    await first.world.clock.advance(23 * hour);
    await first.turn(false);
    await first.turn(true);
    await first.world.clock.advance(0);
    expect(asked.looks).toBe(1);
    await first.engine.close();
    const second = start(source, first.world);
    await first.world.clock.advance(hour / 2);
    expect(asked.looks).toBe(1);
    await first.world.clock.advance(hour);
    expect(asked.looks).toBe(2);
    await second.turn(false);
    await first.world.clock.advance(72 * hour);
    expect(asked.looks).toBe(2);
  });

  test('is not put off for ever by a clock that was ahead', async () => {
    const { source, asked } = createSource(async () => null);
    const { world, engine, turn } = start(source);
    world.clock.setDay('2031-01-01');
    await turn(true);
    await world.clock.advance(0);
    await engine.close();
    world.clock.setDay('2026-02-01');
    start(source, world);
    await world.clock.advance(hour);
    expect(asked.looks).toBe(2);
  });

  test('reports why it failed, but not that the computer is offline', async () => {
    const problems = [
      new ContextureError('unavailable', 'The list of versions could not be read.'),
      new ContextureError('unavailable', 'GitHub could not be reached.', {}, { retry: true }),
    ];
    const { source } = createSource(async () => {
      throw problems.shift() ?? new Error('There is no more.');
    });
    const { world, turn, read } = start(source);
    await turn(true);
    await world.clock.advance(0);
    expect((await read()).problem).toBe('The list of versions could not be read.');
    await world.clock.advance(25 * hour);
    expect((await read()).problem).toBeNull();
  });

  test('says why it failed to a person who asked', async () => {
    const { source } = createSource(async () => {
      throw new ContextureError('unavailable', 'GitHub could not be reached.', {}, { retry: true });
    });
    const { turn, call } = start(source);
    await turn(true);
    await expect(call('look')).rejects.toThrow('GitHub could not be reached.');
  });

  test('is impossible in a copy that does not know where', async () => {
    const { read, turn, call } = start(null);
    await turn(true);
    expect(await read()).toMatchObject({ way: null, isOn: false });
    await expect(call('look')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a newer version', () => {
  async function startWithOffer(kind: ReleaseSource['kind'] = 'page') {
    const made = createSource(async () => newer, kind);
    const started = start(made.source);
    await started.turn(true);
    await started.world.clock.advance(0);
    return { ...made, ...started };
  }

  test('is offered with what is new, and nothing is downloaded or installed by itself', async () => {
    const { read, world, asked, told } = await startWithOffer();
    const offer = { ...newer, stage: 'found', percent: 0 };
    expect((await read()).offer).toEqual(offer);
    expect(told.find(({ event }) => event === 'updates.changed')).toMatchObject({ data: { offer } });
    await world.clock.advance(72 * hour);
    expect(asked).toMatchObject({ downloads: 0, restarts: 0 });
  });

  test('is downloaded and then installed when the person asks for each', async () => {
    const { read, call, now, asked } = await startWithOffer();
    await expect(call('install')).rejects.toThrow('Download the new version first.');
    const downloaded = call('download');
    await expect.poll(async () => (await read()).offer?.stage).toBe('downloading');
    now().percent(40);
    expect((await read()).offer).toMatchObject({ percent: 40 });
    now().finish();
    await downloaded;
    expect((await read()).offer).toMatchObject({ stage: 'ready' });
    await call('install');
    expect(asked).toMatchObject({ downloads: 1, restarts: 1 });
  });

  test('can be downloaded again after the download was stopped or failed', async () => {
    const { read, call, now, asked } = await startWithOffer();
    const stopped = call('download');
    await expect.poll(() => asked.downloads).toBe(1);
    await call('stop');
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    const failed = call('download');
    await expect.poll(() => asked.downloads).toBe(2);
    now().fail(new ContextureError('unavailable', 'The disk is full.'));
    await expect(failed).rejects.toThrow('The disk is full.');
    expect((await read()).offer).toMatchObject({ stage: 'found', percent: 0 });
  });

  test('is no more offered once it is skipped or looking is turned off, but the next one is', async () => {
    const { engine, read, turn, world, source } = await startWithOffer();
    await turn(false);
    expect((await read()).offer).toBeNull();
    await turn(true);
    await engine.call('updates.skip', { version: '0.3.0' }, context);
    expect((await read()).offer).toBeNull();
    await world.clock.advance(25 * hour);
    expect((await read()).offer).toBeNull();
    await engine.close();
    const later = start({ ...source, newest: async () => ({ version: '0.3.1', notes: '' }) }, world);
    await world.clock.advance(25 * hour);
    expect((await later.read()).offer).toMatchObject({ version: '0.3.1' });
  });

  test('is only named in a copy that can’t install it', async () => {
    const { read, call, asked } = await startWithOffer('command');
    expect((await read()).way).toMatchObject({ kind: 'command' });
    await expect(call('download')).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked.downloads).toBe(0);
  });

  test('says what is new in it once it runs, until that was read', async () => {
    const { engine, world, source } = await startWithOffer();
    await engine.close();
    const updated = start({ ...source, newest: async () => null }, world, '0.3.0');
    await world.clock.advance(25 * hour);
    expect(await updated.read()).toMatchObject({ offer: null, news: newer });
    await updated.call('seen');
    expect((await updated.read()).news).toBeNull();
    await updated.engine.close();
    expect((await start(source, world, '0.3.0').read()).news).toBeNull();
  });

  test('that was passed over is no news', async () => {
    const { engine, world, source } = await startWithOffer();
    await engine.close();
    expect(await start(source, world, '0.4.0').read()).toMatchObject({ offer: null, news: null });
  });
});
