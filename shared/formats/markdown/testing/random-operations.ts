import fc from 'fast-check';
import type { Operation } from '../../../contract/changes.ts';
import { refOf } from '../../../entries/entry.ts';
import type { MemoryDocument } from '../../document.ts';
import { randomKey, randomValue } from './random-markdown.ts';

/** The same cases each time by default, so that a rare failure doesn’t stop unrelated work. */
export const many = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 3000),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121),
};

export const randomOperation = fc.record({
  at: fc.nat(1000),
  op: fc.constantFrom('edit', 'rekey', 'move', 'archive', 'delete', 'add' as const),
  value: randomValue,
  key: randomKey,
  section: fc.option(fc.nat(20), { nil: undefined }),
  title: fc.constantFrom('Facts', 'New', 'C#', 'a › b', ''),
  yes: fc.boolean(),
});
type Random = typeof randomOperation extends fc.Arbitrary<infer T> ? T : never;

/** An operation on an existing entry; null if there are none. */
export function operationOn(document: MemoryDocument, random: Random): Operation | null {
  const { value, key, title } = random;
  const section = (random.section === undefined ? undefined : document.sections[random.section]?.title) ?? title;
  if (random.op === 'add') {
    const named = random.section === undefined ? {} : { section };
    return { op: 'add', category: null, key: random.yes ? key : null, value, ...named };
  }
  const entry = document.entries[random.at % Math.max(1, document.entries.length)];
  if (!entry) {
    return null;
  }
  const ref = refOf(entry);
  switch (random.op) {
    case 'edit':
      return { op: 'edit', entry: ref, value };
    case 'rekey':
      return { op: 'edit', entry: ref, key: random.yes ? key : null };
    case 'move':
      return { op: 'move', entry: ref, category: null, section };
    default:
      return { op: random.op, entry: ref };
  }
}
