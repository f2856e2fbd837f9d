import { useEffect } from 'react';
import { together } from '#shared/contract/wire/listeners.ts';
import { onIn, type WorkspaceEvent } from './answers.ts';
import { problemOf } from './connection.ts';

type Following<T> = {
  readonly ask: (workspace: string) => Promise<T>;
  readonly show: (answer: T, workspace: string) => void;
  /** Called if it can't be read. Nothing by default: a memory that can't be read reports that itself. */
  readonly fail?: (workspace: string) => void;
  /** Events after which it is read again. */
  readonly events: readonly WorkspaceEvent[];
  /** Events after which it is read again a moment later; the first read waits until the page is idle. */
  readonly unhurried?: readonly WorkspaceEvent[];
  /** Called once nobody follows it any more. */
  readonly forget: () => void;
};

/** Milliseconds without changes before an unhurried read. */
const rest = 150;

/** Keeps a store in step with the engine. An overtaken read is dropped; without a connection, what was read last stays. */
export function createFollower<T>({ ask, show, fail, events, unhurried, forget }: Following<T>) {
  let latest = {};
  const read = async (workspace: string): Promise<void> => {
    const own = {};
    latest = own;
    try {
      const answer = await ask(workspace);
      if (latest === own) {
        show(answer, workspace);
      }
    } catch (error) {
      if (latest === own && problemOf(error).code !== 'disconnected') {
        fail?.(workspace);
      }
    }
  };
  /** @param isWanted false to follow nothing for now */
  const useFollow = (workspace: string, isWanted = true): void =>
    useEffect(() => {
      if (!isWanted) {
        return;
      }
      const readNow = (): void => void read(workspace);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const idle = unhurried && requestIdleCallback(readNow, { timeout: 5000 });
      if (idle === undefined) {
        readNow();
      }
      const off = together([
        onIn(workspace, events, readNow),
        onIn(workspace, unhurried ?? [], () => {
          clearTimeout(timer);
          timer = setTimeout(readNow, rest);
        }),
      ]);
      return () => {
        latest = {};
        if (idle !== undefined) {
          cancelIdleCallback(idle);
        }
        clearTimeout(timer);
        off();
        forget();
      };
    }, [workspace, isWanted]);
  return { read, useFollow };
}
