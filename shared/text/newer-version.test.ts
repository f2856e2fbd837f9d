import { expect, test } from 'vitest';
import { isNewerVersion } from './newer-version.ts';

const inOrder = ['0.1.0', '0.2.0-alpha', '0.2.0-beta.2', '0.2.0-beta.10', '0.2.0', '0.10.0', '1.0.0'];

test('versions follow each other by number, and each follows its previews', () => {
  for (const [at, version] of inOrder.entries()) {
    for (const [otherAt, other] of inOrder.entries()) {
      expect([version, other, isNewerVersion(version, other)]).toEqual([version, other, at > otherAt]);
    }
  }
});

test('what is no version is newer than nothing', () => {
  for (const text of ['', 'latest', '1.0', '1.0.0; rm -rf', '9'.repeat(400)]) {
    expect(isNewerVersion(text, '0.1.0')).toBe(false);
    expect(isNewerVersion('9.0.0', text)).toBe(false);
  }
});
