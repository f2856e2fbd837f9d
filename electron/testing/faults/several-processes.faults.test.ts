import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isVersion, parseLines } from '#engine/history/history-lines.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { prepareWorker, type WorkerProcess } from '../worker-process.ts';
import { beginLife } from './begin-life.ts';
import { isWholeContext } from './kinds-of-write.ts';
import { filesIn, litterIn, type Place } from './left-behind.ts';
import { withEngine } from './real-engine.ts';
import { patience, report, sized } from './size.ts';

/** Several processes write one workspace at the same time, each with its own engine. */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const startEngineProcess = prepareWorker(here('./engine-process.ts'));
const startNaiveProcess = prepareWorker(here('./naive-process.ts'));

const processes = 8;
const changes = sized({ full: 40, small: 4 });

const contextOf = ({ root }: Place): string => readFileSync(join(root, 'logs/context/global.md'), 'utf8');

/** Entries that the processes report as learned. */
async function learnedBy(workers: readonly WorkerProcess[]): Promise<string[]> {
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual(workers.map(() => 0));
  return workers.flatMap((worker) => worker.lines()).flatMap((line) => /^learned (.+)$/.exec(line)?.[1] ?? []);
}

/** The history is one sequence of versions by all writers, and after the next start no litter is left. */
async function expectInOrder(place: Place): Promise<void> {
  await withEngine(place, async () => undefined);
  const [path = ''] = filesIn(place.dataFolder).filter((each) => each.endsWith('versions.jsonl'));
  const versions = parseLines(readFileSync(path, 'utf8').split('\n')).filter(isVersion);
  const ofContext = versions.filter(({ file }) => file.endsWith('global.md'));
  expect(ofContext.map(({ before }) => before)).toEqual([null, ...ofContext.map(({ hash }) => hash)].slice(0, -1));
  expect(litterIn(place)).toEqual([]);
  expect(isWholeContext(contextOf(place))).toBe(true);
}

it('loses none of the changes of eight processes, and counts each', patience, async () => {
  const place = beginLife();
  const workers = Array.from({ length: processes }, (_, n) =>
    startEngineProcess('learn', place.root, place.dataFolder, `process${n}`, String(changes)),
  );
  const learned = await learnedBy(workers);
  expect(learned).toHaveLength(processes * changes);
  const document = readContext(contextOf(place));
  const keys = document.entries.map(({ key }) => key);
  const missing = learned.filter((key) => keys.filter((each) => each === key).length !== 1);
  report('8 processes', { changes: learned.length, present: learned.length - missing.length, missing: missing.length });
  expect(missing).toEqual([]);
  expect(document.frontmatter.version?.value).toBe(15 + processes * changes);
  await expectInOrder(place);
});

it('isolates two windows, a command line and an assistant from each other’s changes', patience, async () => {
  const place = beginLife();
  const start = (command: string, name: string, count: number): WorkerProcess =>
    startEngineProcess(command, place.root, place.dataFolder, name, String(count));
  const atOnce = [start('edit', 'window1', changes), start('edit', 'window2', changes), start('learn', 'ai', changes)];
  const commands: WorkerProcess[] = [];
  for (let n = 0; n < Math.ceil(changes / 4); n++) {
    const command = start('learn', `command${n}`, 1);
    commands.push(command);
    await command.ended;
  }
  const learned = await learnedBy([...atOnce, ...commands]);
  expect(learned).toHaveLength(3 * changes + commands.length);
  const values = new Map(readContext(contextOf(place)).entries.map(({ key, value }) => [key, value]));
  const expected = (key: string): string => {
    const [, name = '', n = ''] = /^([a-z]+\d*)_(\d+)$/.exec(key) ?? [];
    return name.startsWith('window') ? (Number(n) % 2 === 0 ? 'added' : 'changed') : `learned by ${name}`;
  };
  const wrong = learned.filter((key) => values.get(key) !== expected(key));
  report('two windows, a command line, an assistant', { changes: learned.length, 'missing or wrong': wrong.length });
  expect(wrong).toEqual([]);
  await expectInOrder(place);
  await withEngine(place, async ({ call, workspace }) => {
    for (const name of ['window1', 'window2']) {
      const { draft } = await call('text.claimDraft', { workspace, owner: `owner-${name}` });
      expect(draft?.text).toBe(`${name} ${changes - 1}`);
    }
  });
});

it('adds the messages of eight processes to one conversation, each whole and once', patience, async () => {
  const place = beginLife();
  const workers = Array.from({ length: processes }, (_, n) =>
    startEngineProcess('say', place.root, place.dataFolder, `process${n}`, String(changes)),
  );
  const added = await learnedBy(workers);
  const lines = readFileSync(join(place.root, 'logs/conversations/main.jsonl'), 'utf8').trimEnd().split('\n');
  const said = lines.map((line) => (JSON.parse(line) as { content: string }).content);
  expect(said.toSorted()).toEqual(added.toSorted());
  expect(said).toHaveLength(processes * changes);
  for (let n = 0; n < processes; n++) {
    const own = said.filter((content) => content.startsWith(`process${n}_`));
    expect(own).toEqual(Array.from({ length: changes }, (_, index) => `process${n}_${index}`));
  }
  report('8 processes', { messages: added.length, 'missing or torn': 0 });
});

it('control: fails when each reads, changes and renames without a lock', patience, async () => {
  const file = join(temporaryFolder(), 'global.md');
  let missing = 0;
  // Nearly always the first time; on a machine that runs one process after the other it may take more.
  for (let round = 0; round < 10 && missing === 0; round++) {
    writeFileSync(file, '');
    const learned = await learnedBy(
      Array.from({ length: processes }, (_, n) => startNaiveProcess('add', file, `process${n}`, '40')),
    );
    const lines = readFileSync(file, 'utf8').split('\n');
    missing = learned.filter((key) => !lines.includes(key)).length;
    report('8 processes', { changes: learned.length, missing }, 'read, change, rename');
  }
  expect(missing).toBeGreaterThan(0);
});
