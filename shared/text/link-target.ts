import { addTo } from '../entries/multimap.ts';

/** Path of a markdown link, as its file is called: without `<…>` and a leading `./`, with `%20` as a blank. */
export function linkTarget(written: string): string {
  const path = written.replace(/^<(.*)>$/, '$1').replace(/^\.\//, '');
  if (written.startsWith('<')) {
    return path;
  }
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Writes a file's name for a link without `<` and `>`. */
export const asLinkTarget = (file: string): string =>
  file.replaceAll(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** Finds the file of a name: of exactly that name, else the only one that differs just in composed characters. */
export function fileNames(files: Iterable<string>): (name: string) => string {
  const known = new Set(files);
  let composed: Map<string, string[]> | null = null;
  return (name) => {
    if (known.has(name)) {
      return name;
    }
    if (composed === null) {
      composed = new Map();
      for (const file of known) {
        addTo(composed, file.normalize(), file);
      }
    }
    const [only, ...others] = composed.get(name.normalize()) ?? [];
    return only !== undefined && others.length === 0 ? only : name;
  };
}

/** True if two file names differ only in composed characters. */
export const isSameName = (one: string, other: string): boolean => one.normalize() === other.normalize();
