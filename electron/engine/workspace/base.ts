import type { AnyEvent, EventData, EventName } from '#shared/contract/contract.ts';
import type { Ports } from '../ports.ts';
import { createAccess } from './access.ts';
import type { DataFolders } from './data-folders.ts';
import { createDurability } from './durability.ts';
import { createLayout, type WorkspacePlace } from './layout.ts';

export type Base = ReturnType<typeof createBase>;

/** What everything else of a workspace stands on: what is where, who works on it, and who is told. */
export function createBase(
  ports: Ports,
  options: {
    readonly id: string;
    readonly place: WorkspacePlace;
    readonly folders: DataFolders;
    readonly emit: (event: AnyEvent) => void;
  },
) {
  const layout = createLayout(ports, options.place);
  return {
    layout,
    access: createAccess(ports, layout.lockPath),
    dataFolder: options.folders.of(layout.root),
    durability: createDurability(ports),
    /** Broadcasts that something happened in this workspace. */
    tell<N extends EventName>(event: N, data: Omit<EventData<N>, 'workspace'>): void {
      // A name and its own data, which the union of all events can't be told of.
      options.emit({ event, data: { workspace: options.id, ...data } } as unknown as AnyEvent);
    },
  };
}
