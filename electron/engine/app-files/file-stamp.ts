import { type FileInfo, type Ports, sameFile } from '../ports.ts';

/** Facts of a file of ours, so that it is read again only if it has changed. */
export function createFileStamp({ files }: Pick<Ports, 'files'>, path: () => string) {
  let noted: { readonly path: string; readonly info: FileInfo | null } | null = null;
  /** True if the facts are of this file, whose path may change. */
  const isKnown = (): boolean => noted?.path === path();
  return {
    isKnown,
    /** Null if the file is unchanged; `isNews` if it was known before. */
    async look() {
      const info = await files.info(path());
      return noted !== null && isKnown() && sameFile(noted.info, info) ? null : { info, isNews: isKnown() };
    },
    note(info: FileInfo | null): void {
      noted = { path: path(), info };
    },
    async renew(): Promise<void> {
      const current = path();
      noted = { path: current, info: await files.info(current) };
    },
  };
}
