import { expect } from 'vitest';
import type { Confidence } from '#shared/entries/entry.ts';
import { confidences } from '#shared/entries/entry.ts';
import { comparedFields, isOfPerson, lossOf } from '#shared/entries/losses.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { startOn } from '../engine-suite/starting.ts';
import { createMemoryWorld } from '../engine-world.ts';

/**
 * All calls of an assistant about an entry that a person corrected, confirmed or pinned, and the law that has to hold
 * after each.
 */

const assistant = 'Claude';

/** An entry by the name that the person gave it. */
type Target = Pick<ParsedEntry, 'category' | 'key' | 'value'>;
type Life = Awaited<ReturnType<typeof beginWith>>;
/** One call of an assistant about an entry. It may be refused. */
type Path = (life: Life, target: Target) => Promise<unknown>;

/** A memory with entries of the person's; the test decides how they became that. */
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
    /** The entry that has a name now, if any. */
    named: ({ category, key, value }: Target): ParsedEntry | undefined => {
      const { entries } = readContext(now());
      return key === null
        ? entries.find((entry) => entry.value === value)
        : entries.find((entry) => entry.category === category && entry.key === key);
    },
    change,
    apply: (updates: readonly object[]): Promise<unknown> =>
      call('context.apply', { workspace, updates: updates as never, assistant }),
    /** Another program writes the file, and the engine has seen it. */
    rewrite: async (edit: (text: string) => string): Promise<void> => {
      const after = edit(now());
      if (after !== now()) {
        world.outside.replace(world.contextPath, after);
        const entries = readContext(after).entries.map(({ raw }) => raw);
        await world.until(async () => expect((await start.entries()).map(({ raw }) => raw)).toEqual(entries));
        // Work queued after the current one: by then losses have been checked.
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

/** Rewrites or removes the line of an entry. */
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

/** True if a person's last text of an entry was changed without a decision or a report. */
export async function isReversedSilently(life: Life, theirs: ParsedEntry): Promise<boolean> {
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

/** Makes a call that may be refused; any other failure is a fault. */
export async function attempt(work: Promise<unknown> | undefined): Promise<void> {
  try {
    await work;
  } catch (error) {
    expect((error as { code?: string }).code).not.toBe('internal');
    expect(error).toHaveProperty('code');
  }
}
