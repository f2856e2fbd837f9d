import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithRun } from './end-with-run.ts';
import { eventually } from './eventually.ts';
import { test as base, expect } from './fixtures.ts';

const scripts = join(import.meta.dirname, '..', 'scripts');
const address = /http:\/\/127\.0\.0\.1:\d+\/#code\.[\w.-]+/;
const onScreen = { DISPLAY: ':0', CI: '', SSH_CONNECTION: '', SSH_TTY: '', CONTEXTURE_DEBUG: '' };

type Started = { readonly output: () => string; readonly ended: Promise<unknown>; stop(): void };

const test = base.extend<{ run: typeof runCommand }>({
  run: async ({}, use) => {
    const all: Started[] = [];
    await use((...given) => {
      const started = runCommand(...given);
      all.push(started);
      return started;
    });
    // Ends those that a failed test left running.
    await Promise.all(
      all.map((started) => {
        started.stop();
        return started.ended;
      }),
    );
  },
});

/** Runs `npm start`, or another command of the project, without npm. */
function runCommand(args: readonly string[], env: Readonly<Record<string, string>>, script = 'start.mjs'): Started {
  const child = spawn(process.execPath, [join(scripts, script), ...args], {
    env: { ...process.env, CONTEXTURE_TEST: '1', ...env },
  });
  endWithRun(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { output: () => output, ended: once(child, 'exit').then(([code]) => code), stop: () => child.kill('SIGTERM') };
}

/** Puts a program in the place of Electron's into a folder. */
async function putProgram(folder: string, lines: string): Promise<void> {
  await writeFile(join(folder, 'electron'), `#!/bin/sh\n${lines}\n`);
  await chmod(join(folder, 'electron'), 0o755);
}

test('says in one line that there is no display, and serves the page', async ({ run, dataFolder, workspace }) => {
  test.setTimeout(60_000);
  const env = { ...onScreen, DISPLAY: '', WAYLAND_DISPLAY: '', CI: '1', CONTEXTURE_DATA_DIR: dataFolder };
  const started = run([workspace.folder], env);
  await eventually(started.output, { timeout: 40_000 }).toMatch(address);
  expect(started.output().split('\n')[0]).toBe(
    'The desktop app can’t be shown (there is no screen here), so Contexture opens in a browser instead.',
  );
  expect(started.output()).not.toMatch(/\bat .*:\d+:\d+/);
  started.stop();
  expect(await started.ended).toBe(0);
});

// The programs in Electron's place are shell scripts.
const onUnix = process.platform === 'linux' ? test : test.fixme;

onUnix('starts Electron’s program with the given path', async ({ run, dataFolder, homeFolder, workspace }) => {
  await putProgram(homeFolder, `printf '%s\\n' "$@" > "${join(dataFolder, 'given')}"`);
  const env = { ...onScreen, ELECTRON_OVERRIDE_DIST_PATH: homeFolder, CONTEXTURE_DATA_DIR: dataFolder };
  const started = run([workspace.folder], env);
  expect(await started.ended).toBe(0);
  const given = (await readFile(join(dataFolder, 'given'), 'utf8')).trim().split('\n');
  expect(given.slice(1)).toEqual([workspace.folder]);
});

onUnix('serves the page if Electron fails to start', async ({ run, dataFolder, homeFolder }) => {
  test.setTimeout(60_000);
  await putProgram(homeFolder, 'echo "FATAL: no sandbox" >&2; exit 133');
  const env = { ...onScreen, ELECTRON_OVERRIDE_DIST_PATH: homeFolder, CONTEXTURE_DATA_DIR: dataFolder };
  const started = run(['--sample'], env);
  await eventually(started.output, { timeout: 40_000 }).toMatch(address);
  expect(started.output()).toContain('Electron ended with 133 before it showed a window');
  expect(started.output()).not.toContain('FATAL');
  started.stop();
  await started.ended;
});

test('serves the interface from its source for development, with the engine behind it', async ({
  run,
  context,
  dataFolder,
  workspace,
}) => {
  test.setTimeout(120_000);
  const env = { ...onScreen, CONTEXTURE_DATA_DIR: dataFolder };
  const started = run(['--web', '--no-open', workspace.folder], env, 'dev.mjs');
  await eventually(started.output, { timeout: 60_000 }).toMatch(address);
  const page = await context.newPage();
  await page.goto(address.exec(started.output())?.[0] ?? '');
  await expect(page.getByText('push-pull-legs').first()).toBeVisible({ timeout: 60_000 });
  expect(await page.locator('script[src="/@vite/client"]').count()).toBe(1);
  started.stop();
  await started.ended;
});
