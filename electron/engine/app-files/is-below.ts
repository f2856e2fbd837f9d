import type { Ports } from '../ports.ts';

/** True if a path is in a folder or below it. Both are absolute; links are not resolved. */
export const isBelow = ({ paths }: Pick<Ports, 'paths'>, folder: string, path: string): boolean =>
  path.startsWith(paths.join(folder, ' ').slice(0, -1));
