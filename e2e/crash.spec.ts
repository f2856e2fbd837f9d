import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { goToArchive } from './archive-page.ts';
import { endWithRun } from './end-with-run.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { entryRow, strip } from './review-page.ts';

const root = join(import.meta.dirname, '..');

/**
 * Archives an entry in a separate process, which is killed after the archive has the entry and before the context loses
 * it.
 */
async function archiveAndDie(folder: string, dataFolder: string, key: string): Promise<string | null> {
  const outDir = await mkdtemp(join(tmpdir(), 'contexture-dying-'));
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: 'electron/testing/dying-archival.ts',
        outDir,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: 'dying.mjs' } },
      },
    });
    const child = spawn(process.execPath, [join(outDir, 'dying.mjs'), folder, dataFolder, key], {
      env: { ...process.env, NODE_PATH: join(root, 'node_modules') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    endWithRun(child);
    const [, signal] = await once(child, 'close');
    return signal as string | null;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

test('finishes an archival interrupted between its two writes at the next start, and says so in one line', async ({
  page,
  workspace,
  dataFolder,
  crash,
}) => {
  await expect(entryRow(page, 'usual_time_of_day')).toBeVisible();
  const signal = await archiveAndDie(workspace.folder, dataFolder, 'usual_time_of_day');
  expect(signal).toBe('SIGKILL');
  const [archive = ''] = await workspace.archives();
  expect(await workspace.readArchive(archive)).toContain('usual_time_of_day');
  expect(await workspace.read()).toBe(exampleContext);
  const again = await crash();
  await expect(entryRow(again, 'language')).toBeVisible();
  await expect(entryRow(again, 'usual_time_of_day')).toBeHidden();
  expect(await workspace.read()).not.toContain('usual_time_of_day');
  expect((await workspace.readArchive(archive)).split('usual_time_of_day')).toHaveLength(2);
  await goToArchive(again);
  await expect(again.getByRole('row', { name: /Usual time of day/ })).toBeVisible();
  await again.getByRole('link', { name: 'History' }).click();
  const said = again.getByRole('gridcell', { name: /^Put right after an interruption: finished the change/ });
  await expect(said).toHaveCount(1);
});

test('offers to restore a memory that was deleted before the start, from its history', async ({
  page,
  workspace,
  crash,
}) => {
  await expect(entryRow(page, 'language')).toBeVisible();
  await rm(workspace.path('logs'), { recursive: true });
  await expect(strip(page, 'The file was deleted')).toBeVisible();
  const again = await crash();
  await expect(again.getByRole('heading', { name: 'The memory is gone from here' })).toBeVisible();
  await again.getByRole('button', { name: 'Restore it' }).click();
  await expect(entryRow(again, 'language')).toBeVisible();
  expect(await workspace.read()).toBe(exampleContext);
});
