import { type FileInfo, type Ports, sameFile } from '../ports.ts';

/** What is known of a file of ours without reading it, so that it is read again only where it is another by now. */
export function createFileStamp({ files }: Pick<Ports, 'files'>, path: () => string) {
  let known: { readonly path: string; readonly info: FileInfo | null } | null = null;
  /** Whether what was noted is of this file, whose path may change. */
  const isKnown = (): boolean => known?.path === path();
  return {
    isKnown,
    /** Null where the file is the one that was noted last; `isNews` where the file was known before. */
    async look() {
      const info = await files.info(path());
      return known !== null && isKnown() && sameFile(known.info, info) ? null : { info, isNews: isKnown() };
    },
    note(info: FileInfo | null): void {
      known = { path: path(), info };
    },
    async renew(): Promise<void> {
      const at = path();
      known = { path: at, info: await files.info(at) };
    },
  };
}
