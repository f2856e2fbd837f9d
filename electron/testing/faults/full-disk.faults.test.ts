import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { filesBefore, isWholeContext } from './kinds-of-write.ts';
import { createRandom } from './random.ts';
import { patience, report, seed, sized } from './size.ts';
import { type Case, cases, flawsAfter, type Trouble } from './trouble.ts';

/**
 * A really full disk: a small one, if this account may mount one, and a limit on the size of files, if the system has a
 * command for it. The name of a test says what is unavailable.
 */

const page = 4096;
const diskSize = 512 * 1024;

/** A small disk in memory; null if this account may not mount one. */
function mountDisk(): string | null {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  // Before the folder around it is removed, which was registered earlier.
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

const free = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills a disk until only the given space is left. */
function fill(folder: string, left: number): void {
  writeFileSync(join(folder, 'ballast'), new Uint8Array(Math.max(0, free(folder) - left)));
}

const fullDisk = (folder: string, pagesLeft: number): Trouble => ({
  name: `${pagesLeft} pages left`,
  begin: () => fill(folder, pagesLeft * page),
  end: () => rmSync(join(folder, 'ballast')),
  kills: false,
});

/** Limits the size of files of this process; null lifts the limit. False if that is impossible. */
function limitFileSize(bytes: number | null): boolean {
  try {
    const limit = `--fsize=${bytes ?? 'unlimited'}:unlimited`;
    execFileSync('prlimit', ['--pid', String(process.pid), limit], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const limited = (bytes: number): Trouble => ({
  name: `files of at most ${bytes} bytes`,
  begin: () => void limitFileSize(bytes),
  end: () => void limitFileSize(null),
  kills: false,
});

const ways: Readonly<Record<string, (each: Case, pages: number) => Promise<readonly string[] | null>>> = {
  'a small disk': async (each, pages) => {
    const disk = mountDisk();
    return disk === null ? null : await flawsAfter(each, fullDisk(disk, pages), disk);
  },
  'a limit on the size of files': async (each, pages) => {
    onTestFinished(() => void limitFileSize(null));
    const folder = temporaryFolder();
    return limitFileSize(null) ? await flawsAfter(each, limited(pages * page), folder) : null;
  },
};

describe.each(Object.entries(ways))('%s', (name, way) => {
  it.each(cases)(
    'is full during $name, after $done others: files whole, error in words, history complete',
    patience,
    async (each) => {
      const random = createRandom(seed + each.name.length);
      const maxPages = 16;
      const all = Array.from({ length: maxPages }, (_, pages) => pages);
      const flaws: string[] = [];
      for (const pages of sized({ full: all, small: [random.below(5)] })) {
        const found = await way(each, pages);
        if (found === null) {
          process.stderr.write(`NOT RUN: ${name} can’t be had by this account on this machine.\n`);
          report('a really full disk', { [`NOT RUN (${name} can’t be had)`]: 1 });
          return;
        }
        flaws.push(...found);
        report('a really full disk', { [`writes on ${name}`]: 1 });
      }
      report('a really full disk', { 'torn, lost, unsaid or left lying': flaws.length });
      expect(flaws).toEqual([]);
    },
  );
});

it('control: fails when files are simply written: a full disk leaves them torn', () => {
  const disk = mountDisk();
  const folder = disk ?? temporaryFolder();
  const path = join(folder, 'global.md');
  const before = filesBefore['logs/context/global.md'] ?? '';
  writeFileSync(path, before);
  if (disk !== null) {
    fill(disk, 0);
  } else if (!limitFileSize(page)) {
    return;
  }
  onTestFinished(() => void limitFileSize(null));
  const longer = before.replace('# Global Context\n', `# Global Context\n${'- one more\n'.repeat(1000)}`);
  expect(() => writeFileSync(path, longer)).toThrow();
  const torn = isWholeContext(readFileSync(path, 'utf8')) ? 0 : 1;
  report('a really full disk', { writes: 1, torn }, 'plain writeFile');
  expect(torn).toBe(1);
});
