import type { MemoryDocument } from '#shared/formats/document.ts';
import { notesFormat } from '#shared/notes/list.ts';
import { readVersion } from '../app-files/file-version.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';

export type Notes = ReturnType<typeof createNotes>;

/**
 * Person's notes on entries whose format has no place for them, followed as a file of the app's data.
 * @param path null if the format has a place for them
 */
export function createNotes(ports: Ports, path: string | null) {
  let hash: string | null = null;
  let list = notesFormat.read('');
  return {
    path,
    list: (): MemoryDocument => list,
    accept(document: MemoryDocument, newHash: string): void {
      [list, hash] = [document, newHash];
    },
    /** Reads the notes again; true if they changed. Never rejects: the earlier ones hold if they can't be read. */
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
