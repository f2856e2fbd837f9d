import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { categories, confidences, refOf } from '#shared/entries/entry.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { randomContext, randomKey, randomValue } from '#shared/formats/context/testing/random-context.ts';
import { lineEndAfter } from '#shared/text/lines.ts';
import { uncounted, update } from '../../testing/engine-suite/starting.ts';
import { createMemoryWorld, openIn } from '../../testing/engine-world.ts';

type Opened = Awaited<ReturnType<typeof openIn>>;

const randomChange = fc.record({
  at: fc.nat(1000),
  kind: fc.constantFrom(
    'edit',
    'rekey',
    'confidence',
    'move',
    'pin',
    'about',
    'archive',
    'delete',
    'add',
    'apply',
    'type' as const,
  ),
  value: randomValue,
  key: randomKey,
  category: fc.constantFrom(...categories),
  confidence: fc.constantFrom(...confidences),
  yes: fc.boolean(),
});
type RandomChange = typeof randomChange extends fc.Arbitrary<infer T> ? T : never;

async function carryOut({ call, workspace, entries, summary }: Opened, random: RandomChange, text: string) {
  const { kind, value, key, category, confidence, yes } = random;
  if (kind === 'apply') {
    return call('context.apply', { workspace, updates: [update(key, value, category)] });
  }
  if (kind === 'type') {
    const { version } = await summary();
    // Below the frontmatter: a value typed there is indistinguishable from the ones every change counts.
    const top = lineEndAfter(text, readContext(text).frontmatter.body?.to ?? 0);
    const at = Math.min(text.length, top + (random.at % (text.length + 1)));
    return call('text.save', { workspace, version, edits: [{ from: at, to: at, insert: value }] });
  }
  const all = await entries();
  const entry = all[random.at % Math.max(1, all.length)];
  const operation = ((): Operation | null => {
    if (kind === 'add') {
      return { op: 'add', category, key: yes ? key : null, value };
    }
    if (!entry) {
      return null;
    }
    const ref = refOf(entry);
    switch (kind) {
      case 'edit':
        return { op: 'edit', entry: ref, value };
      case 'rekey':
        return { op: 'edit', entry: ref, key: yes ? key : null };
      case 'confidence':
        return { op: 'confidence', entry: ref, confidence };
      case 'move':
        return { op: 'move', entry: ref, category };
      case 'pin':
        return { op: 'pin', entry: ref, pinned: yes };
      case 'about':
        return { op: 'about', entry: ref, about: yes ? { kind: 'person', name: 'Sarah' } : null };
      default:
        return { op: kind, entry: ref };
    }
  })();
  return operation && call('context.change', { workspace, operations: [operation] });
}

/** The change's id; null if it was refused or changed nothing. */
async function attempt(work: Promise<{ readonly change: { readonly id: string } | null } | null>) {
  try {
    return (await work)?.change?.id ?? null;
  } catch (error) {
    if (toContextureError(error).code === 'internal') {
      throw error;
    }
    return null;
  }
}

test('undo and redo restore the file byte for byte, except the values that every change counts', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(randomContext, fc.array(randomChange, { minLength: 1, maxLength: 3 }), async (text, changes) => {
      const world = await createMemoryWorld();
      world.outside.write(world.contextPath, text);
      const opened = await openIn(world);
      const { call, workspace } = opened;
      const now = (): string => world.text(world.contextPath) ?? '';
      const made: { readonly change: string; readonly before: string; readonly after: string }[] = [];
      for (const random of changes) {
        const before = now();
        const change = await attempt(carryOut(opened, random, before));
        if (change !== null) {
          made.push({ change, before, after: now() });
        }
      }
      const undone: string[] = [];
      for (const { change, before } of made.toReversed()) {
        undone.unshift((await call('context.undo', { workspace, change })).change?.id ?? '');
        expect(uncounted(now())).toBe(uncounted(before));
      }
      for (const [index, { after }] of made.entries()) {
        await call('context.undo', { workspace, change: undone[index] });
        expect(uncounted(now())).toBe(uncounted(after));
      }
      done += made.length;
      await world.engine().close();
    }),
    { numRuns: 150 },
  );
  // Most random changes must be possible, or this would show nothing.
  expect(done).toBeGreaterThan(150);
});
