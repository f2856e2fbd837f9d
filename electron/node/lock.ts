import type { Lock, LockHold } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { systemTiming, type TimerSettings } from './clock.ts';
import { saying } from './file-errors.ts';
import { takeHeartbeatLock } from './heartbeat-lock.ts';
import { findLockHolder, type LockHolder } from './lock-holder.ts';
import { closeQuietly, openInFolder } from './staging.ts';
import { errnoOf, lockFlags, type OpenFile, type SystemCalls, systemCalls } from './system-calls.ts';
import { ifThere } from './target.ts';

const patienceMs = 5000;
/** Wait for a lock that an earlier wait failed to get: its holder may keep it for hours. */
const shortPatienceMs = 200;
const longestPauseMs = 20;
const noKernelLock = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'ENOLCK', 'EINVAL']);

type Release = () => Promise<void>;
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Paths of locks that the last wait failed to get. */
const stuck = new Set<string>();

/** Last in line for each lock within this process, by path. The next one waits for it. */
const lines = new Map<string, Promise<void>>();

/** A kernel lock on an open file, which the system gives back when its holder dies. Not re-entrant. */
export function createLock(options: { calls?: SystemCalls; timing?: TimerSettings } = {}): Lock {
  const calls = options.calls ?? systemCalls;
  const timing = options.timing ?? systemTiming;

  async function take(path: string, deadline: number, hold: Writable<LockHold>): Promise<Release> {
    for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
      const release = await tryTake(calls, timing, path, () => {
        hold.tookOver = true;
      });
      if (release !== null) {
        stuck.delete(path);
        return release;
      }
      if (timing.elapsed() + pause > deadline) {
        stuck.add(path);
        throw await busy(path);
      }
      hold.hasWaited = true;
      await timing.wait(pause);
    }
  }

  return {
    hold: async (path, work) => {
      const deadline = timing.elapsed() + (stuck.has(path) ? shortPatienceMs : patienceMs);
      const hold = { tookOver: false, hasWaited: lines.has(path) };
      const leave = await standInLine(path, timing, deadline);
      try {
        const release = await saying({ doing: 'lock', path }, () => take(path, deadline, hold));
        try {
          return await work(hold);
        } finally {
          await release();
        }
      } finally {
        leave();
      }
    },
  };
}

async function standInLine(path: string, timing: TimerSettings, deadline: number): Promise<() => void> {
  const before = lines.get(path);
  let leave = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const tail = before === undefined ? gone : before.then(() => gone);
  lines.set(path, tail);
  tail.then(() => {
    if (lines.get(path) === tail) {
      lines.delete(path);
    }
  });
  if (before !== undefined) {
    let myTurn = false;
    before.then(() => {
      myTurn = true;
    });
    await Promise.race([before, waitUntil(timing, deadline, () => myTurn)]);
    if (!myTurn) {
      leave();
      throw await busy(path);
    }
  }
  return leave;
}

/** Waits in steps, so that an abandoned wait does not hold a process for seconds. */
async function waitUntil(timing: TimerSettings, deadline: number, over: () => boolean): Promise<void> {
  while (!over() && timing.elapsed() < deadline) {
    await timing.wait(Math.min(50, deadline - timing.elapsed()));
  }
}

/** Takes the lock without waiting; null if someone else has it. */
async function tryTake(calls: SystemCalls, timing: TimerSettings, path: string, onTakeOver: () => void) {
  const file = await openInFolder(calls, path, lockFlags, 0o600, 0o700);
  let isHeld = false;
  try {
    // If the lock file was deleted, its holder has a lock that nobody else sees; only the named file counts.
    isHeld = file.tryLock() && (await isStillNamed(calls, file, path));
  } catch (error) {
    if (!noKernelLock.has(errnoOf(error) ?? '')) {
      throw error;
    }
    return await takeHeartbeatLock(calls, timing, `${path}.held`, onTakeOver);
  } finally {
    // A file left open here would keep the lock from everyone for as long as this process lives.
    if (!isHeld) {
      await closeQuietly(file);
    }
  }
  return isHeld ? () => closeQuietly(file) : null;
}

export async function isStillNamed(calls: SystemCalls, file: OpenFile, path: string): Promise<boolean> {
  const [open, named] = await Promise.all([file.stat(), ifThere(() => calls.stat(path))]);
  return named !== null && named.ino === open.ino && named.dev === open.dev;
}

async function busy(path: string): Promise<ContextureError> {
  const holder = await findLockHolder(path);
  const who = holder === null ? 'Another program' : `Another program, ${nameOf(holder)},`;
  const message = holder?.isSuspended
    ? `${who} has begun to change this memory and is suspended, so it does not get done. Nothing was changed. Let that program go on, or end it, then try again.`
    : `${who} is changing this memory right now. Nothing was changed. Wait a moment, then try again.`;
  return new ContextureError('busy', message, { path, ...(holder && { process: holder.pid }) }, { retry: true });
}

const nameOf = ({ pid, name }: LockHolder): string => (name === null ? `process ${pid}` : `“${name}” (process ${pid})`);
