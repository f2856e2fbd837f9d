import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { CallContext } from '#shared/contract/wire/service.ts';
import type { DesktopShell, Ports } from '../ports.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

/** What an interface asks of the desktop it runs on. Elsewhere the answer is `unavailable`. */
export function desktopMethods(ports: Ports, workspace: (id: string) => OpenWorkspace) {
  const { files } = ports;

  function desktopShell(what: string): DesktopShell {
    if (ports.desktopShell === null) {
      throw new ContextureError('unavailable', `${what} works in the desktop app only.`);
    }
    return ports.desktopShell;
  }

  return {
    /** A browser asks its person by itself; a desktop host answers this call before it gets here. */
    'app.mayClose': async (): Promise<Result<'app.mayClose'>> => ({}),
    'workspaces.choose': async (
      { kind }: ParsedParams<'workspaces.choose'>,
      { caller }: CallContext,
    ): Promise<Result<'workspaces.choose'>> => ({
      path: await desktopShell('The system’s dialog for choosing').choose(caller, kind),
    }),
    'workspaces.reveal': async ({
      workspace: id,
      archive,
      source,
    }: ParsedParams<'workspaces.reveal'>): Promise<Result<'workspaces.reveal'>> => {
      const { reveal } = desktopShell('Showing a file in the file manager');
      const { place, memoryFiles } = workspace(id);
      const path =
        source !== undefined
          ? memoryFiles.placeOf(source)
          : archive === undefined
            ? place.contextPath
            : archivePath(ports, place.archiveFolder, archive);
      // What isn't there yet, or not any more, is shown as the place where it would be.
      reveal((await files.info(path)) === null ? place.root : path);
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
