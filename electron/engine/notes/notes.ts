import type { MemoryDocument } from '#shared/formats/document.ts';
import { notesFormat } from '#shared/notes/list.ts';
import { readVersion } from '../app-files/file-version.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';

export type Notes = ReturnType<typeof createNotes>;

/**
 * What the person said of entries whose format has no place for it, followed as a file of the app's data.
 * @param path null where the format has a place for it
 */
export function createNotes(ports: Ports, path: string | null) {
  let hash: string | null = null;
  let list = notesFormat.read('');
  return {
    path,
    list: (): MemoryDocument => list,
    /** Takes in what was written there; true if it is another text. Never rejects. */
    accept(document: MemoryDocument, newHash: string): void {
      [list, hash] = [document, newHash];
    },
    /** Reads them again; true if they are others. Never rejects: what was said still holds where it can't be read. */
    async refresh(): Promise<boolean> {
      const before = hash;
      if (path !== null) {
        await orLogged(ports, 'What was noted of entries could not be read', async () => {
          const version = await readVersion(ports, path);
          if ((version?.hash ?? null) !== hash) {
            [list, hash] = [notesFormat.read(version?.text ?? ''), version?.hash ?? null];
          }
        });
      }
      return hash !== before;
    },
  };
}
