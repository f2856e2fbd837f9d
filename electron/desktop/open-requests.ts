import { resolve } from 'node:path';

export type Opening = { readonly path: string } | { readonly sample: true };

/**
 * What the arguments of a start ask for, switches of Electron and the system aside; null for nothing.
 * @param appPaths as one of which Electron itself was given the app, where the app isn't a program of its own
 */
export function openingOf(argv: readonly string[], folder: string, appPaths: readonly string[]): Opening | null {
  const app = argv.findIndex((argument, index) => index > 0 && appPaths.includes(resolve(folder, argument)));
  const given = argv.slice(Math.max(1, app + 1));
  const path = given.find((argument) => argument !== '' && !argument.startsWith('-'));
  if (path !== undefined) {
    // The engine knows what ~ stands for.
    return { path: /^~(?=$|[/\\])/.test(path) ? path : resolve(folder, path) };
  }
  return given.includes('--sample') ? { sample: true } : null;
}

/** What a second start hands over to the first, as it arrives: from another process, so anything may be in it. */
export function openingFrom(data: unknown): Opening | null {
  if (typeof data !== 'object' || data === null) {
    return null;
  }
  if ('path' in data && typeof data.path === 'string' && data.path !== '') {
    return { path: data.path };
  }
  return 'sample' in data && data.sample === true ? { sample: true } : null;
}
