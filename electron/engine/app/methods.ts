import type { AnyEvent, Result } from '#shared/contract/contract.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import type { Handlers } from '../handlers.ts';
import type { Ports } from '../ports.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { browse } from './browse.ts';
import type { DesktopWorkspace } from './desktop-methods.ts';
import { desktopMethods } from './desktop-methods.ts';
import type { PreferencesFile } from './preferences.ts';
import type { Recent } from './recent.ts';

export type AppServices = {
  readonly workspaces: {
    open(path: string, startEmpty: boolean): Promise<Workspace>;
    openSample(fresh: boolean): Promise<Workspace>;
    of(id: string): Promise<DesktopWorkspace & { attend(caller: string, visible: boolean): void }>;
  };
  readonly preferences: PreferencesFile;
  readonly recent: Recent;
  /** The workspace the host was started with, if it is open, or the problem. */
  readonly started: () => Pick<Result<'app.start'>, 'workspace' | 'problem'>;
  readonly emit: (event: AnyEvent) => void;
};

export function appHandlers(
  ports: Ports,
  { workspaces, preferences, recent, started, emit }: AppServices,
): Handlers<'app'> & Handlers<'preferences'> & Handlers<'workspaces'> {
  return {
    ...desktopMethods(ports, workspaces),
    'app.start': async () => ({
      version: ports.version,
      ...started(),
      recent: await recent.list(),
      preferences: await preferences.read(),
      today: ports.clock.today(),
      abilities: { choose: ports.desktopShell !== null, reveal: ports.desktopShell !== null },
    }),
    'preferences.write': async ({ values }) => {
      const changed = await preferences.write(values);
      emit({ event: 'preferences.changed', data: { preferences: changed } });
      return changed;
    },
    'workspaces.browse': ({ folder, hidden }) => browse(ports, folder, hidden),
    'workspaces.open': ({ path, startEmpty }) => workspaces.open(path, startEmpty),
    'workspaces.form': async ({ path }) => {
      const { reading } = await findWorkspace(ports, path, { startEmpty: false, isKnown: async () => false });
      return { chosen: reading?.chosen ?? null };
    },
    'workspaces.openSample': ({ fresh }) => workspaces.openSample(fresh),
    'workspaces.recent': async () => ({ places: await recent.list() }),
    'workspaces.forget': async ({ path }) => {
      await recent.forget(path);
      emit({ event: 'recent.changed', data: {} });
      return {};
    },
    'workspaces.attend': async ({ workspace, visible }, { caller }) => {
      (await workspaces.of(workspace)).attend(caller, visible);
      return {};
    },
  };
}
