import { toContextureError } from '#shared/contract/errors.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type Bytes, versionOf } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import { orLogged } from '../or-logged.ts';
import type { SupersededFile } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from './access.ts';
import type { WorkspaceCore } from './core.ts';

export type LateWrites = ReturnType<typeof createLateWrites>;

/**
 * Holds superseded versions for a second look: a program that had one open may finish writing there.
 * @param keep puts a version into the history
 */
export function createLateWrites(
  { ports, layout, access, tell }: Pick<WorkspaceCore, 'ports' | 'layout' | 'access' | 'tell'>,
  redaction: { now(): (file: string, version: Bytes) => Bytes },
  keep: (path: string, version: Bytes) => Promise<void>,
) {
  /** Pending looks, with the path from which each version was superseded. */
  const waiting = new Map<Promise<unknown>, string>();
  const grown = createSignal<[turn: Turn, before: MemoryDocument, after: MemoryDocument]>();

  async function addLateWrite(turn: Turn, path: string, superseded: Bytes, late: Bytes): Promise<void> {
    try {
      await keep(path, late);
      if (path === layout.contextPath) {
        const read = (version: Bytes): MemoryDocument => layout.format.read(versionOf(ports, path, version).text);
        await grown.emit(turn, read(superseded), read(late));
      }
    } catch (error) {
      ports.log('warn', `What another program wrote late could not be merged: ${toContextureError(error).code}.`);
      const message = `Another program wrote to ${path} while it was being saved, and not all of it could be merged. Its version is kept in the history.`;
      tell('notice', { severity: 'warning', message });
    }
  }

  return {
    /** Emitted with what another program added to a superseded version of the memory, to be merged in. */
    grown,
    /** @param late version that another program made of it some time later; null if none */
    lookAgainAt(path: string, superseded: Bytes, late: SupersededFile['late']): void {
      // Taken now: a text being erased as it is superseded isn't kept, even if that is over by then.
      const asKept = redaction.now();
      const file = layout.nameOf(path);
      const over = late.then(async (bytes) => {
        if (bytes) {
          const before = asKept(file, superseded);
          const after = asKept(file, { bytes, hash: ports.hash(bytes) });
          const take = () => access.inTurn((turn) => addLateWrite(turn, path, before, after));
          await orLogged(ports, 'What another program wrote late came too late', take);
        }
      });
      waiting.set(over, path);
      void over.finally(() => waiting.delete(over));
    },
    /** @param folders limits the wait to what was superseded in these */
    async settled(folders?: readonly string[]): Promise<void> {
      const isMeant = (path: string): boolean => folders?.some((folder) => isBelow(ports, folder, path)) ?? true;
      await Promise.all([...waiting].map(([over, path]) => (isMeant(path) ? over : null)));
    },
  };
}
