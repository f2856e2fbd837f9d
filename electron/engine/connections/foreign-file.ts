import { ContextureError } from '#shared/contract/errors.ts';
import { type Bytes, readBytes } from '../app-files/file-version.ts';
import { isFresh, readWhole } from '../app-files/half-written.ts';
import { orLogged } from '../or-logged.ts';
import type { Displaced, Ports } from '../ports.ts';

/** How a file’s text is read and changed. */
export type Change = {
  /** False of a text that may be what its program has written so far. */
  readonly isWhole: (text: string) => boolean;
  /** What a text becomes; null where it can't be changed so that everything else in it stays. */
  readonly make: (text: string) => string | null;
};

/** So often its program may write a file while ours is being put in. */
const maxTries = 5;

/** A file that is another program’s, in which we change a little and which its program may write at any time. */
export function createForeignFile(ports: Ports) {
  const { files } = ports;
  const putTheirs = createPutTheirs(ports);

  /** Waits while its program is in the midst of writing it, two seconds at most. @throws `busy` if that goes on then */
  async function whole(path: string, isWhole: Change['isWhole']): Promise<Bytes | null> {
    const isWholeVersion = isWholeIn(ports, isWhole);
    const read = await readWhole(ports, path, isWholeVersion);
    if (read !== null && !isWholeVersion(read) && isFresh(ports.clock, read.info)) {
      throw busy(path);
    }
    return read;
  }

  return {
    /** Its text as it is; empty where there is no file. @throws what {@link readBytes} throws, `not_text` */
    text: async (path: string): Promise<string> => textOf(ports, path, await readBytes(ports, path)),

    /** The same, not while its program is in the midst of writing it. @throws `busy` after two seconds */
    wholeText: async (path: string, isWhole: Change['isWhole']): Promise<string> =>
      textOf(ports, path, await whole(path, isWhole)),

    /**
     * Removes it as it was at `hash`. What its program writes there meanwhile is put back, changed.
     * @returns resolves once nothing of it stands aside in its folder; never rejects
     */
    async remove(path: string, hash: string, change: Change): Promise<{ readonly gone: Promise<void> }> {
      const displaced = await files.remove(await files.destination(path));
      const isAsKnown = displaced.version === null || displaced.version.hash === hash;
      const theirs = isAsKnown ? null : await wholeOf(ports, displaced, change);
      const there = theirs && (await putTheirs.now(path, theirs, null, change));
      return { gone: putTheirs.later(path, displaced.late, there, change) };
    },

    /**
     * Changes it, once its program is not in the midst of writing it. Where its program was faster, what that wrote is changed
     * instead. Null before for no file.
     */
    async rewrite(path: string, change: Change): Promise<{ readonly before: string | null; readonly after: string }> {
      const real = await files.destination(path);
      let basis = await whole(real, change.isWhole);
      let expected = basis?.hash ?? null;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const before = basis && textOf(ports, path, basis);
        const after = change.make(before ?? '');
        if (after === null) {
          if (tries > 0 && basis !== null) {
            await putTheirs.now(path, basis, expected, change);
          }
          throw notUnderstood(path);
        }
        const ours = versionOf(ports, ports.encodeText(after));
        const displaced = await files.replace(real, ours.bytes);
        const theirs = displaced.version?.hash === expected ? null : await wholeOf(ports, displaced, change);
        if ((displaced.version?.hash ?? null) === expected || theirs?.bytes.length === 0) {
          // Its program emptied it and wrote nothing: ours has all there was.
          void putTheirs.later(path, displaced.late, ours.hash, change);
          return { before, after };
        }
        basis = theirs;
        expected = ours.hash;
      }
      throw busy(path);
    },
  };
}

/** Puts in what the program of a file wrote into a version that we had displaced. */
function createPutTheirs(ports: Ports) {
  const { files } = ports;

  /**
   * Puts it in with the change, if that can be made. Where something newer stands there by then, that stays instead, changed in
   * the same way.
   * @param expected hash of what stands there unless its program has written since @returns that of what stands there now
   */
  async function now(path: string, theirs: Bytes, expected: string | null, change: Change): Promise<string> {
    const real = await files.destination(path);
    let next = changed(ports, theirs, change);
    let there = expected;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const displaced = await files.replace(real, next.bytes);
      const { version } = displaced;
      if (version === null || version.hash === there) {
        void later(path, displaced.late, next.hash, change);
        return next.hash;
      }
      there = next.hash;
      next = changed(ports, (await wholeOf(ports, displaced, change)) ?? version, change);
    }
    throw busy(path);
  }

  /** Puts it in once it is there. Never rejects. */
  const later = (path: string, late: Displaced['late'], expected: string | null, change: Change): Promise<void> =>
    orLogged(ports, `What another program wrote into ${path} could not be taken in`, async () => {
      const bytes = await late;
      await (bytes && now(path, versionOf(ports, bytes), expected, change));
    });

  return { now, later };
}

/** What was displaced, with the rest that its program goes on writing there. */
async function wholeOf(ports: Ports, { version, late }: Displaced, { isWhole }: Change): Promise<Bytes | null> {
  const bytes = version === null || isWholeIn(ports, isWhole)(version) ? null : await late;
  return bytes === null ? version : versionOf(ports, bytes);
}

const isWholeIn =
  ({ decodeText }: Ports, isWhole: Change['isWhole']) =>
  ({ bytes }: Bytes): boolean => {
    const text = decodeText(bytes);
    return text !== null && text !== '' && isWhole(text);
  };

const versionOf = (ports: Ports, bytes: Uint8Array): Bytes => ({ bytes, hash: ports.hash(bytes) });

/** A version with the change, or as it is where that can’t be made. */
function changed(ports: Ports, version: Bytes, { make }: Change): Bytes {
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

const busy = (path: string): ContextureError => {
  const message = `Another program keeps writing ${path}. Close that program, look whether the connection is there, and try again.`;
  return new ContextureError('busy', message, { path }, { retry: true });
};

const notUnderstood = (path: string): ContextureError =>
  new ContextureError('settings_invalid', `${cannotChange(path)} Nothing was changed.`, { path });

export const cannotChange = (path: string): string =>
  `${path} is not written in a way that Contexture can change. Copy the setting into it yourself.`;
