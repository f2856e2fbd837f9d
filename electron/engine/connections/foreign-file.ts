import { ContextureError } from '#shared/contract/errors.ts';
import { type Bytes, readBytes } from '../app-files/file-version.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';

/** What a text becomes; null where it can't be changed so that everything else in it stays. */
export type Make = (text: string) => string | null;

/** So often its program may write a file while ours is being put in. */
const maxTries = 5;

/** A file that is another program’s, in which we change a little and which its program may write at any time. */
export function createForeignFile(ports: Ports) {
  const { files } = ports;

  const textOf = (path: string, bytes: Uint8Array | null): string => {
    const text = bytes === null ? '' : ports.decodeText(bytes);
    if (text === null) {
      throw new ContextureError('not_text', `${path} is not UTF-8 text. It was left as it is.`, { path });
    }
    return text;
  };

  /** What a program that still held the file wrote into it: that, changed in the same way. */
  async function takeIn(path: string, late: Uint8Array | null, make: Make): Promise<void> {
    if (late !== null) {
      const text = ports.decodeText(late);
      const after = text === null ? null : make(text);
      await files.replace(await files.destination(path), after === null ? late : ports.encodeText(after));
    }
  }

  return {
    /** Empty where there is no file. @throws what {@link readBytes} throws, `not_text` */
    text: async (path: string): Promise<string> => textOf(path, (await readBytes(ports, path))?.bytes ?? null),

    /**
     * Removes it as it was at `hash`. What its program writes there meanwhile is put back, changed.
     * @returns resolves once nothing of it stands aside in its folder; never rejects
     */
    async remove(path: string, hash: string, make: Make): Promise<{ readonly gone: Promise<void> }> {
      const { version, late } = await files.remove(await files.destination(path));
      if (version !== null && version.hash !== hash) {
        await takeIn(path, version.bytes, make);
      }
      const putBack = async (): Promise<void> => takeIn(path, await late, make);
      return { gone: orLogged(ports, `What another program wrote into ${path} could not be put back`, putBack) };
    },

    /** Changes it. Where its program was faster, what that wrote is changed instead. Null before for no file. */
    async rewrite(path: string, make: Make): Promise<{ readonly before: string | null; readonly after: string }> {
      const real = await files.destination(path);
      let basis: Bytes | null = await readBytes(ports, real);
      let expected = basis?.hash ?? null;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const before = basis === null ? null : textOf(path, basis.bytes);
        const after = make(before ?? '');
        if (after === null) {
          if (tries > 0 && basis !== null) {
            await files.replace(real, basis.bytes);
          }
          throw notUnderstood(path);
        }
        const bytes = ports.encodeText(after);
        const { version, late } = await files.replace(real, bytes);
        if ((version?.hash ?? null) === expected) {
          void orLogged(ports, `What another program wrote into ${path} could not be taken in`, async () =>
            takeIn(path, await late, make),
          );
          return { before, after };
        }
        basis = version;
        expected = ports.hash(bytes);
      }
      const message = `Another program keeps writing ${path}. Close that program, look whether the connection is there, and try again.`;
      throw new ContextureError('busy', message, { path });
    },
  };
}

const notUnderstood = (path: string): ContextureError =>
  new ContextureError('settings_invalid', `${cannotChange(path)} Nothing was changed.`, { path });

export const cannotChange = (path: string): string =>
  `${path} is not written in a way that Contexture can change. Copy the setting into it yourself.`;
