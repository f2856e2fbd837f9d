import { type SystemCalls, systemCalls } from '#node/system-calls.ts';

/** Disk accesses since the last `begin`, by path, in order; a folder ends in a slash. */
type CountedCalls = {
  readonly calls: SystemCalls;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Files and folders that were made durable. */
  readonly syncs: readonly string[];
  begin(): void;
};

/** The real calls, counted. A read or write in several pieces counts once for each piece. */
export function countSystemCalls(): CountedCalls {
  const counted = { reads: [] as string[], writes: [] as string[], syncs: [] as string[] };
  const calls: SystemCalls = {
    ...systemCalls,
    open: async (path, flags, mode) => {
      const file = await systemCalls.open(path, flags, mode);
      return {
        ...file,
        read: async (into, position) => {
          const got = await file.read(into, position);
          // The empty read that finds the end costs nothing.
          counted.reads.push(...(got > 0 ? [path] : []));
          return got;
        },
        write: (bytes, position) => {
          counted.writes.push(path);
          return file.write(bytes, position);
        },
        sync: () => {
          counted.syncs.push(path);
          return file.sync();
        },
      };
    },
    syncFolder: (path) => {
      counted.syncs.push(`${path}/`);
      return systemCalls.syncFolder(path);
    },
  };
  return {
    calls,
    ...counted,
    begin: () => {
      for (const list of Object.values(counted)) {
        list.length = 0;
      }
    },
  };
}
