import type { AnyEvent, EventData, EventName } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { withNotes } from '#shared/notes/with-notes.ts';
import { withTopicTypes } from '#shared/topics/with-types.ts';
import type { ErasureRegistry } from '../erasure/erasure-registry.ts';
import { createNotes } from '../notes/notes.ts';
import type { Ports } from '../ports.ts';
import { createAccess } from './access.ts';
import type { DataFolders } from './data-folders.ts';
import { createDurability } from './durability.ts';
import { createLayout, type WorkspacePlace } from './layout.ts';
import { createLinks } from './links.ts';
import { createProgramLocking } from './program-lock.ts';

export type WorkspaceOptions = {
  readonly place: WorkspacePlace;
  readonly view: Omit<Workspace, 'writable' | 'readOnlyReason' | 'contextPath'>;
  readonly folders: DataFolders;
  /** Set while a person looks; otherwise marking entries as seen is left to the processes in which one does. */
  readonly personLooks: boolean;
  /** Set if a person who can approve link destinations sees the workspace; otherwise nothing is read behind a link. */
  readonly personApproves: boolean;
  readonly erasureRegistry: ErasureRegistry;
  readonly emit: (event: AnyEvent) => void;
};

export type Base = ReturnType<typeof createBase>;

/** Foundation of the other parts of a workspace: the layout, access to it, and its broadcasts. */
export function createBase(ports: Ports, { place, view, folders, emit, ...host }: WorkspaceOptions) {
  const { notesPath } = createLayout(ports, place);
  const notes = createNotes(ports, notesPath);
  /** Types of the topics as they were last read. */
  const topicTypes = new Map<string, string | null>();
  const noted = notesPath === null ? place.format : withNotes(place.format, notes.list);
  const format = noted.capabilities.severalFiles ? withTopicTypes(noted, topicTypes) : noted;
  const layout = createLayout(ports, { ...place, format });
  const links = createLinks(ports, layout, host.personApproves);
  return {
    ...host,
    ports,
    layout,
    isSample: view.sample,
    notes,
    topicTypes,
    links,
    access: createAccess(ports, layout.lockPath, links),
    programLock: createProgramLocking(ports, layout),
    dataFolder: folders.of(place, links),
    durability: createDurability(ports),
    /** Broadcasts that something happened in this workspace. */
    tell<N extends EventName>(event: N, data: Omit<EventData<N>, 'workspace'>): void {
      // The event and its data match, but TypeScript can't tell that from the union of all events.
      emit({ event, data: { workspace: view.id, ...data } } as unknown as AnyEvent);
    },
  };
}
