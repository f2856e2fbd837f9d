import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { countReads } from '#testing/counted-reads.ts';
import { createContext, type DriverChoice, defineStorage } from '../../electron/library/index.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const many = sized(1_000, 3);
const rounds = 25;
/** Saves in a round: a single one would depend on what else the disk does. */
const inRound = 5;
const trackedKeys = sized(10_000, 30);

export const storages: Row = {
  name: 'storages',
  what: `one storage saved among ${many.toLocaleString('en-US')}, and a context of ${trackedKeys.toLocaleString('en-US')} keys opened`,
  against: 'one saved that is the only one',
  minutes: 0.5,
  run: async (bench) => {
    useOwnData(bench);
    const arms: Record<string, () => Promise<number>> = {};
    for (const driver of ['file', 'sqlite'] as const) {
      arms[`${driver}, alone`] = await saving(bench, driver, 1);
      arms[`${driver}, among`] = await saving(bench, driver, many);
    }
    const times = await takeTurns(arms, rounds);
    const of = (name: string): readonly number[] => times[name] ?? [];
    const read = await filesReadToOpen(bench);
    return {
      arms: Object.keys(arms).map((name) => ({ name, unit: 'ms' as const, values: of(name) })),
      targets: [
        {
          what: 'file, among / alone',
          measured: ratioOf(of('file, among'), of('file, alone')),
          unit: '×',
          atMost: 1.2,
        },
        {
          what: 'sqlite, among / alone',
          measured: ratioOf(of('sqlite, among'), of('sqlite, alone')),
          unit: '×',
          atMost: 1.2,
        },
        { what: 'files read to open', measured: read.length, unit: '', atLeast: 1, atMost: 1 },
      ],
    };
  },
};

function useOwnData(bench: Bench): void {
  const before = process.env['CONTEXTURE_DATA_DIR'];
  process.env['CONTEXTURE_DATA_DIR'] = bench.folder();
  bench.afterwards(async () => {
    if (before === undefined) {
      delete process.env['CONTEXTURE_DATA_DIR'];
    } else {
      process.env['CONTEXTURE_DATA_DIR'] = before;
    }
  });
}

const openIn = (workspace: string, drivers: readonly DriverChoice[]) =>
  createContext({ workspace, agent: 'bench', drivers, without: ['chat_history', 'memory'] });

/** Opens a context of so many stored storages. @returns a round of saves of one of them */
async function saving(bench: Bench, driver: DriverChoice, count: number): Promise<() => Promise<number>> {
  const context = await openIn(bench.folder(), [driver]);
  bench.afterwards(() => context.close());
  for (let at = 1; at < count; at++) {
    context.make(defineStorage({ prefix: `s${at}`, schema: z.array(z.string()) }));
  }
  context.state.set('begun', 0);
  await context.save();
  let saves = 0;
  return async () =>
    (await timed(async () => {
      for (let time = 0; time < inRound; time++) {
        saves += 1;
        context.state.set('begun', saves);
        await context.save();
      }
    })) / inRound;
}

/** Opens a context with many tracked keys. @returns files of agent data that are read meanwhile */
async function filesReadToOpen(bench: Bench): Promise<readonly string[]> {
  const workspace = bench.folder();
  const folder = join(workspace, 'logs', 'storages');
  mkdirSync(folder, { recursive: true });
  const keys = Array.from({ length: trackedKeys }, (_, user) => ({
    agentName: 'bench',
    userId: `u${user}`,
    key: `state_bench_u${user}`,
  }));
  writeFileSync(join(folder, 'context_bench_default.json'), JSON.stringify(keys));
  for (const { key } of keys) {
    writeFileSync(join(folder, `${key}.json`), '{"theme":"dark"}');
  }
  const counted = countReads(folder);
  bench.afterwards(async () => counted.end());
  const context = await openIn(workspace, ['file']);
  bench.afterwards(() => context.close());
  return [...counted.read];
}
