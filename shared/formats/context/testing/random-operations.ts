import fc from 'fast-check';
import type { Operation } from '../../../contract/changes.ts';
import type { ErrorCode } from '../../../contract/error-codes.ts';
import { ContextureError } from '../../../contract/errors.ts';
import { categories, confidences, refOf } from '../../../entries/entry.ts';
import { estimate } from '../../../entries/measure.ts';
import type { MemoryDocument, ParsedEntry } from '../../document.ts';
import { contextFormat } from '../format.ts';
import { randomKey, randomValue } from './random-context.ts';

export const today = '2026-11-21';
export const rules = { format: contextFormat, today, limit: 2000, measure: estimate, fit: false };
/** The same cases each time by default, so that a rare failure doesn’t stop unrelated work. */
export const many = {
  numRuns: Number(process.env['CONTEXTURE_CASES'] ?? 3000),
  seed: Number(process.env['CONTEXTURE_SEED'] ?? 20261121),
};
const refusals: readonly ErrorCode[] = [
  'key_invalid',
  'value_invalid',
  'section_unclear',
  'source_invalid',
  'updates_invalid',
  'key_exists',
  'invalid_request',
];

/** Runs a change. @returns null for a refusal with an expected code, which changes nothing */
export function attempt<T>(change: () => T): T | null {
  try {
    return change();
  } catch (error) {
    if (error instanceof ContextureError && refusals.includes(error.code)) {
      return null;
    }
    throw error;
  }
}

export const randomOperation = fc.record({
  at: fc.nat(1000),
  op: fc.constantFrom(
    'edit',
    'rekey',
    'confidence',
    'move',
    'pin',
    'protect',
    'about',
    'archive',
    'delete',
    'add' as const,
  ),
  value: randomValue,
  key: randomKey,
  category: fc.constantFrom(...categories),
  confidence: fc.constantFrom(...confidences),
  yes: fc.boolean(),
});
type Random = typeof randomOperation extends fc.Arbitrary<infer T> ? T : never;

export function operationOn(
  document: MemoryDocument,
  random: Random,
): { operation: Operation; entry: ParsedEntry | null } | null {
  const { value, key, category, confidence } = random;
  if (random.op === 'add') {
    return { operation: { op: 'add', category, key: random.yes ? key : null, value }, entry: null };
  }
  const entry = document.entries[random.at % Math.max(1, document.entries.length)];
  if (!entry) {
    return null;
  }
  const ref = refOf(entry);
  switch (random.op) {
    case 'edit':
      return { operation: { op: 'edit', entry: ref, value }, entry };
    case 'rekey':
      return { operation: { op: 'edit', entry: ref, key: random.yes ? key : null }, entry };
    case 'confidence':
      return { operation: { op: 'confidence', entry: ref, confidence }, entry };
    case 'move':
      return { operation: { op: 'move', entry: ref, category }, entry };
    case 'pin':
      return { operation: { op: 'pin', entry: ref, pinned: random.yes }, entry };
    case 'protect':
      return { operation: { op: 'protect', entry: ref, until: random.yes ? '2031-05-06' : null }, entry };
    case 'about':
      return {
        operation: { op: 'about', entry: ref, about: random.yes ? { kind: 'project', name: 'Acme' } : null },
        entry,
      };
    default:
      return { operation: { op: random.op, entry: ref }, entry };
  }
}
