import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Paths } from '#engine/ports.ts';

/** `~` alone or before a separator is the home folder; `~name` is a file called that. */
function expandHome(path: string, home: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
}

export function createPaths(home: string = homedir()): Paths {
  return { join, dirname, basename, resolve: (path) => resolve(expandHome(path, home)) };
}
