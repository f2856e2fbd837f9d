import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fingerprintOf, recognise } from './fingerprint.ts';

const ports = {
  hash: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
  encodeText: (text: string) => new TextEncoder().encode(text),
};

describe('a fingerprint', () => {
  const foundIn = (text: string, erased: string, within?: { from: number; to: number }): string[] => {
    const fingerprint = { id: 'x', ...fingerprintOf(ports, 'salt', erased) };
    return recognise(ports, 'salt', [fingerprint], text, within).map(({ from, to }) => text.slice(from, to));
  };

  test.each([
    ['hunter2', '- pw: hunter2', ['hunter2']],
    ['hunter2', 'pw="Hunter2"; then hunter2.', ['Hunter2', 'hunter2']],
    ['hunter2', 'hunter22 and xhunter2', []],
    ['correct horse staple', '- Correct  horse\n   staple!', ['Correct  horse\n   staple']],
    ['correct horse staple', 'correct staple horse', []],
    ['p@ss-w0rd', 'p@ss w0rd', ['p@ss w0rd']],
    ['密码', '我的密码是', ['密码']],
    ['!?!? …', 'so !?!?… it is', ['!?!?…']],
    ['Ångström', 'ÅNGSTRÖM'.normalize('NFD'), ['ÅNGSTRÖM'.normalize('NFD')]],
  ])('finds %j in %j', (erased, text, wanted) => {
    expect(foundIn(text, erased)).toEqual(wanted);
  });

  test('compares only changed text', () => {
    expect(foundIn('a hunter2 b hunter2', 'hunter2', { from: 12, to: 19 })).toEqual(['hunter2']);
  });

  test('reveals nothing without its salt', () => {
    expect(fingerprintOf(ports, 'one', 'hunter2').hash).not.toBe(fingerprintOf(ports, 'other', 'hunter2').hash);
  });
});
