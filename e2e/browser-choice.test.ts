import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { chooseBrowser, type Machine } from './browser-choice.ts';

const linux: Machine = { platform: 'linux', arch: 'x64', runsGlibc: true, isRoot: false, environment: {} };
const elsewhere: Machine = { ...linux, platform: 'plan9', arch: 'arm64' };

/** A folder of programs, as they stand on the search path. */
function folderWith(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  }
  return folder;
}

/** The machine, asked for a browser by name, with these folders of programs. */
const on = (machine: Machine, wanted: string | undefined, ...folders: readonly string[]): Machine => ({
  ...machine,
  environment: { CONTEXTURE_BROWSER: wanted, PATH: folders.join(delimiter) },
});

it('is the one from npm where that runs, whatever else is there', () => {
  const there = folderWith('chromium', 'google-chrome');
  for (const wanted of [undefined, '', 'npm']) {
    expect(chooseBrowser(on(linux, wanted, there))).toEqual({ path: null, sandbox: false });
  }
});

it('is one of the system elsewhere, with its sandbox unless it is run as root', () => {
  const there = folderWith('chromium');
  const path = join(there, 'chromium');
  const others = [elsewhere, { ...linux, arch: 'arm64' }, { ...linux, runsGlibc: false }];
  for (const machine of others) {
    expect(chooseBrowser(on(machine, undefined, folderWith(), there))).toEqual({ path, sandbox: true });
    expect(chooseBrowser(on({ ...machine, isRoot: true }, undefined, there))).toEqual({ path, sandbox: false });
  }
});

it('is one of the system where that is asked for, also on a build machine', () => {
  const machine = on(linux, 'system', folderWith('chromium', 'microsoft-edge-stable'), folderWith('google-chrome'));
  const ci = { ...machine, environment: { ...machine.environment, CI: 'true' } };
  expect(chooseBrowser(ci)).toEqual({ path: expect.stringMatching(/google-chrome$/), sandbox: true });
});

it('is the one whose path is given', () => {
  const mine = join(folderWith('chrome'), 'chrome');
  expect(chooseBrowser(on(elsewhere, mine))).toEqual({ path: mine, sandbox: true });
  expect(() => chooseBrowser(on(linux, 'chrom'))).toThrow(
    'CONTEXTURE_BROWSER is “chrom”, which is neither a program nor “npm” or “system”. Correct or unset it.',
  );
});

it.runIf(process.platform !== 'win32')('is nothing that can’t be run', () => {
  const there = folderWith('chromium');
  writeFileSync(join(there, 'google-chrome-stable'), 'no program', { mode: 0o644 });
  expect(chooseBrowser(on(linux, 'system', there)).path).toBe(join(there, 'chromium'));
});

it('is said to be missing, with the platform where npm has none for it', () => {
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
