import type { EventData } from '#shared/contract/contract.ts';
import { orLogged } from '../or-logged.ts';
import type { FileInfo, Ports } from '../ports.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { areSameBytes } from './lines.ts';
import { copyState } from './read-copy.ts';

/** Milliseconds to wait after a hint; hints come in bursts, which one check handles. */
const coalesceFor = 40;
/** Milliseconds between checks for changes nobody reports. */
const checkEvery = 2000;
/** Bytes compared before its old end, to tell if a longer file was only added to. */
const endBytes = 256;

type Change = EventData<'conversations.followed'>['change'];

/** State of a file at the last check: null for no file. */
type FileSnapshot = { readonly info: FileInfo; readonly end: Uint8Array; readonly beside: string } | null;
/** A file, and those beside it to which additions may be written first. */
type FollowedFile = { readonly path: string; readonly beside: readonly string[] };

export function createConversationFollower(ports: Ports, tell: (id: string, change: Change) => void) {
  const followed = new Map<string, { readonly callers: Set<string>; close(): Promise<void> }>();

  async function see({ path, beside }: FollowedFile): Promise<FileSnapshot> {
    const info = await ports.files.info(path).catch(() => null);
    const end = info === null ? null : await endOf(path, info.size);
    const others = await Promise.all(beside.map((other) => ports.files.info(other).catch(() => null)));
    return info === null || end === null ? null : { info, end, beside: others.map(copyState).join('\n') };
  }

  async function endOf(path: string, size: number): Promise<Uint8Array | null> {
    const from = Math.max(0, size - endBytes);
    return (await ports.files.readPart(path, from, size - from).catch(() => null))?.bytes ?? null;
  }

  async function changeSince(before: FileSnapshot, now: FileSnapshot, path: string): Promise<Change | null> {
    if (now === null) {
      return before === null ? null : 'gone';
    }
    if (before === null || now.info.identity !== before.info.identity || now.info.size < before.info.size) {
      return 'replaced';
    }
    const end = await endOf(path, before.info.size);
    if (end === null || !areSameBytes(end, before.end)) {
      return 'replaced';
    }
    return now.info.size > before.info.size || now.beside !== before.beside ? 'grown' : null;
  }

  function start(id: string, file: FollowedFile) {
    const enqueue = createSerialQueue();
    let last: Promise<FileSnapshot> = see(file);
    let isClosed = false;
    let forgetHint = (): void => undefined;
    let forgetCheck = (): void => undefined;

    const look = (): Promise<void> =>
      enqueue(async () => {
        const before = await last;
        const now = await see(file);
        const change = await changeSince(before, now, file.path);
        last = Promise.resolve(now);
        if (change !== null && !isClosed) {
          tell(id, change);
        }
      });
    const watch = ports.watcher.watch({ files: [file.path, ...file.beside], folders: [], archive: null }, () => {
      forgetHint();
      forgetHint = ports.clock.after(coalesceFor, () => void look());
    });
    function checkLater(): void {
      forgetCheck = ports.clock.after(checkEvery, () => void check());
    }
    async function check(): Promise<void> {
      await orLogged(ports, 'A conversation that is followed could not be checked', watch.check);
      await look();
      if (!isClosed) {
        checkLater();
      }
    }
    checkLater();
    return {
      ready: last,
      async close(): Promise<void> {
        isClosed = true;
        forgetHint();
        forgetCheck();
        await watch.close();
      },
    };
  }

  async function stop(caller: string, id: string): Promise<void> {
    const one = followed.get(id);
    one?.callers.delete(caller);
    if (one?.callers.size === 0) {
      followed.delete(id);
      await one.close();
    }
  }

  return {
    async follow(caller: string, id: string, file: FollowedFile): Promise<void> {
      const one = followed.get(id);
      if (one !== undefined) {
        one.callers.add(caller);
        return;
      }
      const started = start(id, file);
      followed.set(id, { callers: new Set([caller]), close: started.close });
      await started.ready;
    },
    stop,
    async leave(caller: string): Promise<void> {
      await Promise.all([...followed.keys()].map((id) => stop(caller, id)));
    },
    async close(): Promise<void> {
      const all = [...followed.values()];
      followed.clear();
      await Promise.all(all.map((one) => one.close()));
    },
  };
}
export type ConversationFollower = ReturnType<typeof createConversationFollower>;
