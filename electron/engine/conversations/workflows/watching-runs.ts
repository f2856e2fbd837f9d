import type { Ports } from '../../ports.ts';
import { type ConversationWatcher, createWatching } from '../watching.ts';
import { findRuns, type LookedForRuns } from './find-runs.ts';

export type WatchingRuns = ReturnType<typeof createWatchingRuns>;

/** Reports when files of workflows of other programs come, change or go, while somebody looks at those of a workspace. */
export function createWatchingRuns(ports: Ports, tell: (workspace: string) => void) {
  const watchings = new Map<string, ConversationWatcher>();
  return {
    async watch(caller: string, workspace: string, where: LookedForRuns): Promise<void> {
      const before = watchings.get(workspace);
      const watching =
        before ??
        createWatching(
          ports,
          () => findRuns(where),
          () => tell(workspace),
        );
      watchings.set(workspace, watching);
      await watching.watch(caller);
    },
    stop(caller: string, workspace: string): void {
      watchings.get(workspace)?.leave(caller);
    },
    leave(caller: string): void {
      for (const { leave } of watchings.values()) {
        leave(caller);
      }
    },
    close(): void {
      for (const { close } of watchings.values()) {
        close();
      }
    },
  };
}
