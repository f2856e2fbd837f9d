import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { patiently } from '#shared/testing/patiently.ts';
import { createOutsideProgram } from '#testing/outside-program.ts';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { watcherSuite } from '#testing/watcher-suite.ts';
import { createFiles } from './files.ts';
import { createWatcher } from './watcher.ts';

watcherSuite('the system’s events', async () => ({
  watcher: createWatcher(),
  folder: temporaryFolder(),
  outside: createOutsideProgram(),
}));

function watchWorkspace(archived = 0) {
  const folder = temporaryFolder();
  const [file, archive] = [join(folder, 'global.md'), join(folder, 'archive')];
  mkdirSync(archive);
  writeFileSync(file, 'one');
  for (let n = 0; n < archived; n++) {
    writeFileSync(join(archive, `${n}.md`), '');
  }
  const hints: string[] = [];
  const watch = createWatcher().watch({ files: [file], folders: [folder], archive }, (what) => hints.push(what));
  onTestFinished(() => watch.close());
  const untilWatching = () =>
    vi.waitFor(async () => {
      hints.length = 0;
      appendFileSync(file, '.');
      await vi.waitFor(() => expect(hints).toContain('file'), { timeout: 400, interval: 5 });
    }, patiently);
  return { folder, file, archive, hints, watch, untilWatching };
}

it('hints at the second part of a file written in two, however soon it follows', async () => {
  const { file, hints, untilWatching } = watchWorkspace();
  await untilWatching();
  for (let round = 0; round < 5; round++) {
    hints.length = 0;
    writeFileSync(file, 'first part');
    await vi.waitFor(() => expect(hints).toContain('file'), { ...patiently, interval: 1 });
    hints.length = 0;
    appendFileSync(file, ' and second part');
    await vi.waitFor(() => expect(hints).toContain('file'), { ...patiently, interval: 1 });
  }
});

it('watches everything again on request, and hints because something may have happened meanwhile', async () => {
  const { file, hints, watch, untilWatching } = watchWorkspace();
  await untilWatching();
  await watch.check();
  hints.length = 0;
  await watch.check();
  expect(hints).toEqual([]);
  await watch.check(true);
  expect(new Set(hints)).toEqual(new Set(['file', 'archive']));
  hints.length = 0;
  appendFileSync(file, 'more');
  await vi.waitFor(() => expect(hints).toContain('file'), patiently);
});

it('uses one watch for an archive of any number of files', async () => {
  const watches = () => process.getActiveResourcesInfo().filter((kind) => kind.includes('FSEvent')).length;
  const count = async (archived: number) => {
    const { watch, untilWatching } = watchWorkspace(archived);
    await untilWatching();
    const open = watches();
    await watch.close();
    return open;
  };
  const few = await count(1);
  expect(await count(300)).toBe(few);
});

it('watches a single file without its neighbours', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'MEMORY.md');
  writeFileSync(file, 'one');
  const hints: string[] = [];
  const watch = createWatcher().watch({ files: [file], folders: [], archive: null }, (what) => hints.push(what));
  onTestFinished(() => watch.close());
  await vi.waitFor(async () => {
    hints.length = 0;
    writeFileSync(`${file}.new`, 'two');
    renameSync(`${file}.new`, file);
    await vi.waitFor(() => expect(hints).toContain('file'), { timeout: 400, interval: 5 });
  }, patiently);
  await watch.check();
  hints.length = 0;
  writeFileSync(join(folder, 'notes.md'), 'not watched');
  appendFileSync(file, 'watched, and later: what came before would have been heard by now');
  await vi.waitFor(() => expect(hints).toContain('file'), patiently);
});

it('reports changes without events on a check', async () => {
  const { file } = watchWorkspace();
  const hints: string[] = [];
  // Only folders that exist at the beginning are watched: changes in the second come without events.
  const second = join(temporaryFolder(), 'later/global.md');
  const watch = createWatcher().watch({ files: [file, second], folders: [], archive: null }, (what) =>
    hints.push(what),
  );
  onTestFinished(() => watch.close());
  await watch.check();
  mkdirSync(dirname(second));
  writeFileSync(second, 'new');
  await watch.check();
  expect(hints).toContain('file');
});

it('hints when a file is replaced through the write path, in the archive too', async () => {
  const { folder, archive, hints, untilWatching } = watchWorkspace();
  await untilWatching();
  const files = createFiles();
  onTestFinished(() => files.close());
  await files.replace(join(archive, 'a.md'), new TextEncoder().encode('one'));
  await vi.waitFor(() => expect(hints).toContain('archive'), patiently);
  hints.length = 0;
  await files.replace(join(folder, 'global.md'), new TextEncoder().encode('ours'));
  await vi.waitFor(() => expect(hints).toContain('file'), patiently);
});
