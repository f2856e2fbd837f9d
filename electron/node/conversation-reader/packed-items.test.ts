import { expect, test } from 'vitest';
import { emptyItem } from '#shared/conversations/formats/format.ts';
import { itemsBefore, itemsFrom, packItems } from './packed-items.ts';

test('unpacks packed items unchanged, from any number on and before it', () => {
  const items = Array.from({ length: 120 }, (_, at) => {
    const text = at % 40 === 0 ? `\ud800 ${'long '.repeat(20_000)}` : `Text ${at}, ü 茶`;
    return emptyItem({ at, author: 'person', blocks: [{ kind: 'text', text }] });
  });
  const packed = packItems(items);
  expect(packed.pages.length).toBeGreaterThan(3);
  for (const number of [0, 1, 40, 41, 49, 50, 99, 119, 120, 500]) {
    expect([...itemsFrom(packed, number)]).toEqual(items.slice(number));
    expect([...itemsBefore(packed, number)]).toEqual(items.slice(0, number).toReversed());
  }
  expect([...itemsFrom(packItems([]), 0)]).toEqual([]);
});
