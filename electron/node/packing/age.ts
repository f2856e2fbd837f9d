import { ReadableStream } from 'node:stream/web';
import { ContextureError } from '#shared/contract/errors.ts';
import { passphraseIdentity, passphraseRecipient } from './age-passphrase.ts';

/** Encrypts with a passphrase, in the format of age. */
export async function* encrypted(
  parts: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor: number | undefined,
): AsyncGenerator<Uint8Array> {
  const { Encrypter, Stanza } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, Stanza, workFactor));
  yield* await encrypter.encrypt(streamOf(parts));
}

/** @throws `value_invalid` if the passphrase is wrong, `not_text` if it is damaged or cut off */
export async function* decrypted(parts: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(passphraseIdentity(passphrase));
  const plain = await decrypter.decrypt(streamOf(parts)).catch((error: unknown) => {
    throw /no identity matched/.test(String(error)) ? wrongError() : damagedError();
  });
  try {
    yield* plain;
  } catch (error) {
    throw error instanceof ContextureError ? error : damagedError();
  }
}

const streamOf = (parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => ReadableStream.from(parts);

const wrongError = (): ContextureError =>
  new ContextureError('value_invalid', 'That is not its passphrase. Check capitals and spaces, and type it again.');

const damagedError = (): ContextureError =>
  new ContextureError('not_text', 'It is encrypted, and damaged or cut off, so it can’t be decrypted.');
