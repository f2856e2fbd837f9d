import { z } from 'zod';
import { ContextureError } from '#shared/contract/errors.ts';
import type { KeptConversation } from '#shared/contract/features/conversation-keeping.ts';
import { createEraser } from '#shared/text/eraser.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import { createErasureRegistry } from '../../erasure/erasure-registry.ts';
import type { Ports } from '../../ports.ts';
import { beginsWith, type Copy, copyAgain, copySchema, originalBytes } from './copies.ts';

const keptSchema = z.strictObject({
  id: z.string(),
  place: z.string(),
  assistant: z.string(),
  title: z.string().nullable(),
  /** The file the conversation is read from. */
  main: z.string(),
  keptAt: z.number(),
  /** Of a file that was rewritten, each version; the latest last. */
  copies: z.array(copySchema),
});
export type Kept = z.infer<typeof keptSchema>;

/** What is to be kept of a conversation. */
export type ToKeep = Pick<Kept, 'id' | 'place' | 'assistant' | 'title' | 'main'> & {
  /** Its files, the main one among them. */
  readonly files: readonly string[];
};

/** A conversation’s copy, to be read in the place of an original that is gone. */
export type KeptFile = Pick<Kept, 'id' | 'place' | 'assistant' | 'title' | 'main' | 'keptAt'> & {
  readonly path: string;
  readonly bytes: number;
  /** Of the original, where something was erased from the copy. */
  readonly originalBytes: number;
  readonly modifiedAt: number;
};

const nobody: Kept = { id: '', place: '', assistant: '', title: null, main: '', keptAt: 0, copies: [] };

/**
 * Copies of conversations, or of workflows of other programs, byte for byte: a folder for each, with `about.json` beside them. A
 * file that grew is copied again, and the shorter copy goes only where the longer one begins with all of it.
 */
export function createKeptCopies(ports: Ports, of: 'conversations' | 'work' = 'conversations') {
  const { files, paths } = ports;
  const root = paths.join(ports.dataFolder, of, 'kept');
  const registry = createErasureRegistry(ports);
  const folderOf = (id: string): string => paths.join(root, ports.hash(ports.encodeText(id)).slice(0, 32));
  const aboutIn = (folder: string): string => paths.join(folder, 'about.json');
  const locked = <T>(id: string, work: () => Promise<T>): Promise<T> =>
    ports.lock.hold(paths.join(folderOf(id), 'lock'), work);

  async function withoutErased(title: string): Promise<string> {
    const forms = (await registry.recognise(title)).map(({ from, to }) => title.slice(from, to));
    return createEraser(forms).cutFromLabel(title);
  }

  async function read(id: string): Promise<Kept | null> {
    const kept = await readAppJson(ports, aboutIn(folderOf(id)), keptSchema, nobody);
    return kept.id === id ? kept : null;
  }

  /** The folders of copies, and what each says is in it; null where it does not say. */
  async function folders(): Promise<readonly { readonly folder: string; readonly kept: Kept | null }[]> {
    const there = (await files.list(root)).filter(({ kind }) => kind === 'folder');
    const read = there.map(async ({ name }) => {
      const folder = paths.join(root, name);
      const kept = await readAppJson(ports, aboutIn(folder), keptSchema, nobody);
      return { folder, kept: kept.id === '' ? null : kept };
    });
    return Promise.all(read);
  }

  const all = async (): Promise<readonly Kept[]> => (await folders()).flatMap(({ kept }) => kept ?? []);

  /** Removes copies that became part of longer ones, and what a crash left. */
  async function discardOthers(folder: string, { copies }: Pick<Kept, 'copies'>): Promise<void> {
    await files.sweep(folder);
    const stay = new Set(['about.json', 'lock', ...copies.map(({ file }) => file)]);
    for (const { name } of await files.list(folder)) {
      await (stay.has(name) ? null : files.discard(paths.join(folder, name)));
    }
  }

  return {
    folders,
    /** Changes what is kept of a conversation, and removes the files that it names no longer. */
    change: (id: string, to: (kept: Kept) => Promise<Kept>): Promise<void> =>
      locked(id, async () => {
        const kept = await read(id);
        if (kept !== null) {
          const after = await to(kept);
          await (after === kept ? null : writeAppJson(ports, aboutIn(folderOf(id)), after));
          await discardOthers(folderOf(id), after);
        }
      }),
    async list(): Promise<readonly KeptConversation[]> {
      return Promise.all((await all()).map((kept) => viewOf(ports, kept)));
    },
    /** The latest copy of every conversation that is kept. */
    async latest(): Promise<readonly KeptFile[]> {
      return (await all()).flatMap((kept) => {
        const file = latestIn(ports, folderOf(kept.id), kept);
        return file === null ? [] : [file];
      });
    },
    async latestOf(id: string): Promise<KeptFile | null> {
      const kept = await read(id);
      return kept === null ? null : latestIn(ports, folderOf(id), kept);
    },
    /** The latest copy of each file that is kept of it, by the path it was copied from. */
    async filesOf(id: string): Promise<ReadonlyMap<string, string>> {
      const copies = (await read(id))?.copies ?? [];
      return new Map(copies.map(({ of: original, file }) => [original, paths.join(folderOf(id), file)]));
    },
    /** Copies what is new. What was kept before stays until it is part of the new copy. */
    keep: ({ id, place, assistant, title, main, files: wanted }: ToKeep): Promise<KeptConversation> =>
      locked(id, async () => {
        const folder = folderOf(id);
        const before = await read(id);
        let copies: readonly Copy[] = before?.copies ?? [];
        for (const path of wanted) {
          copies = await copyAgain({ ports, registry }, folder, copies, path);
        }
        if (!copies.some((copy) => copy.of === main)) {
          const message = `${main} is not there any more, so nothing could be kept of it. List them again.`;
          throw new ContextureError('not_found', message, { path: main });
        }
        const kept = {
          id,
          place,
          assistant,
          main,
          title: (title && (await withoutErased(title))) ?? before?.title ?? null,
          keptAt: ports.clock.now(),
          copies: [...copies],
        };
        await writeAppJson(ports, aboutIn(folder), kept);
        await discardOthers(folder, kept);
        return viewOf(ports, kept);
      }),
    /** @throws `not_found`; `value_invalid` where it is the last there is and `evenLast` is false */
    remove: (id: string, evenLast: boolean): Promise<void> =>
      locked(id, async () => {
        const kept = await read(id);
        if (kept === null) {
          throw new ContextureError('not_found', 'Nothing is kept of it.', { id });
        }
        const folder = folderOf(id);
        await (evenLast ? null : requireOriginals(ports, folder, kept));
        // What names the files goes last, so that an interrupted removal can be finished.
        await discardOthers(folder, { copies: [] });
        await files.discard(aboutIn(folder));
      }),
  };
}
export type KeptCopies = ReturnType<typeof createKeptCopies>;

const sizeOf = ({ copies }: Kept): number => copies.reduce((sum, { bytes }) => sum + bytes, 0);

function latestIn({ paths }: Ports, folder: string, kept: Kept): KeptFile | null {
  const { id, place, assistant, title, main, keptAt, copies } = kept;
  const copy = copies.findLast(({ of }) => of === main);
  if (copy === undefined) {
    return null;
  }
  const { bytes, modifiedAt } = copy;
  const path = paths.join(folder, copy.file);
  return { id, place, assistant, title, main, keptAt, path, bytes, originalBytes: originalBytes(copy), modifiedAt };
}

async function viewOf({ files }: Ports, kept: Kept): Promise<KeptConversation> {
  const { id, assistant, title, keptAt, copies, main } = kept;
  const isLast = (await files.info(main).catch(() => null))?.kind !== 'file';
  const versions = copies.filter(({ of }) => of === main).length;
  const isShorter = copies.map(async (copy) => ((await infoOf(files, copy))?.size ?? 0) < originalBytes(copy));
  const hasMore = !isLast && (hasVersions(kept) || (await Promise.all(isShorter)).includes(true));
  return { id, assistant, title, keptAt, bytes: sizeOf(kept), versions, isLast, hasMore };
}

const infoOf = (files: Ports['files'], { of }: Copy) => files.info(of).catch(() => null);

/** What was kept of one file twice is not the beginning of the other. */
const hasVersions = ({ copies }: Kept): boolean => new Set(copies.map(({ of }) => of)).size < copies.length;

/** @throws `value_invalid` where anything that is kept is nowhere else */
async function requireOriginals(ports: Ports, folder: string, kept: Kept): Promise<void> {
  const { isLast } = await viewOf(ports, kept);
  if (isLast || !(await areInOriginals(ports, folder, kept))) {
    const message = isLast
      ? 'This copy is the last there is of the conversation, so it was not removed. Say so to remove it.'
      : 'This copy has what the original, rewritten since, no longer has, so it was not removed. Say so to remove it.';
    throw new ContextureError('value_invalid', message, { id: kept.id });
  }
}

/** Whether the program still has all that is kept, byte for byte. Where something was erased from a copy, sizes alone say so. */
async function areInOriginals(ports: Ports, folder: string, kept: Kept): Promise<boolean> {
  if (hasVersions(kept)) {
    return false;
  }
  for (const copy of kept.copies) {
    const isCut = copy.originalBytes !== undefined;
    const isLong = ((await infoOf(ports.files, copy))?.size ?? 0) >= originalBytes(copy);
    const path = ports.paths.join(folder, copy.file);
    if (!isLong || !(isCut || (await beginsWith(ports, copy.of, path, copy.bytes)))) {
      return false;
    }
  }
  return true;
}
