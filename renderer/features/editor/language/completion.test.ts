import { expect, test } from 'vitest';
import { completeAt, completed, offered, today } from '../../../testing/editor-state.ts';

const known = '## Preferences\n- language: English\n- [2026-01-01¦likely¦post_query¦mine] lunch_time: noon\n';

test.each([
  ['## Facts\n- Some prose with a word li|'],
  ['## Facts\nla|'],
  ['## Facts\n- a|'],
  ['## Facts\n- see [li|'],
  ['- [link|](https://a.b)'],
  ['- [x|] to do'],
  ['- [2026-01-01¦likely] prose an|'],
  ['```\n- [|\n```\n'],
  ['<!--\n- [2026-01-01¦c|\n-->\n'],
  ['## Facts\n- language|: English'],
  ['## Facts\nver|'],
])('offers nothing while writing %j', (text) => {
  expect(offered(known + text)).toBeNull();
});

test.each([
  ['## Facts\n- [|', `## Facts\n- [${today}|certain|user_correction] `],
  ['## Patterns\n- [|', `## Patterns\n- [${today}|likely|user_correction] `],
  ['## Household\n* [2026|', `## Household\n* [${today}|tentative|user_correction] `],
  ['## Facts\n- 😀: x\n- [| text', `## Facts\n- 😀: x\n- [${today}|certain|user_correction] text`],
])('offers a whole bracket at its start (%j)', (text, expected) => {
  const [label = ''] = offered(text) ?? [];
  expect(completed(text, label)).toBe(expected);
});

test('offers today as the date of an existing bracket', () => {
  expect(completed('- [2026|-01-01¦likely] a: b', today)).toBe(`- [${today}|likely] a: b`);
});

test('offers three words for the second field, which replace its text', () => {
  expect(offered('- [2026-01-01¦|')).toEqual(['certain', 'likely', 'tentative']);
  expect(completed('- [2026-01-01¦li|kley¦x] a: b', 'likely')).toBe('- [2026-01-01|likely|x] a: b');
});

test('shows all other choices of a valid field on request', () => {
  expect(completeAt('- [2026-01-01¦lik|ely¦x] a: b', true)?.filter).toBe(false);
  expect(completeAt('- [2026-01-01¦lik|] a: b', true)?.filter).toBeUndefined();
});

test('offers the text’s sources and the person’s own, without notes', () => {
  const text = `${known}- [2026-01-02¦certain¦user_correction: by me] a: b\n- [2026-01-01¦likely¦|`;
  expect(offered(text)).toEqual(['user_correction', 'post_query']);
});

test('offers flags, those of the text too, each once', () => {
  expect(offered(`${known}- [2026-01-01¦likely¦x¦pinned¦|] a: b`)).toEqual([
    ...['until=2026-12-21', 'confirmed', 'mine'],
    ...['about=person:', 'about=project:', 'about=thing:'],
  ]);
});

test('offers subjects of other entries first, and only one for an entry', () => {
  const text = `${known}- [2026-01-01¦likely¦x¦about=person:Sarah Chen] tea: calms\n`;
  const about = (fields: string) =>
    offered(`${text}- [2026-01-01¦likely¦x${fields}¦|] a: b`)?.filter((label) => label.startsWith('about='));
  expect(about('')).toEqual(['about=person:Sarah Chen', 'about=person:', 'about=project:', 'about=thing:']);
  expect(about('¦about=thing:tea')).toEqual([]);
});

test('offers keys after two letters, or on request', () => {
  expect(offered(`${known}- la|`)).toEqual(['language']);
  expect(offered(`${known}- [2026-01-01] ti|`)).toEqual(['lunch_time']);
  expect(offered(`${known}- |`)).toBeNull();
  expect(offered(`${known}- |`, true)).toEqual(['language', 'lunch_time']);
  expect(completed(`${known}- la|`, 'language').endsWith('- language: ')).toBe(true);
});

test('ignores Enter on a key that was offered without a request', () => {
  expect([completeAt(`${known}- la|`)?.options[0]?.type, completeAt(`${known}- la|`, true)?.options[0]?.type]).toEqual([
    'key',
    undefined,
  ]);
});

test('offers the three names of the frontmatter, each once', () => {
  expect(offered('---\nversion: 3\nl|\n---\n')).toEqual(['last_updated', 'token_estimate']);
  expect(completed('---\nversion: 3\nl|\n---\n', 'last_updated')).toBe(
    `---\nversion: 3\nlast_updated: ${today}\n---\n`,
  );
  expect(completed('---\nver|: 3\n---\n', 'version')).toBe('---\nversion: 3\n---\n');
  expect(offered('---\nversion: 3\n---\nl|\n')).toBeNull();
});
