import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Identity, Recipient, Stanza } from 'age-encryption';

/**
 * The scrypt recipient of age (C2SP age, "The scrypt recipient type"). The library has one, but computes the key for seconds
 * without letting anyone else have a turn.
 */
const label = 'age-encryption.org/v1/scrypt';
const kind = 'scrypt';
/** Work factor of the age command line: about a second. */
const usualWorkFactor = 18;
/** Limit of the library: a larger one would hold a gigabyte. */
const maxWorkFactor = 20;
const cipher = 'chacha20-poly1305';
const tagBytes = 16;
/** Each key is used once. */
const nonce = Buffer.alloc(12);

const scryptKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

function keyOf(passphrase: string, salt: Uint8Array, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor;
  return scryptKey(passphrase, Buffer.concat([Buffer.from(label), salt]), 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 });
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

export function passphraseRecipient(
  passphrase: string,
  StanzaClass: typeof Stanza,
  workFactor = usualWorkFactor,
): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const sealing = createCipheriv(cipher, await keyOf(passphrase, salt, workFactor), nonce, {
        authTagLength: tagBytes,
      });
      const body = Buffer.concat([sealing.update(fileKey), sealing.final(), sealing.getAuthTag()]);
      return [new StanzaClass([kind, unpadded(salt), String(workFactor)], new Uint8Array(body))];
    },
  };
}

/** Gives no key for a wrong passphrase. */
export function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza] = stanzas;
      const [type, salt = '', factor = ''] = stanza?.args ?? [];
      const workFactor = /^[1-9]\d?$/.test(factor) ? Number(factor) : 0;
      const isUsable = type === kind && stanzas.length === 1 && workFactor > 0 && workFactor <= maxWorkFactor;
      if (stanza === undefined || !isUsable || stanza.body.length !== 16 + tagBytes) {
        throw new Error('It is not encrypted with a passphrase');
      }
      const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), workFactor);
      const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      opening.setAuthTag(stanza.body.subarray(-tagBytes));
      const fileKey = opening.update(stanza.body.subarray(0, -tagBytes));
      try {
        opening.final();
        return new Uint8Array(fileKey);
      } catch {
        return null;
      }
    },
  };
}
