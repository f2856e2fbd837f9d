import type { Watch } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'tell'> & { readonly personLooks: boolean };

/** Milliseconds that turn a burst of hints into one. */
const coalesceFor = 40;

export function followStorages({ ports, layout, personLooks, tell }: Needs) {
  let forgetHint = (): void => undefined;
  const onHint = (): void => {
    forgetHint();
    forgetHint = ports.clock.after(coalesceFor, () => tell('storages.changed', {}));
  };
  const folders = personLooks ? [layout.storagesFolder, layout.conversationsFolder] : [];
  const watches = folders.map(
    // Watched as one folder of many files: a watch for each file would be too many.
    (archive): Watch => ports.watcher.watch({ files: [], folders: [], archive }, onHint),
  );
  return {
    /** Finds folders that were only just made. */
    async check(): Promise<void> {
      for (const watch of watches) {
        await watch.check();
      }
    },
    async close(): Promise<void> {
      forgetHint();
      await Promise.all(watches.map((watch) => watch.close()));
    },
  };
}
