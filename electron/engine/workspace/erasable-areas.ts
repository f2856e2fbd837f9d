import { archiveArea } from '../archive/erasable.ts';
import { appDataArea } from '../erasure/app-data-area.ts';
import { appDataFoldersOf } from '../erasure/app-data-files.ts';
import type { ErasableArea } from '../erasure/erasable-area.ts';
import { memoryFolders } from '../erasure/foreign-files.ts';
import { leftoversArea } from '../erasure/leftovers-area.ts';
import { historyArea } from '../history/erasable.ts';
import { memoryArea } from '../memory/erasable.ts';
import type { Ports } from '../ports.ts';
import { settingsArea } from '../settings/erasable.ts';
import { undoArea } from '../undo/erasable.ts';
import type { Base } from './base.ts';
import type { Commit } from './commit.ts';
import type { Followed } from './followed.ts';
import type { Kept } from './kept.ts';

/** Everything of a workspace that keeps texts about the person, a line for each area. */
export function erasableAreas(
  ports: Ports,
  base: Base,
  kept: Kept,
  followed: Followed,
  commit: Commit,
): readonly ErasableArea[] {
  const { layout, access, dataFolder } = base;
  const { history, undoLog } = kept;
  const { paths } = ports;
  const roots = [layout.root, ports.dataFolder];
  const isElsewhere = (path: string): boolean => path === undoLog.path() || path.endsWith('versions.jsonl');
  const leftoverFolders = async () => [
    ...memoryFolders(ports, layout),
    ...(await appDataFoldersOf(ports, dataFolder.all())),
  ];
  return [
    memoryArea({ ...followed, commit }),
    settingsArea(ports, { ...followed, access }),
    archiveArea({ ...followed, commit }),
    historyArea(ports, { history, layout, folder: () => paths.join(dataFolder.current(), 'history') }),
    undoArea(ports, { access, undoLog, layout, roots }),
    appDataArea(ports, { access, folders: dataFolder.all, own: { roots, format: layout.format }, isElsewhere }),
    leftoversArea(ports, { access, folders: leftoverFolders }),
  ];
}
