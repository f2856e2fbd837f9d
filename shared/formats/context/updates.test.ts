import { expect, test } from 'vitest';
import { checkUpdates } from './updates.ts';

const good = { category: 'insight', key: 'tea', value: 'calms', confidence: 'tentative', source: 'post_query' };

test.each([
  [{ ...good, key: undefined }, '“key” is missing.'],
  [{ ...good, key: 3 }, '“key” must be text.'],
  [{ ...good, confidence: 'sure' }, '“confidence” must be one of certain, likely, tentative.'],
  [{ ...good, date: '2026-01-01' }, '“date” is not known here.'],
  ['tea', 'The update must be an object.'],
  [{ ...good, value: ' ' }, '“tea” needs a text. To remove the entry, delete it. Nothing was changed.'],
])('reports the problem of %j', (update, message) => {
  expect(() => checkUpdates([good, update])).toThrow(
    expect.objectContaining({
      code: 'updates_invalid',
      details: { items: [expect.objectContaining({ index: 1, message })] },
    }),
  );
});
