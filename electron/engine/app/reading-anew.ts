import type { AnyEvent } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Drafts } from '../memory/drafts.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings-service.ts';
import type { WorkspaceSettings } from '../settings/workspace-settings.ts';
import { fileWorkspace } from '../workspace/find-workspace.ts';
import type { WorkspacePlace } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

/** An open workspace, as the list of them needs it. */
export type AppWorkspace<W> = Pick<WorkspaceParts, 'layout'> & {
  view(): Workspace;
  readonly settings: WorkspaceSettings;
  readonly settingsService: Pick<SettingsService, 'changed'>;
  readonly drafts: Pick<Drafts, 'leave'>;
  attend(caller: string, visible: boolean): void;
  startOver(): Promise<void>;
  /** Takes the place of a closed workspace that read the same file in another form. */
  continueFrom(before: W): void;
  /** @param isReplaced true if it is opened again, and what was begun in this one goes on to its end */
  close(isReplaced?: boolean): Promise<void>;
};

type OpeningServices<W> = {
  readonly open: Map<string, W>;
  /** Opens one at a time. */
  readonly opening: (work: () => Promise<void>) => Promise<void>;
  readonly openAt: (place: WorkspacePlace, view: Workspace) => Promise<W>;
  readonly emit: (event: AnyEvent) => void;
};

/** Opens memories again if another form was chosen for them, by anyone. */
export function createReopener<W extends AppWorkspace<W>>(
  ports: Ports,
  { open, opening, openAt, emit }: OpeningServices<W>,
) {
  const underWay = new Map<string, Promise<void>>();

  async function reopen(id: string): Promise<void> {
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
    follow(id: string, { settings, layout: { reading } }: W): void {
      if (reading === null || settings.current().settings.readAs === (reading.chosen ?? 'recognised')) {
        return;
      }
      const work = (): Promise<void> => opening(() => reopen(id));
      const ended = orLogged(ports, 'A memory could not be read in another form', work).finally(() => {
        if (underWay.get(id) === ended) {
          underWay.delete(id);
        }
      });
      underWay.set(id, ended);
    },
  };
}
