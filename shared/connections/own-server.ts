import type { ServerCommand } from './setting-form.ts';

export type OwnServer = {
  /** Program file of Contexture; null if it is found by its name. */
  readonly script: string | null;
  /** Folder of the memory it serves; null for the one the program happens to start it in. */
  readonly folder: string | null;
};

const partsOf = (path: string): readonly string[] => path.split(/[/\\]/);
const nameOf = (path: string): string => partsOf(path).at(-1) ?? '';
const isOurs = (path: string): boolean => /^contexture(?:-mcp|\.js|\.cmd|\.exe)?$/i.test(nameOf(path));

/** Recognises a server as Contexture's; null for any other. */
export function ownServerOf({ command, args }: ServerCommand): OwnServer | null {
  const words = [command, ...args];
  const at = words.findIndex((word, index) => isOurs(word) && words[index + 1] === 'mcp');
  const script = words[at];
  if (at < 0 || script === undefined) {
    return null;
  }
  const folder = words.slice(at + 2).find((word) => !word.startsWith('-'));
  return { script: partsOf(script).length > 1 ? script : null, folder: folder ?? null };
}

/** Finds an unused name for a server: `contexture`, then with the memory’s name, then with a number. */
export function freeName(taken: readonly string[], memory: string): string {
  const slug = memory
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30);
  const names = ['contexture', ...(slug === '' ? [] : [`contexture-${slug}`])];
  for (let number = 2; ; number += 1) {
    const free = names.find((name) => !taken.includes(name));
    if (free !== undefined) {
      return free;
    }
    names.push(`contexture-${number}`);
  }
}
