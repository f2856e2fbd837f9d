import { expect, test } from 'vitest';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { createLookAtAll } from './look-at-all.ts';

test('reports an unreadable file once, and tries again only after it changes', async () => {
  const told: string[] = [];
  let text = 'a\u200b';
  const broken = {
    get entries(): never {
      throw new Error('broken');
    },
  } as unknown as MemoryDocument;
  const base = {
    ports: { log: (level: string) => told.push(level) },
    access: { inTurn: (work: (turn: Turn) => Promise<unknown>) => work({} as Turn) },
    tell: (event: string) => told.push(event),
  } as unknown as WorkspaceParts;
  const all = createLookAtAll(
    base,
    {
      texts: () => [{ place: 'memory', file: 'global.md', text, document: broken }],
      storages: async () => [],
      archive: { revision: () => 0, readFor: async () => ({ files: [], reading: null }) },
    },
    { find: async () => [], newIn: async () => [], masked: async (text) => text, problem: () => null },
  );
  await all.catchUp();
  await all.catchUp();
  expect(told).toEqual(['warn', 'scan.changed']);
  expect(all.problem()).toBe('Not everything could be looked at.');
  text = 'b\u200b';
  await all.catchUp();
  expect(told).toEqual(['warn', 'scan.changed', 'warn', 'scan.changed']);
});
