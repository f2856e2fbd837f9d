import { ContextureError } from '#shared/contract/errors.ts';
import { type Bytes, readBytes } from '../app-files/file-version.ts';
import { isFresh, readWhenWhole } from '../app-files/half-written.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports, SupersededFile } from '../ports.ts';

export type ForeignFileChange = {
  /** False for a text that its program may not have written completely. */
  readonly isWhole: (text: string) => boolean;
  /** The changed text; null if it can't be changed with everything else in it preserved. */
  readonly make: (text: string) => string | null;
};

/** Maximum times that its program may write a file while ours is being put in. */
const maxTries = 5;

/** Another program’s file, in which we change a little and which its program may write at any time. */
export function createForeignFile(ports: Ports) {
  const { files } = ports;
  const putTheirs = createRestoreTheirs(ports);

  /** Waits while its program is writing it, at most two seconds. @throws `busy` if it then still is */
  async function readWhenComplete(path: string, isWhole: ForeignFileChange['isWhole']): Promise<Bytes | null> {
    const isWholeVersion = isWholeIn(ports, isWhole);
    const read = await readWhenWhole(ports, path, isWholeVersion);
    if (read !== null && !isWholeVersion(read) && isFresh(ports.clock, read.info)) {
      throw busyError(path);
    }
    return read;
  }

  return {
    /** Reads its text; empty if there is no file. @throws as {@link readBytes}, `not_text` */
    text: async (path: string): Promise<string> => textOf(ports, path, await readBytes(ports, path)),

    /** Reads its text once its program is not writing it. @throws `busy` after two seconds */
    wholeText: async (path: string, isWhole: ForeignFileChange['isWhole']): Promise<string> =>
      textOf(ports, path, await readWhenComplete(path, isWhole)),

    /**
     * Removes it in its version of `hash`. If its program writes meanwhile, that is put back, changed.
     * @returns resolves once nothing of it is left aside in its folder; never rejects
     */
    async remove(path: string, hash: string, change: ForeignFileChange): Promise<{ readonly gone: Promise<void> }> {
      const superseded = await files.remove(await files.destination(path));
      const isAsKnown = superseded.version === null || superseded.version.hash === hash;
      const theirs = isAsKnown ? null : await completeVersion(ports, superseded, change);
      const presentHash = theirs && (await putTheirs.now(path, theirs, null, change));
      return { gone: putTheirs.later(path, superseded.late, presentHash, change) };
    },

    /** Changes it once its program isn't writing it, or else what that writes meanwhile. Before: null for no file. */
    async rewrite(
      path: string,
      change: ForeignFileChange,
    ): Promise<{ readonly before: string | null; readonly after: string }> {
      const real = await files.destination(path);
      let basis = await readWhenComplete(real, change.isWhole);
      let expected = basis?.hash ?? null;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const before = basis && textOf(ports, path, basis);
        const after = change.make(before ?? '');
        if (after === null) {
          if (tries > 0 && basis !== null) {
            await putTheirs.now(path, basis, expected, change);
          }
          throw notUnderstoodError(path);
        }
        const ours = versionOf(ports, ports.encodeText(after));
        const superseded = await files.replace(real, ours.bytes);
        const theirs = superseded.version?.hash === expected ? null : await completeVersion(ports, superseded, change);
        if ((superseded.version?.hash ?? null) === expected || theirs?.bytes.length === 0) {
          // Its program emptied it and wrote nothing, so ours has all there was.
          void putTheirs.later(path, superseded.late, ours.hash, change);
          return { before, after };
        }
        basis = theirs;
        expected = ours.hash;
      }
      throw busyError(path);
    },
  };
}

/** Puts in the text that a file's program wrote into a version we had superseded. */
function createRestoreTheirs(ports: Ports) {
  const { files } = ports;

  /**
   * Puts it in with the change, if possible. If something newer is there by then, that stays instead, with the same change.
   * @param expected hash of the file unless its program has written since @returns its hash now
   */
  async function now(path: string, theirs: Bytes, expected: string | null, change: ForeignFileChange): Promise<string> {
    const real = await files.destination(path);
    let next = changed(ports, theirs, change);
    let presentHash = expected;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const superseded = await files.replace(real, next.bytes);
      const { version } = superseded;
      if (version === null || version.hash === presentHash) {
        void later(path, superseded.late, next.hash, change);
        return next.hash;
      }
      presentHash = next.hash;
      next = changed(ports, (await completeVersion(ports, superseded, change)) ?? version, change);
    }
    throw busyError(path);
  }

  /** Puts it in once it is there. Never rejects. */
  const later = (
    path: string,
    late: SupersededFile['late'],
    expected: string | null,
    change: ForeignFileChange,
  ): Promise<void> =>
    orLogged(ports, `What another program wrote into ${path} could not be taken in`, async () => {
      const bytes = await late;
      await (bytes && now(path, versionOf(ports, bytes), expected, change));
    });

  return { now, later };
}

/** The superseded version, with the rest if its program was still writing it. */
async function completeVersion(
  ports: Ports,
  { version, late }: SupersededFile,
  { isWhole }: ForeignFileChange,
): Promise<Bytes | null> {
  const bytes = version === null || isWholeIn(ports, isWhole)(version) ? null : await late;
  return bytes === null ? version : versionOf(ports, bytes);
}

const isWholeIn =
  ({ decodeText }: Ports, isWhole: ForeignFileChange['isWhole']) =>
  ({ bytes }: Bytes): boolean => {
    const text = decodeText(bytes);
    return text !== null && text !== '' && isWhole(text);
  };

const versionOf = (ports: Ports, bytes: Uint8Array): Bytes => ({ bytes, hash: ports.hash(bytes) });

/** A version with the change, or unchanged if that can’t be made. */
function changed(ports: Ports, version: Bytes, { make }: ForeignFileChange): Bytes {
  const text = ports.decodeText(version.bytes);
  const after = text === null ? null : make(text);
  return after === null ? version : versionOf(ports, ports.encodeText(after));
}

function textOf(ports: Ports, path: string, version: Bytes | null): string {
  const text = version === null ? '' : ports.decodeText(version.bytes);
  if (text === null) {
    throw new ContextureError('not_text', `${path} is not UTF-8 text. It was left as it is.`, { path });
  }
  return text;
}

const busyError = (path: string): ContextureError => {
  const message = `Another program keeps writing ${path}. Close that program, look whether the connection is there, and try again.`;
  return new ContextureError('busy', message, { path }, { retry: true });
};

const notUnderstoodError = (path: string): ContextureError =>
  new ContextureError('settings_invalid', `${cannotChange(path)} Nothing was changed.`, { path });

export const cannotChange = (path: string): string =>
  `${path} is not written in a way that Contexture can change. Copy the setting into it yourself.`;
