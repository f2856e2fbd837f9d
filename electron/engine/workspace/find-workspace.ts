import { fileFormatIds } from '#shared/contract/capabilities.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { formatOfFile, formatsFor, memoryFileName, ownMemory } from '#shared/formats/formats.ts';
import { programs } from '#shared/programs/programs.ts';
import { maxEditableBytes } from '../app-files/file-version.ts';
import { isBelow } from '../app-files/is-below.ts';
import { homeOf } from '../app-files/program-home.ts';
import type { Ports } from '../ports.ts';
import { readSettings } from '../settings/settings.ts';
import { ownFolderOfFile } from './data-folders.ts';
import { settingsPathIn, type WorkspacePlace, workspaceAt } from './layout.ts';

/** Limit for reading another assistant's settings. */
const maxSettingsBytes = 1_000_000;

/**
 * Finds the workspace at a path.
 * @param isKnown tells whether data of the workspace in a folder is kept: then its memory may be gone, but not its
 * history
 * @throws `not_found` (with details.startEmpty if it could begin empty), `not_a_file`
 */
export async function findWorkspace(
  ports: Ports,
  path: string,
  { startEmpty, isKnown }: { readonly startEmpty: boolean; readonly isKnown: (root: string) => Promise<boolean> },
): Promise<WorkspacePlace> {
  const { files, paths } = ports;
  const named = paths.resolve(path);
  const real = (await files.realPath(named)) ?? named;
  const info = await files.info(real);
  if (info === null) {
    if (startEmpty) {
      return workspaceAt(ports, real);
    }
    const message = `There is nothing at ${named}. Check the path, or choose another place.`;
    throw new ContextureError('not_found', message, { path: named });
  }
  if (info.kind === 'file') {
    return fileWorkspace(ports, real);
  }
  if (info.kind !== 'folder') {
    const message = `${named} is neither a file nor a folder, so it can’t be opened.`;
    throw new ContextureError('not_a_file', message, { path: named });
  }
  for (const root of [real, paths.dirname(paths.dirname(real))]) {
    const place = workspaceAt(ports, root);
    const isMemory = (await holdsMemory(ports, place)) || (await isKnown(root));
    if (isMemory && (root === real || paths.join(root, ...ownMemory.folder) === real)) {
      return place;
    }
  }
  const memory = paths.join(real, memoryFileName);
  if ((await files.info(memory))?.kind === 'file') {
    return fileWorkspace(ports, memory);
  }
  if (formatOfFile(paths.basename(real)) !== null) {
    const message = `${named} is a folder, but a file should be there. Move or rename the folder, then open it again, or choose another place. Nothing was changed.`;
    throw new ContextureError('not_a_file', message, { path: named });
  }
  if (startEmpty) {
    return workspaceAt(ports, real);
  }
  const message = `No memory was found in ${named}. Create one there, or choose another place.`;
  throw new ContextureError('not_found', message, { path: named, startEmpty: true });
}

export async function holdsMemory({ files }: Pick<Ports, 'files'>, place: WorkspacePlace): Promise<boolean> {
  return (
    (await files.info(place.contextPath)) !== null ||
    (place.archiveFolder !== null && (await files.info(place.archiveFolder)) !== null)
  );
}

/** Place of a memory that is one file, which may not exist yet. @throws `not_a_file` */
export async function fileWorkspace(ports: Ports, path: string): Promise<WorkspacePlace> {
  const { paths } = ports;
  const folder = paths.dirname(path);
  const root = paths.dirname(paths.dirname(folder));
  if (workspaceAt(ports, root).contextPath === path) {
    return workspaceAt(ports, root);
  }
  const text = await textOf(ports, path);
  const recognised = formatOfFile(await usualPath(ports, path), text);
  if (recognised === null) {
    const message = `${path} is not a markdown file. Choose a markdown memory, or a folder that holds one.`;
    throw new ContextureError('not_a_file', message, { path });
  }
  const ownFolder = ownFolderOfFile(ports, path);
  const { readAs } = readSettings(await textOf(ports, settingsPathIn(ports, ownFolder))).settings;
  const possible = formatsFor(path);
  const chosen = readAs === recognised.id ? recognised : possible.find(({ id }) => id === readAs);
  const format = await asConfigured(ports, folder, chosen ?? recognised);
  return {
    root: folder,
    contextPath: path,
    isFile: true,
    archiveFolder: format.archive === null ? null : paths.join(ownFolder, 'archive'),
    ownFolder,
    format,
    reading: {
      recognised: recognised.id,
      chosen: chosen?.id ?? null,
      choices: fileFormatIds.filter((id) => id === recognised.id || possible.some((format) => format.id === id)),
    },
  };
}

/** Path as it would be if no variable moved its assistant's folder. Formats are recognised by it. */
async function usualPath(ports: Ports, path: string): Promise<string> {
  const { files, paths, variable } = ports;
  for (const { home: known } of programs) {
    const usual = known?.folder ?? known?.knownAs;
    const home = known?.variable === undefined || usual === undefined ? null : variable(known.variable);
    const root = home === null ? null : await files.realPath(paths.resolve(home)).catch(() => null);
    if (usual !== undefined && root !== null && isBelow(ports, root, path)) {
      return paths.join(usual, path.slice(root.length));
    }
  }
  return path;
}

/** Format with the limit from its assistant's own settings, if they can be read. */
async function asConfigured(ports: Ports, folder: string, format: MemoryFormat) {
  const { configured } = format;
  if (configured === undefined) {
    return format;
  }
  const { files, paths, decodeText } = ports;
  const { home, file, together } = configured;
  const from = homeOf(ports, home) ?? folder;
  const read = await files.read(paths.join(from, ...file), { maxBytes: maxSettingsBytes }).catch(() => null);
  const limit = configured.limitIn((read?.state === 'present' && decodeText(read.bytes)) || '') ?? together?.limit;
  const above = together === undefined ? 0 : await bytesAbove(ports, folder, together.names);
  return limit === undefined ? format : configured.withLimit(Math.max(0, limit - above));
}

/** Bytes of the files a program reads in the folders above one, up to the repository's: the first by name in each. */
async function bytesAbove({ files, paths }: Ports, folder: string, names: readonly string[]): Promise<number> {
  const lookAt = (path: string) => files.info(path).catch(() => null);
  let bytes = 0;
  for (let at = folder; (await lookAt(paths.join(at, '.git'))) === null; ) {
    const above = paths.dirname(at);
    if (above === at) {
      // Outside a repository the program reads only the file in its own folder.
      return 0;
    }
    at = above;
    const found = await Promise.all(names.map((name) => lookAt(paths.join(at, name))));
    bytes += found.find((info) => info?.kind === 'file')?.size ?? 0;
  }
  return bytes;
}

/** Text of a file, empty if it can't be read; opening it will report why. */
async function textOf({ files, decodeText }: Ports, path: string): Promise<string> {
  const read = await files.read(path, { maxBytes: maxEditableBytes }).catch(() => null);
  return (read?.state === 'present' && decodeText(read.bytes)) || '';
}

/** Adds the folder for workflows from the workspace's settings. Settings behind a link that leads out are not read. */
export async function withWorkFolder(ports: Ports, place: WorkspacePlace): Promise<WorkspacePlace> {
  const { files } = ports;
  const path = settingsPathIn(ports, place.ownFolder);
  const [root, real] = await Promise.all(
    [files.realPath(place.root), files.realPath(path)].map((each) => each.catch(() => null)),
  );
  const isInside = root != null && real != null && (place.isFile || isBelow(ports, root, real));
  return isInside ? { ...place, workFolder: readSettings(await textOf(ports, path)).settings.workFolder } : place;
}
