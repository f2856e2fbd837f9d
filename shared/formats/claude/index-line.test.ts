import { expect, test } from 'vitest';
import { claudeFormat } from './format.ts';
import { fileIn, rewrittenLine } from './index-line.ts';

test.each([
  ['[Space](my%20file.md) — x', 'my file.md', 'my%20file.md'],
  ['[Space](<my file.md>) — x', 'my file.md', 'my file.md'],
  ['[Percent](./100%.md) — x', '100%.md', '100%.md'],
  ['[Tea](tea.md) — x', 'tea.md', 'tea.md'],
])('%s leads to its file, however that is written, and a new hook leaves the link as it is', (line, file, written) => {
  expect(claudeFormat.read(`- ${line}\n`).entries[0]?.topic).toBe(file);
  const range = fileIn(line);
  expect(line.slice(range?.from, range?.to)).toBe(written);
  expect(rewrittenLine(line, { hook: 'y' })).toBe(line.replace('— x', '— y'));
});

test('a renamed file is written as its link was', () => {
  const text = '- [A](my%20file.md) — x\n- [B](<my file.md>) — y\n';
  const { plan } = claudeFormat.renameTopic?.(claudeFormat.read(text), 'my file.md', 'new name.md') ?? {};
  expect(plan?.edits.map(({ insert }) => insert)).toEqual(['new%20name.md', 'new name.md']);
});
