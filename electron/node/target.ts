import type { BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { requireFile } from './file-facts.ts';
import { errnoOf, type SystemCalls } from './system-calls.ts';

type Target = { readonly path: string; readonly stats: BigIntStats | null };

const maxLinks = 40;

/** Follows the file's own symbolic links, so that the link stays a link. @throws `not_a_file` */
export async function resolveTarget(calls: SystemCalls, path: string): Promise<Target> {
  let at = path;
  for (let links = 0; links < maxLinks; links++) {
    const stats = await ifThere(() => calls.lstat(at));
    if (stats === null) {
      return { path: at, stats: null };
    }
    if (!stats.isSymbolicLink()) {
      requireFile(stats, at);
      return { path: at, stats };
    }
    // A relative link counts from the folder it really lies in, which the path may reach through further links.
    at = resolve(await calls.realpath(dirname(at)), await calls.readlink(at));
  }
  throw Object.assign(new Error('Too many links'), { code: 'ELOOP' });
}

/** Resolves a path's links, even if nothing is there. Links in a circle lead nowhere. */
export async function destinationOf(calls: SystemCalls, path: string): Promise<string> {
  try {
    return await follow(calls, path);
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') {
      return path;
    }
    throw error;
  }
}

async function follow(calls: SystemCalls, path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < maxLinks; links++) {
    const real = await ifThere(() => calls.realpath(at));
    if (real !== null || dirname(at) === at) {
      return real ?? at;
    }
    const folder = await follow(calls, dirname(at));
    const stats = await ifThere(() => calls.lstat(at));
    if (!stats?.isSymbolicLink()) {
      return join(folder, basename(at));
    }
    at = resolve(folder, await calls.readlink(at));
  }
  throw Object.assign(new Error('Too many links'), { code: 'ELOOP' });
}

/** Result of a call on a path; null if nothing is there. */
export async function ifThere<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') {
      return null;
    }
    throw error;
  }
}
