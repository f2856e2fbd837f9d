import { expect, test } from 'vitest';
import { repairFrontmatter } from './frontmatter-edits.ts';
import { readContext } from './read-document.ts';

const block = '---\nlast_updated: 2026-01-16\nversion: 15\ntoken_estimate: 10\n---\n';
const body = '## Facts\n- city: Lisbon\n';
const repaired = (text: string): string =>
  repairFrontmatter(readContext(text), '2026-02-01').replace(/token_estimate: \d+/, 'token_estimate: 10');

test.each([
  ['an empty line', '\n', ''],
  ['an empty line that ends in CR LF', '\r\n', ''],
  ['a comment', '<!-- kept by hand -->\n', '<!-- kept by hand -->\n'],
  ['a blank', ' ', ''],
])('moves frontmatter below %s to the top instead of writing another', (_, above, kept) => {
  const counted = block.replace('2026-01-16', '2026-02-01').replace('15', '16');
  expect(repaired(above + block + body)).toBe(counted + kept + body);
});

test('takes a rule in the text for no frontmatter', () => {
  const text = `\n---\nSome words.\n---\n${body}`;
  expect(repaired(text).endsWith(text)).toBe(true);
});
