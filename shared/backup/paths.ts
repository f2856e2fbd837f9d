/** First name of the files that belong to no memory, and of those of a memory, by their place. */
const beginnings = /^(?:app|memories\/[1-9]\d{0,5}\/(?:files|data))\//;

/** True for a name that is the same file on every system. */
export const isPortableName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[\\/\p{Cc}]/u.test(name);

/** True for the name of a memory's folder in the data folder. */
export const isDataName = (name: string): boolean => /^[\w-]{8,80}$/.test(name);

/** Name of the note on a change under way, which the next start would carry out where the note says. */
const underWay = /^memories\/\d+\/data\/intent\.json$/i;

/** True for a path of a file in a backup. None leads out of the folder it is restored to, or is carried out. */
export const isBackupPath = (path: string): boolean =>
  path.length <= 4096 && beginnings.test(path) && path.split('/').every(isPortableName) && !underWay.test(path);

export type BackupPlace = {
  /** Number of the memory in the manifest’s list; null if it belongs to none. */
  readonly memory: number | null;
  readonly in: 'files' | 'data' | 'app';
  readonly names: readonly string[];
};

/** @param path one that {@link isBackupPath} accepts */
export function placeInBackup(path: string): BackupPlace {
  const [first = '', number = '', part, ...names] = path.split('/');
  return first === 'app'
    ? { memory: null, in: 'app', names: path.split('/').slice(1) }
    : { memory: Number(number) - 1, in: part === 'data' ? 'data' : 'files', names };
}

/** Path in a backup of a file of a memory, by the memory's number in the list. */
export const memoryPath = (memory: number, part: 'files' | 'data', names: readonly string[]): string =>
  ['memories', memory + 1, part, ...names].join('/');

/** Path on this computer for one that was in another home folder; null if it can't be one here. */
export function mapHome(path: string, homeThen: string, homeNow: string): string | null {
  const isHere = (one: string): boolean => (homeNow.includes('\\') ? /^[A-Za-z]:[\\/]/ : /^\//).test(one);
  const rest = path.slice(homeThen.length);
  if (homeThen !== '' && path.startsWith(homeThen) && /^(?:[\\/]|$)/.test(rest)) {
    return homeNow + rest.replaceAll(/[\\/]/g, homeNow.includes('\\') ? '\\' : '/');
  }
  return isHere(path) ? path : null;
}
