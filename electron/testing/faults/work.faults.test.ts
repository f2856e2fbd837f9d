import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareBundle } from '../worker-process.ts';
import { runKilledAt } from './killed-run.ts';
import { withEngine } from './real-engine.ts';
import { patience, report, sized } from './size.ts';

/** A process is killed before each of its calls that change something on the disk, while it changes a workflow. */

const worker = prepareBundle(fileURLToPath(new URL('./work-process.ts', import.meta.url)));
const stride = sized({ full: 1, small: 19 });

const kinds = ['update', 'checkpoint', 'complete', 'undo'] as const;
type Kind = (typeof kinds)[number];

/** A workspace with a workflow whose first step is done, and completed for an undo of that, to be copied. */
async function prepared(kind: Kind) {
  const place = temporaryFolder();
  mkdirSync(join(place, 'notes/logs/context'), { recursive: true });
  writeFileSync(join(place, 'notes/logs/context/global.md'), '## Facts (certain)\n- city: Lisbon\n');
  let id = '';
  await withEngine({ root: join(place, 'notes'), dataFolder: join(place, 'data') }, async ({ call, workspace }) => {
    ({ id } = await call('work.create', { workspace, type: 'note_processing', inputs: { raw_notes: 'n.md' } }));
    const update = {
      step: 'initialize',
      agent: 'one',
      status: 'completed' as const,
      outputs: { plan: 1 },
      create_checkpoint: true,
    };
    await call('work.update', { workspace, id, update });
    const made = join(contexts(place), 'active', id, 'artifacts');
    mkdirSync(join(made, 'empty'), { recursive: true });
    writeFileSync(join(made, 'run.sh'), '#!/bin/sh', { mode: 0o750 });
    utimesSync(join(made, 'run.sh'), longAgo, longAgo);
    await (kind === 'undo' ? call('work.complete', { workspace, id }) : null);
  });
  return { place, id };
}

const longAgo = new Date('2001-02-03T04:05:06Z');
const contexts = (place: string) => join(place, 'notes/.aifriday/contexts');

/** Incomplete parts of a workflow; nothing if it is as before or as after. */
function torn(place: string, id: string): string[] {
  const folders = ['active', 'completed'].map((where) => join(contexts(place), where, id));
  const [folder = '', ...more] = folders.filter((each) => existsSync(join(each, 'context.json')));
  if (folder === '' || more.length > 0) {
    return [folder === '' ? 'it is gone' : 'it is twice'];
  }
  const context = JSON.parse(readFileSync(join(folder, 'context.json'), 'utf8'));
  const script = join(folder, 'artifacts/run.sh');
  const run = existsSync(script) ? statSync(script) : null;
  const filesIn = (name: string): string[] => {
    const all = folders.flatMap((each) => (existsSync(join(each, name)) ? readdirSync(join(each, name)) : []));
    return all.filter((file) => !file.startsWith('.')).sort();
  };
  const named = (list: string[]) => list.map((file) => file.split('/')[1]).sort();
  const steps = named(context.agents.agent_history.map((each: { context_output: string }) => each.context_output));
  const checkpoints = named(context.audit.checkpoints.map((each: { data_snapshot: string }) => each.data_snapshot));
  const hashes = context.audit.checkpoints.every(
    ({ data_snapshot, verification }: Record<string, string>) =>
      createHash('sha256')
        .update(readFileSync(join(folder, data_snapshot ?? '')))
        .digest('hex') === verification,
  );
  return [
    ...(JSON.stringify(steps) === JSON.stringify(filesIn('steps')) ? [] : [`steps ${steps} and ${filesIn('steps')}`]),
    ...(JSON.stringify(checkpoints) === JSON.stringify(filesIn('checkpoints')) ? [] : ['checkpoints']),
    ...(context.workflow.step_history.length === steps.length ? [] : ['history']),
    ...(hashes ? [] : ['a hash']),
    ...(run?.mtimeMs === longAgo.getTime() && (run.mode & 0o777) === 0o750 ? [] : ['a file that agents made']),
    ...(existsSync(join(folder, 'artifacts/empty')) ? [] : ['an empty folder']),
    ...((context.workflow.completed_at === undefined) === folder.includes('/active/') ? [] : ['where it is']),
  ];
}

/** Leftovers of interrupted writes, which the next write there removes. */
const leftoversIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.contexture-(?:new|aside)$/.test(name));

it.each(kinds)(
  'a workflow is as before or as after, wherever a process is killed during a %s',
  patience,
  async (kind) => {
    const { place, id } = await prepared(kind);
    const original = temporaryFolder();
    cpSync(place, original, { recursive: true, preserveTimestamps: true });
    const figures = { kills: 0, torn: 0, lost: 0 };
    const begins = kind === 'undo' ? 'completed' : 'active';
    const before = readFileSync(join(contexts(place), begins, id, 'context.json'), 'utf8');
    for (let [killAt, calls] = [1, null as number | null]; calls === null; killAt += stride) {
      // Always at the same path: a copy elsewhere is another workspace without those changes.
      rmSync(place, { recursive: true });
      cpSync(original, place, { recursive: true, preserveTimestamps: true });
      const root = join(place, 'notes');
      const ended = await runKilledAt(worker(), [root, join(place, 'data'), kind, id], killAt);
      calls = ended.calls;
      figures.kills += calls === null ? 1 : 0;
      // The next start finishes the interrupted change, or leaves it undone.
      await withEngine({ root, dataFolder: join(place, 'data') }, async ({ call, workspace }) => {
        await call('work.show', { workspace, id });
      });
      const halves = torn(place, id);
      figures.torn += halves.length > 0 ? 1 : 0;
      expect(halves, `killed at call ${killAt}`).toEqual([]);
      const where = existsSync(join(contexts(place), 'active', id, 'context.json')) ? 'active' : 'completed';
      const isAsBefore = readFileSync(join(contexts(place), where, id, 'context.json'), 'utf8') === before;
      figures.lost += ended.done && isAsBefore ? 1 : 0;
      if (where === 'active') {
        await withEngine({ root, dataFolder: join(place, 'data') }, async ({ call, workspace }) => {
          await call('work.ask', { workspace, id, question: 'Go on?' });
        });
        expect(leftoversIn(join(contexts(place), 'active', id)), `killed at call ${killAt}`).toEqual([]);
      }
    }
    report('a workflow, its process killed between any two calls', figures);
    expect(figures.kills).toBeGreaterThan(2);
    expect(figures).toMatchObject({ torn: 0, lost: 0 });
  },
);

it('control: a program that writes the files of an update one after the other leaves halves', patience, async () => {
  const { place, id } = await prepared('update');
  const program = join(place, 'plain.mjs');
  writeFileSync(
    program,
    `import { promises } from 'node:fs';
const folder = process.argv[2] + '/.aifriday/contexts/active/' + process.argv[5];
const context = JSON.parse(await promises.readFile(folder + '/context.json', 'utf8'));
await promises.writeFile(folder + '/steps/002_two.json', '{}');
context.agents.agent_history.push({ context_output: 'steps/002_two.json' });
context.workflow.step_history.push({ step: 'b' });
await promises.writeFile(folder + '/context.json', JSON.stringify(context));
`,
  );
  await runKilledAt(program, [join(place, 'notes'), '', 'update', id], 2);
  const halves = torn(place, id);
  report('a workflow, its process killed between any two calls', { torn: halves.length }, 'one file after the other');
  expect(halves).not.toEqual([]);
});

it('control: a program that moves the files of a workflow one after the other leaves halves', patience, async () => {
  const { place, id } = await prepared('complete');
  const program = join(place, 'plain.mjs');
  writeFileSync(
    program,
    `import { promises } from 'node:fs';
const contexts = process.argv[2] + '/.aifriday/contexts/';
const [from, to] = ['active/', 'completed/'].map((where) => contexts + where + process.argv[5]);
await promises.mkdir(to, { recursive: true });
for (const name of await promises.readdir(from)) {
  await promises.rename(from + '/' + name, to + '/' + name);
}
`,
  );
  await runKilledAt(program, [join(place, 'notes'), '', 'complete', id], 3);
  const halves = torn(place, id);
  report('a workflow, its process killed between any two calls', { torn: halves.length }, 'one after the other');
  expect(halves).not.toEqual([]);
});
