import { type FileInfo, type Ports, sameFile } from '../ports.ts';

/** What is known of a file of ours without reading it, so that it is read again only where it is another by now. */
type FileStamp = {
  /** Null where the file is the one that was noted last. */
  look(): Promise<{
    readonly info: Awaited<ReturnType<Ports['files']['info']>>;
    /** Whether the file was known before: else nothing about it is news. */
    readonly isNews: boolean;
  } | null>;
  /** Notes the file as it was read. */
  note(info: FileInfo | null): void;
  /** Notes the file as it is, after it was written. */
  renew(): Promise<void>;
  /** Whether what was noted is of this file, whose path may change. */
  isKnown(): boolean;
};

export function createFileStamp({ files }: Pick<Ports, 'files'>, path: () => string): FileStamp {
  let known: { readonly path: string; readonly info: FileInfo | null } | null = null;
  const isKnown = (): boolean => known?.path === path();
  return {
    isKnown,
    async look() {
      const info = await files.info(path());
      return known !== null && isKnown() && sameFile(known.info, info) ? null : { info, isNews: isKnown() };
    },
    note(info) {
      known = { path: path(), info };
    },
    async renew() {
      const at = path();
      known = { path: at, info: await files.info(at) };
    },
  };
}
