import { expect } from 'vitest';
import type { Confidence } from '#shared/entries/entry.ts';
import { confidences } from '#shared/entries/entry.ts';
import { comparedFields, isOfPerson, lossOf } from '#shared/entries/losses.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { startOn } from '../engine-suite/starting.ts';
import { createMemoryWorld } from '../engine-world.ts';

/** All that an assistant can do about what a person corrected, confirmed or pinned, and what has to hold after it. */

const assistant = 'Claude';

/** An entry by the name that the person gave it. */
type Target = Pick<ParsedEntry, 'category' | 'key' | 'value'>;
type Life = Awaited<ReturnType<typeof beginWith>>;
/** Something an assistant does about an entry. It may be refused. */
type Path = (life: Life, target: Target) => Promise<unknown>;

/** A memory in which entries are the person's; how they became that is for the test. */
export async function beginWith(text: string, as: 'assistant' | 'person' = 'assistant') {
  const start = await startOn(createMemoryWorld, text);
  const { world, call, workspace } = start;
  const now = (): string => world.text(world.contextPath) ?? '';
  const change = (operation: object): Promise<unknown> =>
    call('context.change', {
      workspace,
      operations: [operation as never],
      ...(as === 'assistant' && { assistant }),
    });
  return {
    ...start,
    now,
    /** The entry that goes by a name now, if there is one. */
    named: ({ category, key, value }: Target): ParsedEntry | undefined => {
      const { entries } = readContext(now());
      return key === null
        ? entries.find((entry) => entry.value === value)
        : entries.find((entry) => entry.category === category && entry.key === key);
    },
    change,
    apply: (updates: readonly object[]): Promise<unknown> =>
      call('context.apply', { workspace, updates: updates as never, assistant }),
    /** Another program writes the file, and is seen to have. */
    rewrite: async (edit: (text: string) => string): Promise<void> => {
      const after = edit(now());
      if (after !== now()) {
        world.outside.replace(world.contextPath, after);
        const entries = readContext(after).entries.map(({ raw }) => raw);
        await world.until(async () => expect((await start.entries()).map(({ raw }) => raw)).toEqual(entries));
        // What comes after what is under way: by then it has been looked at for losses.
        await call('archive.files', { workspace });
      }
    },
  };
}

const said = (target: Target, value: string, confidence: Confidence): object => ({
  category: target.category ?? 'insight',
  key: target.key ?? 'learned',
  value,
  confidence,
  source: assistant,
});

const refIn = (life: Life, target: Target) => {
  const entry = life.named(target);
  const { category, key, raw, ordinal } = entry ?? { category: null, key: null, raw: '- gone', ordinal: 0 };
  return { category, key, raw, ordinal };
};

/** Rewrites the line of an entry, or leaves it out. */
const line = (life: Life, target: Target, edit: (raw: string) => string | null) =>
  life.rewrite((text) => {
    const raw = life.named(target)?.raw;
    return raw === undefined
      ? text
      : text.replace(`${raw}\n`, () => {
          const after = edit(raw);
          return after === null ? '' : `${after}\n`;
        });
  });

const withoutBracket = (raw: string): string => raw.replace(/^- \[[^\]]*\] /, '- ');

export const paths: Readonly<Record<string, Path>> = {
  ...Object.fromEntries(
    confidences.flatMap((confidence): [string, Path][] => [
      [`append, ${confidence}`, (life, target) => life.apply([said(target, 'their own words', confidence)])],
      [`append the same, ${confidence}`, (life, target) => life.apply([said(target, target.value, confidence)])],
    ]),
  ),
  'append prose': (life) => life.change({ op: 'add', category: 'insight', key: null, value: 'something else' }),
  replace: (life, target) => life.change({ op: 'edit', entry: refIn(life, target), value: 'their own words' }),
  'replace by the same': (life, target) =>
    life.change({ op: 'edit', entry: refIn(life, target), value: target.value, key: target.key }),
  'replace the name': (life, target) => life.change({ op: 'edit', entry: refIn(life, target), key: 'another_name' }),
  'replace by prose': (life, target) =>
    life.change({ op: 'edit', entry: refIn(life, target), key: null, value: 'their own words' }),
  delete: (life, target) => life.change({ op: 'delete', entry: refIn(life, target) }),
  unpin: (life, target) => life.change({ op: 'pin', entry: refIn(life, target), pinned: false }),
  'make less sure': (life, target) =>
    life.change({ op: 'confidence', entry: refIn(life, target), confidence: 'tentative' }),
  archive: (life, target) => life.change({ op: 'archive', entry: refIn(life, target) }),
  move: (life, target) => life.change({ op: 'move', entry: refIn(life, target), category: 'fact' }),
  'apply several': (life, target) =>
    life.apply([
      said(target, 'first words', 'certain'),
      said({ ...target, key: `${target.key} too` }, 'more words', 'likely'),
      said(target, 'last words', 'certain'),
    ]),
  'crowd out': (life) =>
    life.apply(
      Array.from({ length: 6 }, (_, n) =>
        said({ category: 'insight', key: `crowd_${n}`, value: '' }, `${'words '.repeat(12)}${n}`, 'certain'),
      ),
    ),
  'rewrite the words': (life, target) => line(life, target, (raw) => raw.replace(target.value, 'their own words')),
  'rewrite without brackets': (life) => life.rewrite((text) => text.split('\n').map(withoutBracket).join('\n')),
  'rewrite without it': (life, target) => line(life, target, () => null),
  'rewrite as theirs': (life, target) =>
    line(life, target, (raw) => `- [2026-03-03|certain|${assistant}] ${withoutBracket(raw).slice(2)}`),
};

/** Whether what a person last said of an entry stands as they left it, waits for them or has been told. */
export async function isReversedUntold(life: Life, theirs: ParsedEntry): Promise<boolean> {
  const yours = comparedFields(theirs);
  expect(isOfPerson(yours)).toBe(true);
  const stands = readContext(life.now()).entries.some(
    (entry) => entry.category === theirs.category && lossOf(yours, comparedFields(entry)) === null,
  );
  if (stands) {
    return false;
  }
  const { cards } = await life.call('cards.list', { workspace: life.workspace });
  return !cards.some(
    (card) =>
      card.kind === 'losses' &&
      card.items.some((item) => item.yours.key === theirs.key && item.yours.value === theirs.value),
  );
}

/** Does what may be refused; what fails in any other way is a fault. */
export async function attempt(work: Promise<unknown> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    expect((error as { code?: string }).code).not.toBe('internal');
    expect(error).toHaveProperty('code');
  }
}
