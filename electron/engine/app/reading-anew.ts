import type { AnyEvent } from '#shared/contract/contract.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { fileWorkspace } from '../workspace/find-workspace.ts';
import type { WorkspacePlace } from '../workspace/layout.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

type OpeningServices = {
  readonly open: Map<string, OpenWorkspace>;
  /** Opens one at a time. */
  readonly opening: (work: () => Promise<void>) => Promise<void>;
  readonly openAt: (place: WorkspacePlace, view: ReturnType<OpenWorkspace['view']>) => Promise<OpenWorkspace>;
  readonly emit: (event: AnyEvent) => void;
};

/** Opens memories again if another form was chosen for them, by anyone. */
export function createReadingAnew(ports: Ports, { open, opening, openAt, emit }: OpeningServices) {
  const underWay = new Map<string, Promise<void>>();

  async function openAnew(id: string): Promise<void> {
    const before = open.get(id);
    const place = before && (await fileWorkspace(ports, before.layout.contextPath));
    if (before && place && place.reading?.chosen !== before.layout.reading?.chosen) {
      await before.close(true);
      open.delete(id);
      const after = await openAt(place, before.view());
      after.continueFrom(before);
      emit({ event: 'workspace.readAnew', data: { workspace: id, view: after.view() } });
    }
  }

  return {
    /** Resolves once a memory that is being opened again is available; never rejects. */
    ended: async (id: string): Promise<void> => underWay.get(id),
    /** Opens a memory again if its settings give another form than it was opened in. */
    follow(id: string, { settings, layout: { reading } }: OpenWorkspace): void {
      if (reading === null || settings.current().settings.readAs === (reading.chosen ?? 'recognised')) {
        return;
      }
      const work = (): Promise<void> => opening(() => openAnew(id));
      const ended = orLogged(ports, 'A memory could not be read in another form', work).finally(() => {
        if (underWay.get(id) === ended) {
          underWay.delete(id);
        }
      });
      underWay.set(id, ended);
    },
  };
}
