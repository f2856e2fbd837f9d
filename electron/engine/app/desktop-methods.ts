import { ContextureError } from '#shared/contract/errors.ts';
import type { Handlers } from '../handlers.ts';
import type { DesktopShell, Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

export type DesktopWorkspace = Pick<WorkspaceParts, 'layout'> & {
  readonly memoryFiles: { placeOf(source: string): string };
};

/** Requests of an interface to the desktop it runs on. Elsewhere the answer is `unavailable`. */
export function desktopMethods(
  ports: Ports,
  { of }: { of(id: string): Promise<DesktopWorkspace> },
): Pick<Handlers<'app'> & Handlers<'workspaces'>, 'app.mayClose' | 'workspaces.choose' | 'workspaces.reveal'> {
  const { files } = ports;

  function desktopShell(what: string): DesktopShell {
    if (ports.desktopShell === null) {
      throw new ContextureError('unavailable', `${what} works in the desktop app only.`);
    }
    return ports.desktopShell;
  }

  return {
    /** A browser asks its person by itself; a desktop host answers this call before it gets here. */
    'app.mayClose': async () => ({}),
    'workspaces.choose': async ({ kind }, { caller }) => ({
      path: await desktopShell('The system’s dialog for choosing').choose(caller, kind),
    }),
    'workspaces.reveal': async ({ workspace, archive, source }) => {
      const { reveal } = desktopShell('Showing a file in the file manager');
      const { layout, memoryFiles } = await of(workspace);
      const path =
        source !== undefined
          ? memoryFiles.placeOf(source)
          : archive === undefined
            ? layout.contextPath
            : archivePath(ports, layout.archiveFolder, archive);
      // A file that doesn't exist, yet or any more, is shown as the folder it would be in.
      reveal((await files.info(path)) === null ? layout.root : path);
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
