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
])('nothing is offered while writing %j', (text) => {
  expect(offered(known + text)).toBeNull();
});

test.each([
  ['## Facts\n- [|', `## Facts\n- [${today}|certain|user_correction] `],
  ['## Patterns\n- [|', `## Patterns\n- [${today}|likely|user_correction] `],
  ['## Household\n* [2026|', `## Household\n* [${today}|tentative|user_correction] `],
  ['## Facts\n- 😀: x\n- [| text', `## Facts\n- 😀: x\n- [${today}|certain|user_correction] text`],
])('a bracket is offered whole where it begins (%j)', (text, expected) => {
  const [label = ''] = offered(text) ?? [];
  expect(completed(text, label)).toBe(expected);
});

test('the date of a bracket that is there can become today', () => {
  expect(completed('- [2026|-01-01¦likely] a: b', today)).toBe(`- [${today}|likely] a: b`);
});

test('the second field is one of three words, and replaces what stands there', () => {
  expect(offered('- [2026-01-01¦|')).toEqual(['certain', 'likely', 'tentative']);
  expect(completed('- [2026-01-01¦li|kley¦x] a: b', 'likely')).toBe('- [2026-01-01|likely|x] a: b');
});

test('in a field that is right already all others are shown when asked for', () => {
  expect(completeAt('- [2026-01-01¦lik|ely¦x] a: b', true)?.filter).toBe(false);
  expect(completeAt('- [2026-01-01¦lik|] a: b', true)?.filter).toBeUndefined();
});

test('sources are those of the text and a person’s own, without what was noted with them', () => {
  const text = `${known}- [2026-01-02¦certain¦user_correction: by me] a: b\n- [2026-01-01¦likely¦|`;
  expect(offered(text)).toEqual(['user_correction', 'post_query']);
});

test('flags follow, those of the text too, but none twice', () => {
  expect(offered(`${known}- [2026-01-01¦likely¦x¦pinned¦|] a: b`)).toEqual([
    ...['until=2026-12-21', 'confirmed', 'mine'],
    ...['about=person:', 'about=project:', 'about=thing:'],
  ]);
});

test('whom an entry can be about is first who others are about, and one is enough', () => {
  const text = `${known}- [2026-01-01¦likely¦x¦about=person:Sarah Chen] tea: calms\n`;
  const about = (fields: string) =>
    offered(`${text}- [2026-01-01¦likely¦x${fields}¦|] a: b`)?.filter((label) => label.startsWith('about='));
  expect(about('')).toEqual(['about=person:Sarah Chen', 'about=person:', 'about=project:', 'about=thing:']);
  expect(about('¦about=thing:tea')).toEqual([]);
});

test('keys like what was begun are offered after two letters, or when asked for', () => {
  expect(offered(`${known}- la|`)).toEqual(['language']);
  expect(offered(`${known}- [2026-01-01] ti|`)).toEqual(['lunch_time']);
  expect(offered(`${known}- |`)).toBeNull();
  expect(offered(`${known}- |`, true)).toEqual(['language', 'lunch_time']);
  expect(completed(`${known}- la|`, 'language').endsWith('- language: ')).toBe(true);
});

test('a key that offers itself is not taken by Enter', () => {
  expect([completeAt(`${known}- la|`)?.options[0]?.type, completeAt(`${known}- la|`, true)?.options[0]?.type]).toEqual([
    'key',
    undefined,
  ]);
});

test('the top of the file has three names, each once', () => {
  expect(offered('---\nversion: 3\nl|\n---\n')).toEqual(['last_updated', 'token_estimate']);
  expect(completed('---\nversion: 3\nl|\n---\n', 'last_updated')).toBe(
    `---\nversion: 3\nlast_updated: ${today}\n---\n`,
  );
  expect(completed('---\nver|: 3\n---\n', 'version')).toBe('---\nversion: 3\n---\n');
  expect(offered('---\nversion: 3\n---\nl|\n')).toBeNull();
});
