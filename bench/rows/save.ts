import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refOf } from '#shared/entries/entry.ts';
import { countSystemCalls } from '#testing/counted-system-calls.ts';
import { writeBigLife } from '../big-life.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

/** Longer than the write path waits for a recently changed file; a person's saves are further apart. */
const betweenSavesMs = 150;

export const save: Row = {
  name: 'save',
  what: 'save acknowledged',
  against: 'a bare durable write of the same four files',
  minutes: 0.5,
  run: async (bench) => {
    const folder = bench.folder();
    const { contextFile } = await writeBigLife(folder, {
      entries: 100,
      archives: 0,
      archived: 0,
      seed: 1,
      length: 'as people write',
    });
    writeFileSync(
      contextFile,
      readFileSync(contextFile, 'utf8').replace('# Global Context\n', '# Global Context\n\n## Facts\n- saved: 0\n'),
    );
    const disk = countSystemCalls();
    const engine = await openEngine(bench, folder, { calls: disk.calls, dataFolder: join(folder, 'data') });
    let count = 0;
    let perSave: readonly string[] = [];
    const bareFolder = bench.folder();
    const bareFile = join(bareFolder, 'context.md');
    const saveOnce = async (): Promise<number> => {
      const entry = await engine.find('saved');
      await wait(betweenSavesMs);
      disk.begin();
      count += 1;
      const operations = [{ op: 'edit' as const, entry: refOf(entry), value: String(count) }];
      const took = await timed(() => engine.call('context.change', { operations }));
      perSave = [...disk.syncs];
      return took;
    };
    await saveOnce();
    const times = await takeTurns(
      {
        ours: saveOnce,
        four: async () => {
          const parts = lastSave(folder, contextFile);
          await wait(betweenSavesMs);
          return timed(() => bareFour(bareFolder, bareFile, parts));
        },
        one: async () => {
          const bytes = readFileSync(contextFile);
          await wait(betweenSavesMs);
          return timed(() => bareSave(bareFile, bytes));
        },
      },
      25,
    );
    return {
      arms: [
        { name: 'Contexture', unit: 'ms', values: times.ours },
        { name: 'bare, the same four files', unit: 'ms', values: times.four },
        { name: 'bare, one file', unit: 'ms', values: times.one },
      ],
      targets: [
        { what: 'Contexture / bare four files', measured: ratioOf(times.ours, times.four), unit: '×', atMost: 3 },
      ],
      notes: [
        'The four: the memory, its version in the history, a line of the history, a line of the journal. Barely, two are written beside, synced, renamed, and their folders synced; a line is added to each of the others, and synced.',
        `Contexture syncs ${perSave.length} times: ${perSave.map((path) => nameOf(relative(folder, path))).join(', ')}.`,
        `Beside it, not judged: one file, barely: Contexture takes ${ratioOf(times.ours, times.one).toFixed(2)} × that.`,
      ],
    };
  },
};

/** Results of a save on the disk: the memory, its recorded version, and the added lines. */
type Parts = { readonly memory: Uint8Array; readonly version: Uint8Array; readonly lines: readonly string[] };

/** Reads the results of the save before, which are of the same size. */
function lastSave(folder: string, contextFile: string): Parts {
  const data = dirname(findIn(join(folder, 'data'), 'journal.jsonl'));
  const lines = ['history/versions.jsonl', 'journal.jsonl'].map(
    (name) => readFileSync(join(data, name), 'utf8').trimEnd().split('\n').at(-1) ?? '',
  );
  const { hash } = JSON.parse(lines[0] ?? '') as { hash: string };
  return {
    memory: readFileSync(contextFile),
    version: readFileSync(findIn(join(data, 'history', 'objects'), `${hash}.gz`)),
    lines,
  };
}

function findIn(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => basename(path) === name);
  if (found === undefined) {
    throw new Error(`There is no ${name} in ${folder}.`);
  }
  return join(folder, found);
}

/** Writes the four files of a save, as durably, without a check for other writers. */
function bareFour(folder: string, file: string, { memory, version, lines }: Parts): void {
  const objects = join(folder, 'objects');
  mkdirSync(objects, { recursive: true });
  bareSave(join(objects, 'version.gz'), version);
  bareSave(file, memory);
  for (const [index, line] of lines.entries()) {
    bareAppend(join(folder, `${index}.jsonl`), line);
  }
}

/** A path without the parts that are unique to a file. */
function nameOf(path: string): string {
  return path
    .replace(/workspaces\/\w+\//, '')
    .replace(/objects\/\w\w(?:\/.+)?$/, (found) => (/\w\w\/./.test(found.slice(8)) ? 'objects/…/text' : 'objects/…'))
    .replace(/\/\.(global\.md)\..*$/, '/$1');
}

function bareSave(path: string, bytes: Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  const file = openSync(temporary, 'w');
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

function bareAppend(path: string, line: string): void {
  const file = openSync(path, 'a');
  writeSync(file, `${line}\n`);
  fsyncSync(file);
  closeSync(file);
}

/** Makes new names in a folder survive a power cut. Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') {
    return;
  }
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
