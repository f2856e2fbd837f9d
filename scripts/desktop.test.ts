import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './programs.mjs';

/** Starts the desktop app with a Node script as its runtime, and with the variable that terminals of other apps set. */
function start(script: string, version?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'contexture-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const wanted: { version: string } = JSON.parse(
    readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
  );
  writeFileSync(join(folder, 'version'), version ?? wanted.version);
  const program = join(folder, 'electron');
  writeFileSync(program, `#!${process.execPath}\n${script}`);
  chmodSync(program, 0o755);
  const run = `import { runDesktop } from ${JSON.stringify(join(root, 'scripts/desktop.mjs'))};
    console.log(JSON.stringify(await runDesktop([], process.cwd())));`;
  const { CI: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', run], {
    env: { ...env, DISPLAY: ':9', ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  const ended = once(child, 'close').then(() => output);
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, ended, untilIt: () => once(child.stdout, 'data') };
}

// Windows runs no script as a program and has no signals.
const onUnix = process.platform === 'win32' ? it.skip : it;

onUnix(
  'runs Electron as an app, whatever another app’s terminal says, and names the Node that assistants start',
  async () => {
    const { ended } = start('console.log(process.env.ELECTRON_RUN_AS_NODE, process.env.CONTEXTURE_NODE)');
    expect(await ended).toBe(`undefined ${process.execPath}\n{"opened":true}\n`);
  },
);

onUnix('opens no browser after Ctrl+C', async () => {
  const { child, ended, untilIt } = start(`process.on('SIGINT', () => process.exit(1)); setInterval(() => {}, 1000);
    console.log('runs')`);
  await untilIt();
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toBe('runs\n{"opened":true}\n');
});

onUnix.each([
  ['Running as root without --no-sandbox is not supported.', 'start it as another user'],
  ['The SUID sandbox helper binary was found, but is not configured correctly.', 'chrome-sandbox'],
  ['Something else.', 'Electron ended with 1'],
])('reports why Electron could not start: %s', async (said, why) => {
  const { ended } = start(`console.error(${JSON.stringify(said)}); process.exit(1)`);
  const result: { opened: boolean; why: string } = JSON.parse(await ended);
  expect(result).toMatchObject({ opened: false, why: expect.stringContaining(why) });
});
