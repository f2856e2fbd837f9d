import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FilesSubject } from './files-suite.ts';
import type { WatcherSubject } from './watcher-suite.ts';

/** Another program on the real disk: takes no lock, asks nobody. Keeps an open handle of the file it wrote last. */
export function createOutsideProgram(): FilesSubject['outside'] & WatcherSubject['outside'] {
  const open = new Map<string, number>();
  onTestFinished(() => {
    for (const file of open.values()) {
      closeSync(file);
    }
  });
  return {
    write: (path, text) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      const before = open.get(path);
      if (before !== undefined) {
        closeSync(before);
      }
      open.set(path, openSync(path, 'r+'));
    },
    append: (path, text) => appendFileSync(path, text),
    replace: (path, text) => {
      writeFileSync(`${path}.theirs`, text);
      renameSync(`${path}.theirs`, path);
    },
    remove: (path) => rmSync(path, { recursive: true, force: true }),
    makeFolder: (path) => mkdirSync(path, { recursive: true }),
    makeOther: (path) => {
      execFileSync('mkfifo', [path]);
    },
    growSuperseded: (path, text) => {
      const file = open.get(path);
      if (file === undefined) {
        throw new Error(`This program does not hold ${path} open`);
      }
      ftruncateSync(file, 0);
      writeSync(file, text, 0);
    },
    names: (folder) => readdirSync(folder).sort(),
  };
}
