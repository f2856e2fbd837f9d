import { archiveArea } from '../archive/erasable.ts';
import { conversationIndexArea } from '../conversations/erasable.ts';
import { keptCopiesArea } from '../conversations/keeping/erasable.ts';
import { conversationStoreArea } from '../conversations/store/erasable.ts';
import { foreignWorkArea } from '../conversations/workflows/erasable.ts';
import { appDataArea, leftoversArea } from '../erasure/app-data-area.ts';
import { historyArea } from '../history/erasable.ts';
import { memoryArea } from '../memory/erasable.ts';
import { notesArea } from '../notes/erasable.ts';
import { scanArea } from '../scan/erasable.ts';
import { settingsArea } from '../settings/erasable.ts';
import { storagesArea } from '../storages/erasable.ts';
import { topicsArea } from '../topics/erasable.ts';
import { twinsArea } from '../twins/erasable.ts';
import { undoArea } from '../undo/erasable.ts';
import { workArea } from '../work/erasable.ts';
import type { Commit } from './commit.ts';
import type { ErasableArea } from './erasable-area.ts';
import type { Followed } from './followed.ts';

/** Lists the areas of a workspace that keep texts about the person, one a line. */
export function erasableAreas(followed: Followed, commit: Commit): readonly ErasableArea[] {
  return [
    memoryArea(followed, commit),
    topicsArea(followed, commit),
    settingsArea(followed),
    archiveArea(followed, commit),
    notesArea(followed, commit),
    conversationStoreArea(followed, commit),
    storagesArea(followed, commit),
    workArea(followed, commit),
    scanArea(followed),
    twinsArea(followed),
    historyArea(followed),
    undoArea(followed),
    conversationIndexArea(followed),
    // Comes before the copies: the index relies on where messages are in the old ones.
    keptCopiesArea(followed),
    foreignWorkArea(followed),
    appDataArea(followed),
    leftoversArea(followed),
  ];
}
