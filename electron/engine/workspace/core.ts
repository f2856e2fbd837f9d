import type { AnyEvent, EventData, EventName } from '#shared/contract/contract.ts';
import type { Ports } from '../ports.ts';
import { createAccess } from './access.ts';
import type { DataFolders } from './data-folders.ts';
import { createDurability } from './durability.ts';
import { createLayout, type WorkspacePlace } from './layout.ts';
import { createLinks } from './links.ts';
import { createProgramLocking } from './program-lock.ts';

type CoreOptions = {
  readonly id: string;
  readonly place: WorkspacePlace;
  readonly folders: DataFolders;
  /** Set if a person who can approve link destinations sees the workspace; otherwise nothing is read behind a link. */
  readonly personApproves: boolean;
  readonly emit: (event: AnyEvent) => void;
};

export type WorkspaceCore = ReturnType<typeof createWorkspaceCore>;

/** The workspace's own parts. Every feature picks those it needs. */
export function createWorkspaceCore(ports: Ports, { id, place, folders, personApproves, emit }: CoreOptions) {
  const layout = createLayout(ports, place);
  const links = createLinks(ports, layout, personApproves);
  return {
    ports,
    layout,
    links,
    access: createAccess(ports, layout.lockPath, links),
    programLock: createProgramLocking(ports, layout),
    dataFolder: folders.of(place, links),
    durability: createDurability(ports),
    /** Broadcasts that something happened in this workspace. */
    tell<N extends EventName>(event: N, data: Omit<EventData<N>, 'workspace'>): void {
      // The event and its data match, but TypeScript can't tell that from the union of all events.
      emit({ event, data: { workspace: id, ...data } } as unknown as AnyEvent);
    },
  };
}
