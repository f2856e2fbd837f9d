import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { refOf } from '#shared/entries/entry.ts';
import { countSystemCalls } from '#testing/counted-system-calls.ts';
import { writeBigLife } from '../big-life.ts';
import { openEngine } from '../engine.ts';
import { ratioOf, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

/** Longer than the write path waits for a file to rest that has just changed; a person's saves are further apart. */
const betweenSavesMs = 150;

/** What one save writes: what it comes to if each is written barely, one after the other, is for comparison. */
const written = ['context', 'version', 'versions', 'journal'];

export const save: Row = {
  name: 'save',
  what: 'save acknowledged',
  against: 'bare temp + fsync + rename',
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
    const bareFile = join(dirname(contextFile), 'bare.md');
    const times = await takeTurns(
      {
        ours: async () => {
          const entry = await engine.find('saved');
          await wait(betweenSavesMs);
          disk.begin();
          count += 1;
          const operations = [{ op: 'edit' as const, entry: refOf(entry), value: String(count) }];
          const took = await timed(() => engine.call('context.change', { operations }));
          perSave = [...disk.syncs];
          return took;
        },
        bare: async () => {
          const bytes = readFileSync(contextFile);
          await wait(betweenSavesMs);
          return timed(() => bareSave(bareFile, bytes));
        },
        all: async () => {
          const bytes = readFileSync(contextFile);
          await wait(betweenSavesMs);
          return timed(() => written.map((name) => bareSave(`${bareFile}.${name}`, bytes)));
        },
      },
      25,
    );
    const toAll = ratioOf(times.ours, times.all).toFixed(2);
    return {
      arms: [
        { name: 'Contexture', unit: 'ms', values: times.ours },
        { name: 'bare', unit: 'ms', values: times.bare },
        { name: `bare, ${written.length} files`, unit: 'ms', values: times.all },
      ],
      targets: [{ what: 'Contexture / bare', measured: ratioOf(times.ours, times.bare), unit: '×', atMost: 5 }],
      notes: [
        `${toAll} × a bare write of ${written.length} files: ${written.join(', ')}`,
        `${perSave.length} fsyncs: ${perSave.map((path) => nameOf(relative(folder, path))).join(', ')}`,
      ],
    };
  },
};

/** A path without what names a file once. */
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
}
