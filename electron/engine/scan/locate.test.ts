import { expect, test } from 'vitest';
import { scanText } from '#shared/scan/scan-text.ts';
import { decoy, decoys } from '#shared/scan/testing/decoys.ts';
import { locateFinding } from './locate.ts';

const shownOf = (text: string, ...secrets: readonly string[]) => {
  const places = secrets.map((secret, index) => {
    const from = text.indexOf(secret, index === 0 ? 0 : text.indexOf(secret) + (secrets[index - 1] === secret ? 1 : 0));
    return { id: 'GITHUB_TOKEN', from, to: from + secret.length };
  });
  const findings = scanText(text, { secrets: places, of: 'memory' });
  return locateFinding({ place: 'source', file: 'AGENTS.md', text, document: null }, findings).map(
    ({ shown }) => shown,
  );
};

test('the shown part of a line holds no secret, however many it contains', () => {
  expect(shownOf(`a\n- one ${decoy}, two ${decoy}.\nb`, decoy, decoy)).toEqual([
    '- one •••, two •••.',
    '- one •••, two •••.',
  ]);
  const key = decoys['PrivateKey'] ?? '';
  expect(shownOf(`- key: ${key}\nrest`, key)).toEqual(['- key: •••']);
});

test('shows the part of a long line around the finding', () => {
  const text = `${'x '.repeat(500)}${decoy}${' y'.repeat(500)}`;
  const [shown = ''] = shownOf(text, decoy);
  expect(shown).toMatch(/^…[x ]{60}•••[y ]+…$/);
  expect(shown.length).toBeLessThan(210);
});
