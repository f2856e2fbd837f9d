/** Path that a markdown link leads to, as its file is called: without `<…>` and a leading `./`, with `%20` as a blank. */
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

/** A file's name as a link has it that is not between `<` and `>`. */
export const asLinkTarget = (file: string): string =>
  file.replaceAll(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
