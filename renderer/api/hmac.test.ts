import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmac, sha256 } from './hmac.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('the hash is that of FIPS 180-4, as Node computes it', () => {
  expect(hex(sha256(new TextEncoder().encode('abc')))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  for (let length = 0; length < 200; length++) {
    const bytes = new Uint8Array(length).map((_, at) => at * 7);
    expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('so is what is signed with it, whatever the key and the text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 300 }), (key, text) => {
      expect(hex(hmac(key, text))).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
});
