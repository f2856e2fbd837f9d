import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { ContextureError } from '#shared/contract/errors.ts';
import { type Item, isPackable } from './walk.ts';

/** A file or folder on its way into an archive or out of it. */
export type TarEntry = Item & { readonly parts: AsyncIterable<Uint8Array> };

export const tarEnding = '.tar.gz';
/** Name of the folder in an archive, taken from the archive’s name. */
export const folderIn = (archive: string): string => basename(archive, tarEnding);

const second = 1_000_000_000n;
/** Latest time in seconds for the plain field, which older programs read. It holds none before 1970 either. */
const latestPlain = 0x7fffffff;

/**
 * Compresses entries as an archive of one folder.
 * @param size of a file as it is read; an entry whose parts are more or fewer bytes fails
 */
export async function writeTar(
  folder: string,
  entries: AsyncIterable<TarEntry> | Iterable<TarEntry>,
  write: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  const fill = async (): Promise<void> => {
    for await (const { path, kind, size, mode, modifiedAt, parts } of entries) {
      const name = path === '' ? folder : `${folder}/${path}`;
      const header = {
        name: kind === 'folder' ? `${name}/` : name,
        type: kind === 'folder' ? ('directory' as const) : ('file' as const),
        size,
        mode,
        mtime: new Date(Math.max(0, Math.min(Number(modifiedAt / second), latestPlain)) * 1000),
        pax: { mtime: secondsOf(modifiedAt) },
      };
      if (kind === 'folder') {
        tar.entry(header);
      } else {
        await pipeline(
          Readable.from(parts, { objectMode: false }),
          tar.entry(header) as unknown as NodeJS.WritableStream,
        );
      }
    }
    tar.finalize();
  };
  const filled = fill().catch((error: Error) => {
    tar.destroy(error);
    throw error;
  });
  const packed = pipeline(Readable.from(tar), createGzip(), async (parts: AsyncIterable<Uint8Array>) => {
    for await (const part of parts) {
      await write(part);
    }
  });
  const [first, then] = await Promise.allSettled([filled, packed]);
  for (const each of [first, then]) {
    if (each.status === 'rejected') {
      throw each.reason;
    }
  }
}

const secondsOf = (nanoseconds: bigint): string => {
  const [sign, size] = nanoseconds < 0n ? ['-', -nanoseconds] : ['', nanoseconds];
  return `${sign}${size / second}.${String(size % second).padStart(9, '0')}`;
};

function nanosecondsOf({ mtime, pax }: { readonly mtime: Date; readonly pax?: unknown }): bigint {
  const exact = (pax as { readonly mtime?: string } | null)?.mtime;
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d*))?$/.exec(exact ?? '') ?? [];
  if (whole === undefined) {
    return BigInt(Math.trunc(mtime.getTime())) * 1_000_000n;
  }
  const size = BigInt(whole) * second + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return sign === '-' ? -size : size;
}

/**
 * Reads the entries of an archive in order. Parts of an entry that aren't read before the next is asked for are skipped.
 * @param archive path of the archive, which names the one folder that may be in it
 * @param parts bytes of the archive
 * @throws `value_invalid` if it is damaged, or an entry would be outside of its folder
 */
export async function* readTar(archive: string, parts: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const { extract } = await import('tar-stream');
  const tar = extract();
  const source = Readable.from(parts, { objectMode: false });
  let failure: unknown = null;
  const done = pipeline(source, createGunzip(), tar as unknown as NodeJS.WritableStream).catch((error: unknown) => {
    failure = error;
  });
  const seen = new Set<string>();
  try {
    for await (const entry of tar) {
      const item = itemOf(archive, entry.header);
      if (seen.has(item.path)) {
        throw refusedEntryError(archive, `it has ${quoted(entry.header.name)} twice`);
      }
      seen.add(item.path);
      yield { ...item, parts: sayingDamage(archive, entry as AsyncIterable<Uint8Array>) };
      entry.resume();
    }
    await done;
    if (failure !== null) {
      throw failure;
    }
  } catch (error) {
    throw asDamage(archive, failure ?? error);
  } finally {
    source.destroy();
    tar.destroy();
  }
  if (!seen.has('')) {
    // Another program's archive may leave folders out, but it can't be empty.
    if (seen.size === 0) {
      throw refusedEntryError(archive, 'nothing is in it');
    }
  }
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 200));

type Header = {
  readonly name: string;
  readonly type: string | null;
  readonly size: number;
  readonly mode: number;
  readonly mtime: Date;
  readonly pax?: unknown;
};

function itemOf(archive: string, header: Header): Item {
  const { name, type, size, mode } = header;
  const kind = type === 'directory' ? 'folder' : type === 'file' || type === 'contiguous-file' ? 'file' : null;
  if (kind === null) {
    throw refusedEntryError(archive, `${quoted(name)} in it is neither file nor folder`);
  }
  const [top, ...names] = name.replace(/\/$/, '').split('/');
  if (top !== folderIn(archive) || !names.every(isPackable) || (names.length === 0 && kind === 'file')) {
    throw refusedEntryError(
      archive,
      `${quoted(name)} in it would be elsewhere than in the folder ${quoted(folderIn(archive))}`,
    );
  }
  return {
    path: names.join('/'),
    kind,
    size: kind === 'file' ? size : 0,
    mode: mode & 0o7777,
    modifiedAt: nanosecondsOf(header),
  };
}

function refusedEntryError(archive: string, why: string): ContextureError {
  const message = `${archive} can’t be used: ${why}. It is left as it is.`;
  return new ContextureError('value_invalid', message, { path: archive });
}

async function* sayingDamage(archive: string, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* parts;
  } catch (error) {
    throw asDamage(archive, error);
  }
}

/** Replaces errors of the gzip and tar parsers, which mean nothing to a person, and leaves errors of the system alone. */
function asDamage(archive: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isOfSystem = /^E[A-Z]+$/.test(code) || error instanceof ContextureError;
  return isOfSystem ? error : refusedEntryError(archive, 'it is damaged');
}
