import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkflowContext } from '#shared/formats/workflow/create.ts';
import { ownDefinitions } from '#shared/formats/workflow/definitions.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, sized, spreadOf, takeTurns, timed } from '../measure.ts';
import type { Bench, Row } from '../row.ts';

const few = 10;
const many = sized(10_000, 20);
const rounds = 9;
/** Bytes at the start of a file that hold a workflow's summary. */
const head = 4096;
const atOnce = 64;

export const work: Row = {
  name: 'work',
  what: `${many.toLocaleString('en-US')} workflows listed, one of them updated, and one archived beside as many of its month`,
  against: 'reading the beginning of each of their files; one of 10 updated',
  minutes: 0.5,
  run: async (bench) => {
    const [small, large] = [begin(bench, few), begin(bench, many)];
    const listing = await takeTurns(
      {
        list: async () => {
          // A new engine each time: after a list, one reads only the changes.
          const engine = await openEngine(bench, large, { startEmpty: true });
          const took = await timed(() => engine.call('work.list', { limit: 1000 }));
          await engine.close();
          return took;
        },
        heads: () => timed(() => readHeads(large)),
      },
      rounds,
    );
    const updating = await takeTurns(
      { 'update, of 10': await updates(bench, small), 'update, of 10,000': await updates(bench, large) },
      rounds,
    );
    const archiving = await takeTurns(
      { 'archive, of 10': await archives(bench, few), 'archive, of 10,000': await archives(bench, many) },
      rounds,
    );
    const times: Record<string, readonly number[]> = { ...listing, ...updating, ...archiving };
    const of = (name: string): readonly number[] => times[name] ?? [];
    return {
      arms: Object.keys(times).map((name) => ({ name, unit: 'ms' as const, values: of(name) })),
      targets: [
        { what: 'list / heads', measured: ratioOf(of('list'), of('heads')), unit: '×', atMost: 3 },
        {
          what: 'update, of 10,000 / of 10',
          measured: ratioOf(of('update, of 10,000'), of('update, of 10')),
          unit: '×',
          atMost: 1.5,
        },
        {
          what: 'archive, of 10,000 in a month',
          measured: spreadOf(of('archive, of 10,000')).median,
          unit: 'ms',
          atMost: 1000,
        },
      ],
    };
  },
};

const idOf = (number: number): string => `w${number}`;

/** Creates a workspace of so many workflows that have just begun. */
function begin(bench: Bench, count: number): string {
  const folder = bench.folder();
  for (let number = 0; number < count; number++) {
    const { context } = createWorkflowContext({
      id: idOf(number),
      type: 'note_processing',
      inputs: { raw_notes: 'notes.md' },
      now: new Date(0).toISOString(),
      definition: ownDefinitions.note_processing,
      template: null,
      agent: null,
    });
    const place = join(folder, '.aifriday/contexts/active', idOf(number));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'context.json'), JSON.stringify(context, null, 2));
  }
  return folder;
}

async function updates(bench: Bench, folder: string): Promise<() => Promise<number>> {
  const engine = await openEngine(bench, folder, { startEmpty: true });
  let step = 0;
  return () => {
    step += 1;
    const update = { step: 'initialize', agent: 'bench', status: 'completed', working_data: { step } } as const;
    return timed(() => engine.call('work.update', { id: idOf(1), update }));
  };
}

/** Archives a workflow in a month with so many archived ones, and restores it in between. */
async function archives(bench: Bench, count: number): Promise<() => Promise<number>> {
  const folder = begin(bench, 1);
  const engine = await openEngine(bench, folder, { startEmpty: true });
  const id = idOf(0);
  const { archived } = await engine.call('work.archive', { id });
  const month = join(folder, '.aifriday/contexts/archived', ...archived.month.split('-'));
  const path = join(month, 'index.json');
  const { workflows } = JSON.parse(readFileSync(path, 'utf8'));
  for (let number = 1; number <= count; number++) {
    const other = `archived-${number}`;
    workflows[other] = { ...workflows[id], archive_path: `1970/01/${other}.tar.gz` };
    copyFileSync(join(month, `${id}.tar.gz`), join(month, `${other}.tar.gz`));
  }
  writeFileSync(path, `${JSON.stringify({ workflows }, null, 2)}\n`);
  return async () => {
    await engine.call('work.restore', { id });
    return timed(() => engine.call('work.archive', { id }));
  };
}

async function readHeads(folder: string): Promise<void> {
  const active = join(folder, '.aifriday/contexts/active');
  const names = await readdir(active);
  const buffer = Buffer.alloc(head);
  for (let at = 0; at < names.length; at += atOnce) {
    await Promise.all(
      names.slice(at, at + atOnce).map(async (name) => {
        const file = await open(join(active, name, 'context.json'));
        await file.read(buffer, 0, head, 0);
        await file.close();
      }),
    );
  }
}
