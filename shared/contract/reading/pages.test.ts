import { expect, test } from 'vitest';
import type { Client } from '../wire/client.ts';
import { readPages } from './pages.ts';

test('reads no page beyond the most items wanted, and names the first page’s revision for further ones', async () => {
  const asked: unknown[] = [];
  const call = (async (_: string, { offset = 0, revision }: { offset?: number; revision?: number }) => {
    asked.push([offset, revision]);
    return { revision: 7, total: 9, entries: [offset, offset + 1] };
  }) as unknown as Client['call'];
  const { entries } = await readPages(call, 'archive.entries', 'entries', { workspace: 'w1' }, { most: 3 });
  expect(entries).toEqual([0, 1, 2, 3]);
  expect(asked).toEqual([
    [0, undefined],
    [2, 7],
  ]);
});
