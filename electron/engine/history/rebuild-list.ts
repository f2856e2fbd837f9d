import type { Ports } from '../ports.ts';
import { latestOf, type NewVersion, type VersionLine } from './history-lines.ts';
import type { TextStore } from './text-store.ts';
import type { VersionLog } from './version-log.ts';

type Stores = { readonly log: VersionLog; readonly texts: TextStore };
type RebuildTools = Stores & {
  lineFor(version: NewVersion, size: number, before: VersionLine | undefined, position: number): Promise<VersionLine>;
  fileOf(bytes: Uint8Array): string;
};

export async function isListLost({ log, texts }: Stores): Promise<boolean> {
  return (await log.lines()).length === 0 && (await texts.stored()).length > 0;
}

/** Gives every stored text a line again, in the order they were stored. @returns false for a list that has lines */
export async function rebuildList(ports: Ports, { log, texts, lineFor, fileOf }: RebuildTools): Promise<boolean> {
  const lines: VersionLine[] = [];
  for (const { hash, at, size } of (await isListLost({ log, texts })) ? await texts.inOrder() : []) {
    const bytes = await texts.recall(hash);
    if (bytes !== null) {
      const file = fileOf(bytes);
      const action = 'Found again; who wrote it is not known';
      lines.push(
        await lineFor({ at, file, who: 'app', action, hash, bytes }, size, latestOf(lines, file), lines.length + 1),
      );
    }
  }
  if (lines.length === 0) {
    return false;
  }
  const note = 'The list of versions was emptied by another app; it was made again from the texts that were kept.';
  await log.append(...lines, { position: lines.length + 1, at: ports.clock.now(), note });
  return true;
}
