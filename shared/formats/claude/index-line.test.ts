import { expect, test } from 'vitest';
import { refOf } from '../../entries/entry.ts';
import { applyEdits } from '../../text/edits.ts';
import { claudeFormat, fileIn, rewrittenLine } from './format.ts';

test.each([
  ['[Space](my%20file.md) — x', 'my file.md', 'my%20file.md'],
  ['[Space](<my file.md>) — x', 'my file.md', 'my file.md'],
  ['[Percent](./100%.md) — x', '100%.md', '100%.md'],
  ['[Tea](tea.md) — x', 'tea.md', 'tea.md'],
])('finds the file of %s in any notation, and a new hook keeps the link', (line, file, written) => {
  expect(claudeFormat.read(`- ${line}\n`).entries[0]?.topic).toBe(file);
  const range = fileIn(line);
  expect(line.slice(range?.from, range?.to)).toBe(written);
  expect(rewrittenLine(line, { hook: 'y' })).toBe(line.replace('— x', '— y'));
});

test('writes a renamed file in the notation of its link', () => {
  const text = '- [A](my%20file.md) — x\n- [B](<my file.md>) — y\n';
  const { plan } = claudeFormat.renameTopic?.(claudeFormat.read(text), 'my file.md', 'new name.md') ?? {};
  expect(plan?.edits.map(({ insert }) => insert)).toEqual(['new%20name.md', 'new name.md']);
});

test('reads a file name as a title in words, and keeps it when only the hook changes', () => {
  const text = '- [feedback_deploy.md](feedback_deploy.md) — never on Fridays\n- [tea_time.md](tea.md) — at four\n';
  const document = claudeFormat.read(text);
  expect(document.entries.map(({ key }) => key)).toEqual(['Deploy', 'Tea time']);
  const [entry] = document.entries;
  const edited = (key: string | undefined) =>
    entry &&
    applyEdits(
      text,
      claudeFormat.plan(document, [{ op: 'edit', entry: refOf(entry), key, value: 'never' }], '2026-11-27', 'person')
        .plan.edits,
    );
  expect(edited('Deploy')).toBe(text.replace('never on Fridays', 'never'));
  expect(edited('Deploying')).toBe(
    text.replace('[feedback_deploy.md]', '[Deploying]').replace('never on Fridays', 'never'),
  );
});
