import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { signedBy, signedForCode } from '#shared/contract/wire/handshake.ts';

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

/** Creates a secret of 256 random bits, in characters that a URL and a WebSocket subprotocol can carry. */
export const createSecret = (): string => random(32);

export type Keys = ReturnType<typeof createKeys>;

/**
 * Creates the keys of one run, all made from its secret: of one-time codes, each good for one page, and of the sessions that
 * pages get for them. A page of a session makes its own codes, for further windows.
 */
export function createKeys(secret: string) {
  const used = new Set<string>();

  function keyOf(name: string): string {
    const [, id, ofWindow] = name.split('.');
    return ofWindow === undefined ? sign(secret, name) : sign(sign(secret, `session.${id}`), signedForCode(ofWindow));
  }

  return {
    /** Creates a one-time code for an address. */
    newCode(): string {
      const name = `code.${random(12)}`;
      return `${name}.${keyOf(name)}`;
    },
    isUsed: (name: string): boolean => used.has(name),
    proofOfHost: (name: string, ofPage: string, ofHost: string): string =>
      sign(keyOf(name), signedBy('host', ofPage, ofHost)),
    isProofOfPage: (name: string, ofPage: string, ofHost: string, proof: unknown): boolean =>
      typeof proof === 'string' && isSame(proof, sign(keyOf(name), signedBy('page', ofPage, ofHost))),
    /** Exchanges the code of a page that has proven itself for the key of a session, and uses it up; null for other keys. */
    exchange(name: string): { readonly name: string; readonly key: string } | null {
      if (!name.startsWith('code.')) {
        return null;
      }
      used.add(name);
      const session = `session.${random(12)}`;
      return { name: session, key: keyOf(session) };
    },
  };
}

const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/** Compares in constant time, and hashes first, so that the lengths are equal and tell nothing either. */
function isSame(proof: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(proof), hash(expected));
}
