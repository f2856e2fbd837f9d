import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemCalls } from '#node/system-calls.ts';
import { patiently } from '#shared/testing/patiently.ts';
import type { Opened } from '../open-workspace.ts';
import { withCoarseTimes } from '../plain-file-systems.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { beginLife } from './begin-life.ts';
import { openOn, startRealEngine } from './real-engine.ts';
import { report } from './size.ts';

/** Another program changes a file to the same length and time: the change is noticed. */

const systems = { 'with fine times': systemCalls, 'with coarse times': withCoarseTimes(systemCalls) };

const values = async (opened: Opened): Promise<string[]> => (await opened.entries()).map(({ value }) => value);
const archived = async ({ call, workspace }: Opened): Promise<string[]> =>
  (await call('archive.entries', { workspace, limit: 1000 })).entries.map(({ value }) => value);

const files = [
  { name: 'logs/context/global.md', from: 'English', to: 'Spanish', seen: values },
  { name: 'logs/context/archive/global-2026-05-03.md', from: 'was once true', to: 'was never not', seen: archived },
  {
    name: '.contexture/settings.yaml',
    from: '100000',
    to: '200000',
    seen: async ({ call, workspace }: Opened) => [
      String((await call('settings.read', { workspace })).settings.tokenLimit),
    ],
  },
];

const ways: Readonly<Record<string, (path: string, text: string) => void>> = {
  'in place': (path, text) => writeFileSync(path, text),
  'by a rename': (path, text) => {
    writeFileSync(`${path}.theirs`, text);
    renameSync(`${path}.theirs`, path);
  },
};

/** Changes a file to another of the same length and time. */
function edit(path: string, [from, to]: readonly [string, string], write: (path: string, text: string) => void): void {
  const { mtime, size } = statSync(path);
  write(path, readFileSync(path, 'utf8').replace(from, to));
  utimesSync(path, mtime, mtime);
  expect(statSync(path)).toMatchObject({ size, mtimeMs: mtime.getTime() });
}

/** A file whose time is a whole second, so that it can be set again. */
function beginOn(name: string, secondsAgo: number) {
  const place = beginLife();
  const path = join(place.root, name);
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  utimesSync(path, time, time);
  return { place, path };
}

describe.each(Object.entries(systems))('%s', (_, calls) => {
  it.each(files.flatMap((file) => Object.entries(ways).map(([how, write]) => ({ ...file, how, write }))))(
    'sees $name edited $how to the same length and time',
    async ({ name, from, to, seen, write }) => {
      const { place, path } = beginOn(name, 1);
      const running = startRealEngine(place.dataFolder, { calls });
      onTestFinished(() => running.close());
      const opened = await openOn(running, place.root);
      const { call, workspace } = opened;
      expect(await seen(opened)).toContain(from);
      edit(path, [from, to], write);
      await call('workspaces.attend', { workspace, visible: true });
      await vi.waitFor(async () => expect(await seen(opened)).toContain(to), { ...patiently, interval: 50 });
      report('same-length edit with the same time', { edits: 1, unseen: 0 });
    },
  );
});

it.each(Object.entries(ways))('control: fails when length and time are compared, edited %s', (_, write) => {
  const path = join(temporaryFolder(), 'global.md');
  writeFileSync(path, 'language: English\n');
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  const factsOf = (): string => {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  };
  const before = factsOf();
  edit(path, ['English', 'Spanish'], write);
  const unseen = factsOf() === before ? 1 : 0;
  report('same-length edit with the same time', { edits: 1, unseen }, 'length and time compared');
  expect(unseen).toBe(1);
});
