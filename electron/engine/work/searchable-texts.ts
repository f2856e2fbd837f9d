import { ContextureError } from '#shared/contract/errors.ts';
import { saidInWorkflow } from '#shared/formats/workflow/erase-workflow.ts';
import { maxEditableBytes } from '../app-files/file-version.ts';
import { inBatches } from '../paging.ts';
import type { FileInfo, Ports } from '../ports.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import type { UnreadHandler } from './files-below.ts';
import { archiveEnding } from './places.ts';

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
