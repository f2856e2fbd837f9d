import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { History, NewVersion } from '../history/history.ts';
import type { Ports } from '../ports.ts';
import { createSignal } from '../signal.ts';
import { createPendingVersions } from './pending-versions.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

type Durability = ReturnType<typeof createDurability>;

/** Fills more than what a full disk may have left over. */
const probe = new Uint8Array(65_536);

/** Whether changes can be recorded. Where not, nothing is changed unless the person agrees, for as long as it lasts. */
export function createDurability(ports: Ports) {
  /** The problem began, ended, or is another. */
  const changed = createSignal();
  const { files, paths, dataFolder } = ports;
  let problem: ContextureError | null = null;
  let agreed = false;
  /** What could not be written last: it may be further down than the whole, and the only one that can't. */
  let failedAt: string | null = null;

  const tryFolder = (folder: string): Promise<ContextureError | null> =>
    tried(`write in its own folder ${folder}`, folder, 'a folder', async () => {
      const path = paths.join(folder, 'writable');
      await files.store(path, probe);
      await files.discard(path);
    });

  /** A file that grows line by line can be closed to that where its folder is not; an empty line says nothing. */
  const tryFile = (path: string): Promise<ContextureError | null> =>
    tried(`add to its own file ${path}`, path, 'a file', async () => {
      if (path.endsWith('.jsonl')) {
        await files.appendLine(path, '');
      }
    });

  const tryWhatFailed = async (path: string): Promise<ContextureError | null> =>
    (await tryFolder(paths.dirname(path))) ?? (await tryFile(path));

  /** Tries it. Never rejects. */
  async function look(): Promise<ContextureError | null> {
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

  /** What to say of an error: `not_recorded` where it comes from that, else the error itself. */
  async function reasonFor(error: unknown): Promise<unknown> {
    const { code, details } = toContextureError(error);
    const path = details['path'];
    if (code === 'not_recorded' || typeof path !== 'string' || !path.startsWith(dataFolder)) {
      return error;
    }
    failedAt = path;
    return (await look()) ?? error;
  }

  return {
    /** Why not, as of the last look, with the code `not_recorded`; null if it can. */
    problem: (): ContextureError | null => problem,
    look,
    /** The person agrees; of no effect where it can be recorded. */
    async allowUnrecorded(): Promise<void> {
      agreed = (await look()) !== null;
    },
    allowsUnrecorded: (): boolean => agreed,
    /** Work on our own data that is left out where it can't be done and the person agreed. @throws `not_recorded`, or what went wrong otherwise */
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

/** A history that can be skipped if the person agrees. Meanwhile versions wait in memory, to be kept in order. */
export function durableHistory(ports: Ports, history: History, durability: Durability) {
  const waiting = createPendingVersions(({ file }) => {
    ports.log('warn', `A version of ${file} is in no history: too much waits until it can be recorded again.`);
  });

  /** What a change that is refused would have made is never in place, so only what others wrote waits then. */
  function putOff(versions: readonly NewVersion[]): void {
    for (const version of versions) {
      if (durability.allowsUnrecorded() || version.who === 'outside') {
        waiting.add(version);
      }
    }
  }

  /** @param later which versions wait if it fails */
  const inOrder = (work: () => Promise<void>, later: () => readonly NewVersion[] = () => []): Promise<void> =>
    durability.attempt(async () => {
      try {
        await waiting.keepWith(history.keep);
        await work();
      } catch (error) {
        putOff(later());
        throw error;
      }
    });

  return {
    ...history,
    /** What could not be kept yet, and is in memory alone. */
    pending: { all: waiting.all, replace: waiting.replace },
    keep: (version: NewVersion): Promise<void> =>
      inOrder(
        () => history.keep(version),
        () => [version],
      ),
    // There may be thousands, which are read again at the next start; but none is to pass one of its file that waits.
    keepAll: (versions: readonly NewVersion[]): Promise<void> =>
      inOrder(
        () => history.keepAll(versions),
        () => versions.filter(({ file }) => waiting.holds(file)),
      ),
    note: (at: number, note: string): Promise<void> => durability.attempt(() => history.note(at, note)),
    /** Keeps what could not be kept before; where that still can't be done, as any other keeping. */
    catchUp: (): Promise<void> => inOrder(async () => undefined),
  };
}

/** The same for the write-ahead log: a crash may then leave an entry twice, but never lose it. */
export function durableWriteAheadLog(writeAheadLog: WriteAheadLog, durability: Durability): WriteAheadLog {
  return {
    ...writeAheadLog,
    begin: (step, writes) => durability.attempt(() => writeAheadLog.begin(step, writes)),
    clear: () => durability.attempt(writeAheadLog.clear),
  };
}

/** Why work on our own data can't be done, as `not_recorded`; null if it can. */
async function tried(doing: string, path: string, what: string, work: () => Promise<void>) {
  try {
    await work();
    return null;
  } catch (error) {
    const cause = toContextureError(error);
    const message = `Changes can’t be recorded for now: Contexture can’t ${doing}. ${whatToDo(cause, what)}`;
    return new ContextureError('not_recorded', message, { path, cause: cause.code }, { cause });
  }
}

function whatToDo({ code, message }: ContextureError, what: string): string {
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
