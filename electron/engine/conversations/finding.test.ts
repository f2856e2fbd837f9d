import { expect, test } from 'vitest';
import type { Params, Result } from '#shared/contract/contract.ts';
import { engineInMemory } from '#testing/engine-in-memory.ts';

const path = '/home/person/.claude/projects/-home-person-code/6f1c.jsonl';
const id = `claude:${path}`;
const lineOf = (n: number, content: unknown): string =>
  `${JSON.stringify({ type: n % 2 === 0 ? 'user' : 'assistant', uuid: `u${n}`, message: { id: `m${n}`, content } })}\n`;

async function openWith(text: string) {
  const { call } = engineInMemory({ [path]: text });
  await call('conversations.approve', { place: 'claude', approved: true });
  const find = (asked: Omit<Params<'conversations.find'>, 'id'>) => call('conversations.find', { id, ...asked });
  /** Reads piece by piece from a place to the end in a direction. */
  async function findAll(asked: Omit<Params<'conversations.find'>, 'id'>) {
    const answers: Result<'conversations.find'>[] = [];
    for (let from = asked.from; from !== null; ) {
      const answer = await find({ ...asked, ...(from !== undefined && { from }) });
      answers.push(answer);
      from = answer.next ?? (null as never);
    }
    return answers;
  }
  return { find, findAll };
}

test('finds a text anywhere, in any case, with the blocks that contain it', async () => {
  const edit = { type: 'tool_use', id: 'x', name: 'Edit', input: { new_string: 'a tin\nof Tea' } };
  const lines = [
    lineOf(0, 'Green TEA, please.'),
    lineOf(1, [{ type: 'text', text: 'Yes.' }, edit, { type: 'thinking', thinking: 'of tea' }]),
    lineOf(2, 'Nothing of it.'),
  ];
  const { find } = await openWith(lines.join(''));
  const second = lines[0]?.length;
  expect(await find({ text: 'tea' })).toEqual({
    hits: [
      { at: 0, blocks: [0] },
      { at: second, blocks: [1, 2] },
    ],
    looked: 3,
    next: null,
  });
  expect((await find({ text: 'TIN\nof' })).hits).toEqual([{ at: second, blocks: [1] }]);
  expect((await find({ text: 'tea', from: second ?? 0, direction: 'back' })).hits).toEqual([{ at: 0, blocks: [0] }]);
});

test('searches a long conversation in pieces, from any place in both directions, each item once', async () => {
  const said = Array.from({ length: 1_300 }, (_, n) => lineOf(n, n % 100 === 0 ? `tin ${n} of tea` : `message ${n}`));
  const { findAll } = await openWith(said.join(''));
  const places = said.map((_, n) => said.slice(0, n).join('').length);
  const wanted = places.filter((_, n) => n % 100 === 0);
  const half = places[650] ?? 0;
  for (const [from, direction, there] of [
    [undefined, 'forward', wanted],
    [undefined, 'back', wanted],
    [half, 'forward', wanted.filter((at) => at >= half)],
    [half, 'back', wanted.filter((at) => at < half)],
  ] as const) {
    const answers = await findAll({ text: 'of tea', direction, ...(from !== undefined && { from }) });
    const hits = answers.flatMap((one) => one.hits.map(({ at }) => at));
    expect(hits.toSorted((one, other) => one - other)).toEqual(there);
    expect(answers.length).toBeGreaterThan(1);
    expect(answers.reduce((sum, { looked }) => sum + looked, 0)).toBe(from === undefined ? 1_300 : 650);
  }
});
