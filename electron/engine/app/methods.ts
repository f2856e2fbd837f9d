import type { AnyEvent, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { isMemoryName } from '#shared/formats/formats.ts';
import type { Handlers } from '../handlers.ts';
import type { DesktopShell, Ports } from '../ports.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';
import { workspaceAt } from '../workspace/layout.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { PreferencesFile } from './preferences.ts';
import type { Recent } from './recent.ts';
import { logPathOf, type ReportedWorkspace, writeReport } from './report.ts';

type DesktopWorkspace = ReportedWorkspace &
  Pick<WorkspaceParts, 'layout'> & {
    readonly memoryFiles: { placeOf(source: string): string };
  };

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
  /** Called with the workspace in a caller's window, and if that is in front. */
  readonly focus: (caller: string, workspace: string, isFocused: boolean) => void;
};

export function appHandlers(
  ports: Ports,
  { workspaces, preferences, recent, started, emit, focus }: AppServices,
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
    'app.report': async ({ workspace }) => ({
      text: await writeReport(ports, {
        preferences: await preferences.read(),
        recent: (await recent.list()).length,
        workspace: workspace === undefined ? null : await workspaces.of(workspace),
      }),
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
    'workspaces.attend': async ({ workspace, visible, focused }, { caller }) => {
      // At once: the caller may leave meanwhile.
      focus(caller, workspace, focused);
      (await workspaces.of(workspace)).attend(caller, visible);
      return {};
    },
  };
}

/** Requests of an interface to the desktop it runs on. Elsewhere the answer is `unavailable`. */
function desktopMethods(
  ports: Ports,
  { of }: { of(id: string): Promise<DesktopWorkspace> },
): Pick<
  Handlers<'app'> & Handlers<'workspaces'>,
  'app.mayClose' | 'app.noteUnsaved' | 'app.openLog' | 'workspaces.choose' | 'workspaces.reveal'
> {
  function requireShell(what: string): DesktopShell {
    if (ports.desktopShell === null) {
      throw new ContextureError('unavailable', `${what} works in the desktop app only.`);
    }
    return ports.desktopShell;
  }

  return {
    /** A browser asks its person by itself; a desktop host answers these two before they get here. */
    'app.mayClose': async () => ({}),
    'app.noteUnsaved': async () => ({}),
    'app.openLog': async () => {
      const { openFile } = requireShell('Opening the log');
      const path = logPathOf(ports);
      if ((await ports.files.info(path)) === null) {
        throw new ContextureError('not_found', 'There is no log yet: nothing has gone wrong so far.');
      }
      await openFile(path);
      return {};
    },
    'workspaces.choose': async ({ kind }, { caller }) => ({
      path: await requireShell('The system’s dialog for choosing').choose(caller, kind),
    }),
    'workspaces.reveal': async ({ workspace, archive, source }) => {
      const { reveal } = requireShell('Showing a file in the file manager');
      const { layout, memoryFiles } = await of(workspace);
      const path =
        source !== undefined
          ? memoryFiles.placeOf(source)
          : archive === undefined
            ? layout.contextPath
            : archivePath(ports, layout.archiveFolder, archive);
      // A file that doesn't exist, yet or any more, is shown as the folder it would be in.
      reveal((await ports.files.info(path)) === null ? layout.root : path);
      return {};
    },
  };
}

function archivePath({ paths }: Ports, archiveFolder: string | null, name: string): string {
  if (archiveFolder === null) {
    throw new ContextureError('not_found', 'This memory has no archive.');
  }
  const path = paths.join(archiveFolder, name);
  if (paths.dirname(path) !== archiveFolder) {
    throw new ContextureError('outside_workspace', 'That is not the name of an archive file.');
  }
  return path;
}

const maxItems = 1000;

/** Content of a folder, for choosing what to open: folders first, then markdown files, hidden ones if requested. */
async function browse(ports: Ports, folder: string | undefined, hidden: boolean) {
  const { files, paths } = ports;
  const here = folder === undefined ? ports.homeFolder : paths.resolve(folder);
  const info = await files.info(here);
  if (info?.kind !== 'folder') {
    throw new ContextureError('not_found', `${here} is not a folder. Check the path.`, { path: here });
  }
  const holdsMemory = async (path: string): Promise<boolean> =>
    (await files.info(workspaceAt(ports, path).contextPath).catch(() => null)) !== null;
  const fitting = (await files.list(here)).filter(
    (item) => item.kind === 'folder' || (item.kind === 'file' && isMemoryName(item.name)),
  );
  const listed = hidden ? fitting : fitting.filter((item) => !item.name.startsWith('.'));
  const sorted = listed.sort((a, b) =>
    a.kind === b.kind ? a.name.localeCompare(b.name) : a.kind === 'folder' ? -1 : 1,
  );
  const items = await Promise.all(
    sorted.slice(0, maxItems).map(async ({ name, kind }) => {
      const path = paths.join(here, name);
      return kind === 'folder'
        ? { name, path, kind, opens: await holdsMemory(path) }
        : { name, path, kind: 'file' as const, opens: true };
    }),
  );
  const parent = paths.dirname(here);
  return {
    folder: here,
    parent: parent === here ? null : parent,
    opens: await holdsMemory(here),
    hidden: fitting.length - listed.length,
    items,
  };
}
