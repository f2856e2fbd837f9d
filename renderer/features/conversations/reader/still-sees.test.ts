import { expect, test } from 'vitest';
import type { OutlineItem, PageItem } from '#shared/contract/features/conversations.ts';
import { measureLeft, outlineOf } from '#shared/conversations/reading/outline-item.ts';
import { asItHappened, underRules } from './still-sees.ts';

const item = (at: number, others: Partial<PageItem> = {}): PageItem => ({
  at,
  kind: 'message',
  author: at % 2 === 0 ? 'person' : 'assistant',
  id: null,
  parent: null,
  time: null,
  model: null,
  blocks: [{ kind: 'text', text: `This was said at place ${at}, and it is of some length. ` }],
  usage: null,
  marks: [],
  compaction: null,
  turns: null,
  cuts: [],
  ...others,
});
const outline = (items: readonly PageItem[]): OutlineItem[] => items.map(outlineOf);
const droppedIn = ({ fates }: ReturnType<typeof asItHappened>) =>
  [...fates].filter(([, { what }]) => what === 'dropped').map(([at]) => at);

test('as it happened, the last compaction hides earlier messages and shows its summary', () => {
  const items = [
    item(0),
    item(1),
    item(2, { kind: 'compaction', author: 'program', blocks: [] }),
    item(3, { author: 'program', marks: ['summary'] }),
    item(4),
    item(5, { marks: ['rewound'] }),
    item(6, { marks: ['side'] }),
  ];
  const sight = asItHappened(outline(items));
  expect([...sight.fates]).toEqual([
    [0, expect.objectContaining({ why: 'No longer seen', isToldBelow: true })],
    [1, expect.objectContaining({ why: 'No longer seen', isToldBelow: true })],
    [5, expect.objectContaining({ why: 'Taken back' })],
    [6, expect.objectContaining({ why: 'Seen by a sub-agent alone' })],
  ]);
  expect(sight.after).toBeLessThan(sight.before);
  expect(sight.seenFrom).toEqual({ at: 2, isAll: true });
});

const compaction = { trigger: null, before: null, after: null, keptFrom: null, left: null };

test('a compaction that left some earlier messages hides those before them', () => {
  const items = [
    item(0),
    item(1, { kind: 'compaction', author: 'program', compaction }),
    item(2),
    item(3, { id: 'kept' }),
    item(4),
    item(5, { kind: 'compaction', author: 'program', compaction: { ...compaction, keptFrom: 'kept' } }),
    item(6),
  ];
  const sight = asItHappened(outline(items));
  expect(droppedIn(sight)).toEqual([0, 2]);
  expect(sight.seenFrom).toEqual({ at: 3, isAll: true });
  const each = sight.before / items.length;
  expect(sight.after).toBe(4 * each);
  const unknown = items.with(5, item(5, { kind: 'compaction', compaction: { ...compaction, keptFrom: 'gone' } }));
  expect(droppedIn(asItHappened(outline(unknown)))).toEqual([0, 2, 3, 4]);
});

test('a compaction that lists its remaining texts hides all others, and shortens texts of which a part remains', () => {
  const texts = (...said: readonly string[]) => ({ blocks: said.map((text) => ({ kind: 'text' as const, text })) });
  const again = 'Go on with that, and say what it came to. ';
  const long = 'The plan is this: '.repeat(20);
  const list = [again, long.slice(0, 200), 'I will.', 'A summary nobody has read before.'];
  const items = [
    item(0, texts(again)),
    item(1, texts('Done.')),
    item(2, texts(long)),
    item(3, { blocks: [...texts('I will.').blocks, { kind: 'call', id: null, name: 'ls', input: '{"path": "."}' }] }),
    item(4, texts(again)),
    item(5, { ...texts(again), marks: ['rewound'] }),
    item(6, {
      kind: 'compaction',
      author: 'program',
      blocks: [],
      compaction: { ...compaction, left: list.map(measureLeft) },
    }),
    item(7),
  ];
  const all = outline(items);
  const sight = asItHappened(all);
  expect(droppedIn(sight)).toEqual([0, 1, 5]);
  expect([...sight.fates].filter(([, { what }]) => what === 'shortened').map(([at]) => at)).toEqual([2, 3]);
  const weightOf = (at: number): number => all[at]?.tokens ?? 0;
  expect(sight.after).toBe(
    weightOf(4) + weightOf(7) + measureLeft(long.slice(0, 200)).tokens + measureLeft('I will.').tokens,
  );
});

test('a compaction known to leave the person’s last messages hides all else, and cuts them to its room', () => {
  const said = (words: number) => ({
    author: 'person' as const,
    blocks: [{ kind: 'text' as const, text: 'word '.repeat(words) }],
  });
  const items = [
    item(0, said(100)),
    item(1, said(1000)),
    item(2, { ...said(10), author: 'assistant' }),
    item(3, { ...said(10), marks: ['rewound'] }),
    item(4, said(100)),
    item(5, { kind: 'compaction', author: 'program', blocks: [], compaction: { ...compaction, keepsOfPerson: 330 } }),
    item(6, said(10)),
  ];
  const sight = asItHappened(outline(items));
  expect(droppedIn(sight)).toEqual([0, 2, 3]);
  expect([...sight.fates].filter(([, { what }]) => what === 'shortened').map(([at]) => at)).toEqual([1]);
  expect(sight.after).toBe(330 + 13);
});

test('rules hide only messages never seen if there is room', () => {
  const items = [item(0), item(1, { marks: ['summary'], author: 'program' }), item(2)];
  expect(droppedIn(underRules(items, outline(items), 'careful', 100_000))).toEqual([1]);
});

test('a budget first shortens tool results, then hides the oldest messages', () => {
  const call = { kind: 'call' as const, id: 'call', name: 'Read', input: '{"path":"a"}' };
  const result = { kind: 'result' as const, id: 'call', text: 'a line of a file\n'.repeat(200), isError: false };
  const items = [
    item(0),
    item(1, { blocks: [call] }),
    item(2, { author: 'tool', blocks: [result] }),
    ...Array.from({ length: 40 }, (_, index) => item(index + 3)),
  ];
  const careful = underRules(items, outline(items), 'careful', 1200);
  expect(careful.fates.get(2)?.what).toBe('shortened');
  expect(droppedIn(careful)).toEqual([]);
  const tight = underRules(items, outline(items), 'careful', 300);
  expect(droppedIn(tight)).toContain(1);
  expect(droppedIn(tight)).toContain(2);
  expect(droppedIn(tight)).not.toContain(0);
  expect(tight.after).toBeLessThan(tight.before);
});

test('counts text that a page has cut off', () => {
  const text = 'as long as this line is '.repeat(10);
  const short = item(0, { blocks: [{ kind: 'text', text }] });
  const long = { ...short, cuts: [{ block: 0, missing: text.length * 9 }] };
  const weigh = (one: PageItem): number => underRules([one], outline([one]), 'seed', 100_000).before;
  expect(weigh(long)).toBeGreaterThan(weigh(short) * 9);
});
