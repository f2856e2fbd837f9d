import { createHash } from 'node:crypto';
import type { Packing } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { decrypted, encrypted } from './age.ts';
import { zipped } from './zipped.ts';

/** @param passphraseWork work of trying a passphrase, each more doubles it */
export function createPacking(passphraseWork?: number): Packing {
  return {
    pack(files, passphrase) {
      const zip = zipped(files);
      return passphrase === null ? zip : encrypted(zip, passphrase, passphraseWork);
    },
    decrypt: decrypted,
    async open(read, size) {
      // Loaded here: most starts read no ZIP.
      const { zipFiles } = await import('../conversation-reader/zip-files.ts');
      return zipFiles(read, size, () => true);
    },
    async *checked(parts, { size, sha256 }) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of parts) {
        bytes += part.length;
        if (bytes > size) {
          throw differsError();
        }
        hash.update(part);
        yield part;
      }
      if (bytes !== size || hash.digest('hex') !== sha256) {
        throw differsError();
      }
    },
  };
}

const differsError = (): ContextureError =>
  new ContextureError('not_text', 'A file in it is not what its list says, so it is damaged or was changed.');
