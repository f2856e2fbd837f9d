import type { NewsItem } from '#shared/wording/notifications.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports, Watch } from '../ports.ts';
import { type NewsLists, newsReaders } from './news.ts';

/** An open memory, as far as its news are concerned. */
export type NewsMemory = {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly lists: NewsLists;
  /** Folder in which every process notes what waits for the person. */
  readonly dataFolder: () => string;
  /** Looks at the memory's files now. Never rejects. */
  readonly look: () => Promise<void>;
};

/** Reads the news of open memories, and knows which are new. Those read at first are not. */
export function createKnownNews(ports: Ports) {
  const known = new Map<string, readonly NewsItem[]>();
  const looked = new Set<string>();
  return {
    async read({ id, path, lists, look }: NewsMemory) {
      if (!looked.has(path)) {
        // Changes that came while nobody watched are no news either.
        await look();
        looked.add(path);
      }
      const all: { readonly item: NewsItem; readonly isNew: boolean }[] = [];
      for (const [index, read] of newsReaders.entries()) {
        const place = `${index} ${path}`;
        const before = known.get(place);
        const now = (await orLogged(ports, 'News of a memory could not be read', () => read(lists, id))) ?? null;
        if (now !== null) {
          known.set(place, now);
        }
        const isKnown = (item: NewsItem): boolean =>
          before === undefined || before.some((one) => one.kind === item.kind && one.id === item.id);
        all.push(...(now ?? before ?? []).map((item) => ({ item, isNew: !isKnown(item) })));
      }
      return all;
    },
    forget(): void {
      known.clear();
      looked.clear();
    },
  };
}

/**
 * Watches what other processes note about open memories: while no window shows them, nothing else looks. @param onLook
 * called after a memory was looked at
 */
export function createDataWatches({ watcher, paths }: Ports, onLook: () => void) {
  const watches = new Map<string, { readonly folder: string; readonly watch: Watch }>();
  return async (open: readonly NewsMemory[]): Promise<void> => {
    const folders = new Map(open.map(({ path, dataFolder }) => [path, dataFolder()]));
    for (const [path, { folder, watch }] of watches) {
      if (folders.get(path) !== folder) {
        watches.delete(path);
        await watch.close();
      }
    }
    for (const { path, dataFolder, look } of open) {
      if (!watches.has(path)) {
        const folder = dataFolder();
        const files = ['cards.json', 'returned.json'].map((name) => paths.join(folder, name));
        const watch = watcher.watch({ files, folders: [], archive: null }, () => void look().then(onLook));
        watches.set(path, { folder, watch });
      }
    }
  };
}
