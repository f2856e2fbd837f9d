import { nothingWaits, type Waiting } from '#shared/contract/features/memories.ts';
import { needsYou } from '#shared/formats/workflow/status.ts';
import { withNotes } from '#shared/notes/with-notes.ts';
import type { FileVersion } from '../app-files/file-version.ts';
import { decisionsAtHand } from '../decisions/at-hand.ts';
import { createNotes } from '../notes/notes.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { damagedAtHand } from '../storages/storage-files.ts';
import { createWorkFiles } from '../work/work.ts';
import { createLayout, type WorkspacePlace } from './layout.ts';
import { createLinks } from './links.ts';

type AtHand = WorkspacePlace & { readonly version: FileVersion; readonly dataFolder: string };

/** Finds what waits for the person in a workspace, open or not. Locks, keeps and writes nothing. Never rejects. */
export async function waitingAt(ports: Ports, place: AtHand): Promise<Waiting> {
  const notes = createNotes(ports, createLayout(ports, place).notesPath);
  await notes.refresh();
  const layout = createLayout(ports, {
    ...place,
    format: notes.path ? withNotes(place.format, notes.list) : place.format,
  });
  const links = createLinks(ports, layout, false);
  await links.refresh();
  const { version, dataFolder } = place;
  const at = { ports, layout, links };
  const count = async (work: () => Promise<Partial<Waiting>>): Promise<Partial<Waiting>> =>
    (await orLogged(ports, 'What waits in a memory that is not open could not be read', work)) ?? {};
  const found = await Promise.all([
    count(() =>
      decisionsAtHand(
        ports,
        { layout, dataFolder },
        { document: layout.format.read(version.text), hash: version.hash },
      ),
    ),
    count(async () => ({ work: (await createWorkFiles(at).list('active')).filter(needsYou).length })),
    count(async () => ({ damaged: await damagedAtHand(at) })),
  ]);
  return Object.assign({ ...nothingWaits }, ...found);
}
