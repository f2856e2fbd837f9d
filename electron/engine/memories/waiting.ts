import { nothingWaits, type WaitingCounts } from '#shared/contract/features/memories.ts';
import { withNotes } from '#shared/notes/with-notes.ts';
import type { FileVersion } from '../app-files/file-version.ts';
import { createNotes } from '../notes/notes.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { createLayout, type WorkspaceLayout, type WorkspacePlace } from '../workspace/layout.ts';
import { createLinks } from '../workspace/links.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type ReadPlace = WorkspacePlace & { readonly version: FileVersion; readonly dataFolder: string };

/** Counts one kind of thing that waits for the person: superseded text, held changes, work, damage. */
export type PendingCounter = (
  parts: Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>,
  place: ReadPlace,
) => Promise<Partial<WaitingCounts>>;

/** Layout whose format has the person's notes, for a format with no place for them. */
export async function layoutWithNotes(ports: Ports, place: WorkspacePlace): Promise<WorkspaceLayout> {
  const notes = createNotes(ports, createLayout(ports, place).notesPath);
  await notes.refresh();
  return createLayout(ports, { ...place, format: notes.path ? withNotes(place.format, notes.list) : place.format });
}

/** Finds what waits for the person in a workspace, open or not. Locks, keeps and writes nothing. Never rejects. */
export async function countPending(
  ports: Ports,
  place: ReadPlace,
  counts: readonly PendingCounter[],
): Promise<WaitingCounts> {
  const layout = await layoutWithNotes(ports, place);
  const links = createLinks(ports, layout, false);
  await links.refresh();
  const problem = 'What waits in a memory that is not open could not be read';
  const counted = counts.map((count) => orLogged(ports, problem, () => count({ ports, layout, links }, place)));
  return Object.assign({ ...nothingWaits }, ...(await Promise.all(counted)));
}
