import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { chooseBrowser, type Machine } from './browser-choice.ts';

const linux: Machine = { platform: 'linux', arch: 'x64', runsGlibc: true, isRoot: false, environment: {} };
const elsewhere: Machine = { ...linux, platform: 'plan9', arch: 'arm64' };

/** Makes a folder of programs, as on the search path. */
function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  }
  return folder;
}

/** The machine with a browser asked for by name and these folders on its search path. */
const on = (machine: Machine, wanted: string | undefined, ...folders: readonly string[]): Machine => ({
  ...machine,
  environment: { CONTEXTURE_BROWSER: wanted, PATH: folders.join(delimiter) },
});

it('chooses the browser from npm if it runs here, even beside others', () => {
  const there = folderWith('chromium', 'google-chrome');
  for (const wanted of [undefined, '', 'npm']) {
    expect(chooseBrowser(on(linux, wanted, there))).toEqual({ path: null, sandbox: false });
  }
});

it('chooses a system browser on other machines, with its sandbox unless run as root', () => {
  const there = folderWith('chromium');
  const path = join(there, 'chromium');
  const others = [elsewhere, { ...linux, arch: 'arm64' }, { ...linux, runsGlibc: false }];
  for (const machine of others) {
    expect(chooseBrowser(on(machine, undefined, folderWith(), there))).toEqual({ path, sandbox: true });
    expect(chooseBrowser(on({ ...machine, isRoot: true }, undefined, there))).toEqual({ path, sandbox: false });
  }
});

it('chooses a system browser when asked to, even on a build machine', () => {
  const machine = on(linux, 'system', folderWith('chromium', 'microsoft-edge-stable'), folderWith('google-chrome'));
  const ci = { ...machine, environment: { ...machine.environment, CI: 'true' } };
  expect(chooseBrowser(ci)).toEqual({ path: expect.stringMatching(/google-chrome$/), sandbox: true });
});

it('chooses the browser at the given path', () => {
  const mine = join(folderWith('chrome'), 'chrome');
  expect(chooseBrowser(on(elsewhere, mine))).toEqual({ path: mine, sandbox: true });
  expect(() => chooseBrowser(on(linux, 'chrom'))).toThrow(
    'CONTEXTURE_BROWSER is “chrom”, which is neither a program nor “npm” or “system”. Correct or unset it.',
  );
});

it.runIf(process.platform !== 'win32')('skips files that can’t be run', () => {
  const there = folderWith('chromium');
  writeFileSync(join(there, 'google-chrome-stable'), 'no program', { mode: 0o644 });
  expect(chooseBrowser(on(linux, 'system', there)).path).toBe(join(there, 'chromium'));
});

it('names the platform in the error when no browser is found', () => {
  const nothing = temporaryFolder();
  mkdirSync(join(nothing, 'notes'));
  expect(() => chooseBrowser(on(linux, 'system', nothing))).toThrow(
    'No Chromium, Chrome or Edge was found on this system.',
  );
  expect(() => chooseBrowser(on(elsewhere, undefined, nothing))).toThrow(
    'need Chromium, Chrome or Edge on plan9-arm64',
  );
  expect(() => chooseBrowser(on(elsewhere, 'npm', folderWith('chromium')))).toThrow(
    'There is no browser from npm for plan9-arm64',
  );
  expect(() => chooseBrowser(on({ ...linux, runsGlibc: false }, 'npm'))).toThrow('for linux-x64 without glibc');
});
