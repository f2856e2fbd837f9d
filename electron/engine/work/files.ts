import { ContextureError } from '#shared/contract/errors.ts';
import { saidInWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import { maxEditableBytes } from '../app-files/file-version.ts';
import { inBatches } from '../paging.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { archiveEnding } from './places.ts';

export type UnreadHandler = (path: string, error: unknown) => void;

type ListOptions = {
  /** Tells whether something that may be a link is left out; may throw. */
  readonly isLeftOut: (path: string) => boolean | Promise<boolean>;
  /** Called for a folder that can’t be listed; if left out, the error is thrown. */
  readonly unread?: UnreadHandler;
};

export async function listBelow(
  ports: Pick<Ports, 'files' | 'paths'>,
  folder: string,
  listing: ListOptions,
  below = '',
): Promise<string[]> {
  const { files, paths } = ports;
  const at = paths.join(folder, below);
  const items = await files.list(at).catch((error: unknown) => {
    if (listing.unread === undefined) {
      throw error;
    }
    listing.unread(at, error);
    return [];
  });
  const names: string[] = [];
  for (const { name, kind, mayBeLink } of items) {
    const path = below === '' ? name : paths.join(below, name);
    if (mayBeLink && (await listing.isLeftOut(paths.join(folder, path)))) {
      continue;
    }
    const inside = kind === 'folder' ? await listBelow(ports, folder, listing, path) : [];
    names.push(...(kind === 'file' ? [path] : inside));
  }
  return names;
}

export type SkipHandlers = {
  /** Called for a link: each is left out, since it may lead to anything, or back. */
  readonly link: UnreadHandler;
  readonly unread: UnreadHandler;
};

export async function workflowFiles(
  ports: Pick<Ports, 'files' | 'paths'>,
  folder: string,
  { link, unread }: SkipHandlers,
) {
  const isLeftOut = (path: string): boolean => {
    link(path, new ContextureError('outside_workspace', 'It is a link.'));
    return true;
  };
  const names = await listBelow(ports, folder, { isLeftOut, unread });
  return names.map((name) => ports.paths.join(folder, name));
}

type ReadingTools = {
  readonly ports: Ports;
  readonly layout: WorkspaceLayout;
  readonly checkInside: (path: string) => Promise<void>;
};

/** Files of workflows and archives, each with a stamp that changes whenever its text may have. */
export async function searchableTexts(all: readonly string[], { ports, layout, checkInside }: ReadingTools) {
  async function* textsIn(path: string, { size }: FileInfo, unread: UnreadHandler) {
    const file = layout.nameOf(path);
    await checkInside(path);
    if (path.endsWith(archiveEnding)) {
      const isWanted = (inside: string, bytes: number): boolean => isShort(`${path}: ${inside}`, bytes, unread);
      for await (const inside of ports.folderArchives.read(path, isWanted)) {
        yield* listTexts(`${file}: ${inside.path}`, inside.bytes, (error) => unread(`${path}: ${inside.path}`, error));
      }
    } else if (isShort(path, size, unread)) {
      const read = await ports.files.read(path, { maxBytes: maxEditableBytes });
      yield* read.state === 'present' ? listTexts(file, read.bytes, (error) => unread(path, error)) : [];
    }
  }

  function* listTexts(file: string, bytes: Uint8Array, unread: (error: unknown) => void) {
    const text = ports.decodeText(bytes);
    if (text === null) {
      unread(new ContextureError('not_text', 'It isn’t text.'));
    } else {
      yield { file, text: saidInWorkflow(text).join('\n') };
    }
  }

  const describe = async (path: string) => {
    const info = await ports.files.info(path);
    return info && { path, stamp: stampOf(info), texts: (unread: UnreadHandler) => textsIn(path, info, unread) };
  };
  return (await inBatches(all, describe, { size: 64 })).filter((file) => file !== null);
}

function isShort(path: string, size: number, unread: UnreadHandler): boolean {
  const isSo = size <= maxEditableBytes;
  if (!isSo) {
    unread(path, new ContextureError('too_large', 'It is over 16 MB.'));
  }
  return isSo;
}

const stampOf = ({ identity, size, modifiedAt, changedAt }: FileInfo): string =>
  `${identity} ${size} ${modifiedAt} ${changedAt}`;
