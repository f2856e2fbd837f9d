import type { NewVersion } from '../history/history.ts';
import { isVersion } from '../history/history-lines.ts';
import { orLogged } from '../or-logged.ts';
import { sameFile } from '../ports.ts';
import { createSignal } from '../signal.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { IndexedFile } from './archive-file.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'links' | 'history'>;

/** Versions kept at a time: a person's save may be waiting. */
const batch = 10;

/** Adds read archive files to the history, and which files are gone, while nobody waits for it. */
export function createArchiveVersions({ ports, history, layout, access, links }: Needs) {
  const { root, archiveFolder } = layout;
  /** Emitted once the history has everything read of the archive. */
  const kept = createSignal<[Turn]>();
  const { files, paths } = ports;
  let work: Promise<void> = Promise.resolve();
  let ended = false;
  const pathOf = (name: string): string => paths.join(archiveFolder ?? root, name);

  /** The version that was read, unless it has been overwritten since. */
  async function versionOf({ name, document, info }: IndexedFile): Promise<NewVersion[]> {
    const path = pathOf(name);
    const now = document && (await files.info(path));
    if (document === null || now === null || !sameFile(now, info)) {
      return [];
    }
    const bytes = ports.encodeText(document.text);
    const by = { file: layout.nameOf(path), who: 'outside' as const, action: 'read' };
    return [{ ...by, at: ports.clock.now(), hash: ports.hash(bytes), bytes, document }];
  }

  async function deleted(names: ReadonlySet<string>): Promise<NewVersion[]> {
    const bytes = new Uint8Array();
    const hash = ports.hash(bytes);
    const latest = new Map((await history.lines()).filter(isVersion).map((line) => [line.file, line]));
    const deletions: NewVersion[] = [];
    for (const { file, hash: last } of latest.values()) {
      const name = paths.basename(file);
      const mayBeGone = layout.archiveNameOf(file) !== null && last !== hash && !names.has(name);
      if (mayBeGone && (await files.info(pathOf(name))) === null) {
        deletions.push({ at: ports.clock.now(), file, who: 'outside', action: 'deleted', hash, bytes });
      }
    }
    // A missing workspace folder doesn't mean that files in it were deleted.
    return deletions.length > 0 && (await files.info(root)) !== null ? deletions : [];
  }

  async function keep(read: readonly IndexedFile[], names: ReadonlySet<string>): Promise<void> {
    if (links.withheld(archiveFolder ?? root) !== null) {
      return;
    }
    for (let start = 0; start < read.length && !ended; start += batch) {
      // Uses a turn, so that the version read is kept before it is overwritten.
      await access.inTurn(async () => {
        const versions = await Promise.all(read.slice(start, start + batch).map(versionOf));
        await history.keepAll(versions.flat());
      });
    }
    if (!ended) {
      await access.inTurn(async (turn) => {
        await history.keepAll(await deleted(names));
        await kept.emit(turn);
      });
    }
  }

  return {
    kept,
    takeIn(read: readonly IndexedFile[], names: ReadonlySet<string>): void {
      work = work.then(() => orLogged(ports, 'The archive could not be kept in the history', () => keep(read, names)));
    },
    async end(): Promise<void> {
      ended = true;
      await work;
    },
  };
}
