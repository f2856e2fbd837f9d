import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { refOf } from '#shared/entries/entry.ts';
import { randomText } from '#shared/formats/hermes/testing/random-hermes.ts';
import { hermesRefusal } from '#shared/formats/hermes/testing/strict-hermes.ts';
import { createMemoryWorld, openIn } from '../../testing/engine-world.ts';

const seed = Number(process.env['CONTEXTURE_SEED'] ?? 20261121);
const began = 'Name: Maren\n§\nLikes tea.\nNever coffee.\n§\nworks on a boat';

const byPerson = ['edit', 'rekey', 'add', 'delete', 'archive', 'restore', 'pin', 'about', 'make room'] as const;
const acts = [...byPerson, 'apply', 'learn', 'undo', 'redo'] as const;
type Kind = (typeof acts)[number];

const randomAct = <K extends Kind>(kinds: readonly K[]) =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    at: fc.nat(1000),
    text: randomText.filter((text) => !text.includes('\ud800')),
    key: fc.constantFrom('Name', 'City', 'likes', 'a § b'),
    yes: fc.boolean(),
  });
type Act = {
  readonly kind: Kind;
  readonly at: number;
  readonly text: string;
  readonly key: string;
  readonly yes: boolean;
};

async function started() {
  const world = await createMemoryWorld();
  const path = `${world.root}/.hermes/memories/MEMORY.md`;
  world.outside.write(path, began);
  const opened = await openIn({ root: path, engine: world.engine });
  const { call, workspace, entries } = opened;
  const change = (operation: Operation | null) =>
    operation && call('context.change', { workspace, operations: [operation] });

  async function carryOut({ kind, at, text, key, yes }: Act) {
    const all = await entries();
    const entry = all[at % Math.max(1, all.length)];
    const ref = entry && refOf(entry);
    switch (kind) {
      case 'edit':
        return change(ref ? { op: 'edit', entry: ref, value: text } : null);
      case 'rekey':
        return change(ref ? { op: 'edit', entry: ref, key: yes ? key : null } : null);
      case 'pin':
        return change(ref ? { op: 'pin', entry: ref, pinned: yes } : null);
      case 'about':
        return change(ref ? { op: 'about', entry: ref, about: yes ? { kind: 'person', name: 'Sarah' } : null } : null);
      case 'delete':
      case 'archive':
        return change(ref ? { op: kind, entry: ref } : null);
      case 'add':
        return change({ op: 'add', category: null, key: yes ? key : null, value: text });
      case 'restore': {
        const archived = (await call('archive.entries', { workspace })).entries;
        const one = archived[at % Math.max(1, archived.length)];
        const item = one && { entry: refInFile(one), onDuplicate: yes ? ('replace' as const) : ('keep_both' as const) };
        return item ? call('archive.restore', { workspace, items: [item], makeRoom: false, allowOver: true }) : null;
      }
      case 'make room':
        return call('context.archiveOverflow', { workspace });
      case 'apply': {
        const updates = [{ category: 'fact', key, value: text, confidence: 'certain', source: 'x' }];
        return call('context.apply', { workspace, updates, assistant: 'Hermes' });
      }
      case 'learn': {
        const operations: Operation[] = [{ op: 'add', category: null, key: null, value: text }];
        return call('context.change', { workspace, operations, assistant: 'Hermes' });
      }
      case 'undo':
      case 'redo':
        return call(`context.${kind}`, { workspace });
    }
  }

  return {
    world,
    ...opened,
    now: (): string => world.text(path) ?? '',
    /** True if anything changed; false too if it was refused. */
    async did(act: Act): Promise<boolean> {
      try {
        return ((await carryOut(act))?.change ?? null) !== null;
      } catch (error) {
        if (toContextureError(error).code === 'internal') {
          throw error;
        }
        return false;
      }
    },
  };
}

const refInFile = ({ file, raw, ordinal }: { file: string; raw: string; ordinal: number }) => ({ file, raw, ordinal });

test('Hermes takes its memory after each of 1,000 steps of a person and an assistant', async () => {
  const { did, now, call, workspace } = await started();
  // Small enough to be exceeded again and again.
  await call('settings.write', { workspace, values: { tokenLimit: 100 } });
  let done = 0;
  for (const act of fc.sample(randomAct(acts), { seed, numRuns: 1000 })) {
    done += (await did(act)) ? 1 : 0;
    expect(hermesRefusal(now(), 2200), JSON.stringify([act, now()])).toBe(null);
  }
  const { summary } = await call('context.read', { workspace, limit: 1 });
  expect(summary.diagnostics).toEqual([]);
  expect(done).toBeGreaterThan(400);
});

test('undoes and redoes every step of a person on a memory of Hermes to the byte', async () => {
  const { did, now, call, workspace } = await started();
  const texts = [now()];
  for (const act of fc.sample(randomAct(byPerson), { seed, numRuns: 150 })) {
    if (texts.length <= 60 && (await did(act))) {
      texts.push(now());
    }
  }
  expect(texts.length).toBeGreaterThan(50);
  for (const text of texts.slice(0, -1).reverse()) {
    await call('context.undo', { workspace });
    expect(now()).toBe(text);
  }
  expect(now()).toBe(began);
  for (const text of texts.slice(1)) {
    await call('context.redo', { workspace });
    expect(now()).toBe(text);
  }
});
