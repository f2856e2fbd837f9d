import type { MemoryFormat } from '#shared/formats/format.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type IndexedFile, newestFirst } from './archive-file.ts';
import { ArchiveIndex, type ReadSoFar } from './archive-index.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>;

/** Days that an assistant notes, followed like the archive. They are its own: never written, nor kept in the history. */
export function createDailyNotes({ ports, layout, links }: Needs, { dailyNotes }: MemoryFormat) {
  const { files, paths } = ports;
  const notes = dailyNotes ? { ...dailyNotes, folder: paths.join(layout.root, dailyNotes.folder) } : null;
  /** True for a link that leads elsewhere, through which nothing is read. */
  const isWithheld = async (): Promise<boolean> => {
    const root = await files.destination(layout.root);
    return (
      links.unread(layout.contextPath) !== null ||
      (dailyNotes !== undefined &&
        (await files.destination(notes?.folder ?? root)) !== paths.join(root, dailyNotes.folder))
    );
  };
  return { index: new ArchiveIndex(ports, notes, () => undefined, isWithheld), folder: dailyNotes?.folder ?? '' };
}

export function createAllDays(archive: ArchiveIndex, { index: notes, folder }: ReturnType<typeof createDailyNotes>) {
  // An archive file may be of the same day, and then it has the same name.
  const asNote = perObject(
    (file: IndexedFile): IndexedFile => ({ ...file, name: `${folder}/${file.name}`, isNote: true }),
  );
  const withNotes = (files: readonly IndexedFile[], noted: readonly IndexedFile[]): readonly IndexedFile[] => {
    const days = noted.filter(({ date, document }) => date !== null && document?.entries.length !== 0);
    return days.length === 0 ? files : [...files, ...days.map(asNote)].sort(newestFirst);
  };
  const together = (archived: ReadSoFar, noted: ReadSoFar): ReadSoFar => ({
    files: withNotes(archived.files, noted.files),
    reading: archived.reading ?? noted.reading,
  });
  return {
    revision: (): number => archive.revision() + notes.revision(),
    soFar: (): ReadSoFar => together(archive.soFar(), notes.soFar()),
    async readFor(turn: Turn, ms: number, token: CancellationToken): Promise<ReadSoFar> {
      return together(await archive.readFor(turn, ms, token), await notes.readFor(turn, ms, token));
    },
    async ready(turn: Turn, token?: CancellationToken): Promise<readonly IndexedFile[]> {
      return withNotes(await archive.ready(turn, token), await notes.ready(turn, token));
    },
    /** Reads changed files again, if anyone has asked for them. True if anything was different. */
    async refresh(turn: Turn, when?: 'now' | 'if it is time'): Promise<boolean> {
      const isNews = archive.isLoaded() && (await archive.refresh(turn, when));
      return (notes.isLoaded() && (await notes.refresh(turn, when))) || isNews;
    },
  };
}
