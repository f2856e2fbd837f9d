import { ContextureError } from '#shared/contract/errors.ts';
import type { Ports } from '../ports.ts';

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
