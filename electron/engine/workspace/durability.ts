import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { History, NewVersion } from '../history/history.ts';
import type { Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import { createPendingVersions } from './pending-versions.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

type Durability = ReturnType<typeof createDurability>;

/** Larger than what a full disk may have left over. */
const probe = new Uint8Array(65_536);

/** Knows whether changes can be recorded. While they can't, nothing is changed unless the person agrees. */
export function createDurability(ports: Ports) {
  /** Emitted when the problem begins, ends or changes. */
  const changed = createSignal();
  const { files, paths, dataFolder } = ports;
  let problem: ContextureError | null = null;
  let agreed = false;
  /** Path that couldn't be written last: it may be a file deep in the folder, and the only one that fails. */
  let failedAt: string | null = null;

  const tryFolder = (folder: string): Promise<ContextureError | null> =>
    tried(`write in its own folder ${folder}`, folder, 'a folder', async () => {
      const path = paths.join(folder, 'writable');
      await files.store(path, probe);
      await files.discard(path);
    });

  /** Appends an empty line, which is ignored: a log file can be read-only while its folder isn't. */
  const tryFile = (path: string): Promise<ContextureError | null> =>
    tried(`add to its own file ${path}`, path, 'a file', async () => {
      if (path.endsWith('.jsonl')) {
        await files.appendLine(path, '');
      }
    });

  const tryWhatFailed = async (path: string): Promise<ContextureError | null> =>
    (await tryFolder(paths.dirname(path))) ?? (await tryFile(path));

  /** Tries to record. Never rejects. */
  async function probeFolder(): Promise<ContextureError | null> {
    const before = problem?.message;
    problem = (await tryFolder(dataFolder)) ?? (failedAt === null ? null : await tryWhatFailed(failedAt));
    if (problem === null) {
      agreed = false;
      failedAt = null;
    }
    if (before !== problem?.message) {
      void changed.emit();
    }
    return problem;
  }

  /** Error to report: `not_recorded` if that is the cause, else the error itself. */
  async function reasonFor(error: unknown): Promise<unknown> {
    const { code, details } = toContextureError(error);
    const path = details['path'];
    if (code === 'not_recorded' || typeof path !== 'string' || !path.startsWith(dataFolder)) {
      return error;
    }
    failedAt = path;
    return (await probeFolder()) ?? error;
  }

  return {
    /** Problem found by the last look, with the code `not_recorded`; null if changes can be recorded. */
    problem: (): ContextureError | null => problem,
    look: probeFolder,
    /** Records that the person agrees; has no effect if changes can be recorded. */
    async allowUnrecorded(): Promise<void> {
      agreed = (await probeFolder()) !== null;
    },
    allowsUnrecorded: (): boolean => agreed,
    /**
     * Runs work on our own data; skipped if it fails and the person agreed.
     * @throws `not_recorded`, or the work's other errors
     */
    async attempt(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!agreed) {
          throw await reasonFor(error);
        }
        ports.log('warn', `Left out, as the person agreed: ${toContextureError(error).message}`);
      }
    },
    reasonFor,
    changed,
  };
}

export type RecordedHistory = ReturnType<typeof durableHistory>;

/** History that can be skipped if the person agrees. Meanwhile versions wait in memory, to be kept in order. */
export function durableHistory(ports: Ports, history: History, durability: Durability) {
  const waiting = createPendingVersions(({ file }) => {
    ports.log('warn', `A version of ${file} is in no history: too much waits until it can be recorded again.`);
  });

  /** Puts off only what others wrote if the change is refused, since our version of it is never in place. */
  function queueVersions(versions: readonly NewVersion[]): void {
    for (const version of versions) {
      if (durability.allowsUnrecorded() || version.who === 'outside') {
        waiting.add(version);
      }
    }
  }

  /** @param later gives the versions that wait if it fails */
  const inOrder = (work: () => Promise<void>, later: () => readonly NewVersion[] = () => []): Promise<void> =>
    durability.attempt(async () => {
      try {
        await waiting.keepWith(history.keep);
        await work();
      } catch (error) {
        queueVersions(later());
        throw error;
      }
    });

  return {
    ...history,
    /** Versions that couldn't be kept yet, and are only in memory. */
    pending: { all: waiting.all, replace: waiting.replace },
    keep: (version: NewVersion): Promise<void> =>
      inOrder(
        () => history.keep(version),
        () => [version],
      ),
    // Thousands of versions may fail, and the next start reads them again; but none may pass a waiting one of its file.
    keepAll: (versions: readonly NewVersion[]): Promise<void> =>
      inOrder(
        () => history.keepAll(versions),
        () => versions.filter(({ file }) => waiting.holds(file)),
      ),
    note: (at: number, note: string): Promise<void> => durability.attempt(() => history.note(at, note)),
    /** Keeps the versions that couldn't be kept before; handles another failure as {@link keep} does. */
    catchUp: (): Promise<void> => inOrder(async () => undefined),
  };
}

/** Write-ahead log that can be skipped likewise: a crash may then leave an entry twice, but never lose it. */
export function durableWriteAheadLog(writeAheadLog: WriteAheadLog, durability: Durability): WriteAheadLog {
  return {
    ...writeAheadLog,
    begin: (step, writes) => durability.attempt(() => writeAheadLog.begin(step, writes)),
    clear: () => durability.attempt(writeAheadLog.clear),
  };
}

/** Error of work on our own data, as `not_recorded`; null if it succeeds. */
async function tried(doing: string, path: string, what: string, work: () => Promise<void>) {
  try {
    await work();
    return null;
  } catch (error) {
    const cause = toContextureError(error);
    const message = `Changes can’t be recorded for now: Contexture can’t ${doing}. ${adviceFor(cause, what)}`;
    return new ContextureError('not_recorded', message, { path, cause: cause.code }, { cause });
  }
}

function adviceFor({ code, message }: ContextureError, what: string): string {
  switch (code) {
    case 'no_permission':
      return 'Allow this account to write there.';
    case 'disk_full':
      return 'The disk is full: free some space.';
    case 'not_a_file':
      return `Something other than ${what} is in its place: move that away.`;
    default:
      return message;
  }
}
