import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { createLock } from '../electron/node/lock.ts';
import { goToArchive } from './archive-page.ts';
import { endWithRun } from './end-with-run.ts';
import { eventually } from './eventually.ts';
import { exampleContext } from './example-context.ts';
import { expect, test } from './fixtures.ts';
import { editField, entryRow, retype, strip } from './review-page.ts';

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

/** What was typed into forms and kept, as the files of it. A file that is still being written has another name. */
async function typedForms(dataFolder: string): Promise<string> {
  const names = await readdir(dataFolder, { recursive: true });
  const files = names.filter((name) => /drafts-in-fields[/\\][\w-]+-forms\.json$/.test(name));
  return (await Promise.all(files.map((name) => readFile(join(dataFolder, name), 'utf8').catch(() => '')))).join('\n');
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

test('brings back a correction that was typed and not saved', async ({ page, workspace, dataFolder, crash }) => {
  await retype(page, 'language', 'German, since May');
  await eventually(() => typedForms(dataFolder)).toContain('German, since May');
  const again = await crash();
  await expect(editField(again, 'language')).toHaveValue('German, since May');
  await expect(editField(again, 'language')).toBeFocused();
  await expect(again.getByText('What you typed in “Language” is back. It isn’t saved yet.')).toBeVisible();
  expect(await workspace.read()).toBe(exampleContext);
  await again.keyboard.press('Enter');
  await eventually(() => workspace.read()).toContain('language: German, since May');
  await eventually(() => typedForms(dataFolder)).toBe('');
});

test('brings back a correction whose saving was interrupted', async ({ page, workspace, dataFolder, crash }) => {
  await mkdir(workspace.path('.contexture'), { recursive: true });
  // Another program holds the lock, so the write has to wait for it.
  const again = await createLock().hold(workspace.path(join('.contexture', 'lock')), async () => {
    const field = await retype(page, 'language', 'German, since May');
    await field.press('Enter');
    await expect(page.getByText('Saving…', { exact: true })).toBeVisible();
    await eventually(() => typedForms(dataFolder)).toContain('German, since May');
    return crash();
  });
  await expect(editField(again, 'language')).toHaveValue('German, since May');
  expect(await workspace.read()).toBe(exampleContext);
  // Unsaved text would keep the window open at the end.
  await again.keyboard.press('Escape');
});

test('asks about a correction that was typed before a crash if the entry was changed since', async ({
  page,
  workspace,
  dataFolder,
  crash,
}) => {
  await retype(page, 'language', 'German, since May');
  await eventually(() => typedForms(dataFolder)).toContain('German, since May');
  await workspace.replace(exampleContext.replace('language: English', 'language: Dutch'));
  const again = await crash();
  const question = again.getByRole('alert', { name: 'Two versions of this entry' });
  await expect(question).toContainText('Dutch');
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await eventually(() => workspace.read()).toContain('language: German, since May');
});

test('brings back a new entry with its dialog', async ({ page, dataFolder, crash }) => {
  await entryRow(page, 'language').click();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'What it should know' }).fill('Plays the cello');
  await page.getByRole('textbox', { name: 'Name (optional)' }).fill('music');
  await eventually(() => typedForms(dataFolder)).toContain('"key": "music"');
  const again = await crash();
  await expect(again.getByRole('textbox', { name: 'What it should know' })).toHaveValue('Plays the cello');
  await expect(again.getByRole('textbox', { name: 'Name (optional)' })).toHaveValue('music');
  await again.getByRole('button', { name: 'Cancel' }).click();
});
