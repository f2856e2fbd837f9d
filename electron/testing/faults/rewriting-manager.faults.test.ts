import { expect, it } from 'vitest';
import type { Operation } from '#shared/contract/changes.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { startOn } from '../engine-suite/starting.ts';
import { createMemoryWorld } from '../engine-world.ts';
import { createRandom, type Random } from './random.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * A manager that parses the file and prints its parsed form: prose, dates, pins and corrections are lost, and sometimes
 * an entry or its words, or headings, comments and other text. Decisions report all of the person's losses, and put
 * them back unchanged.
 */

const rewrites = sized({ full: 1000, small: 40 });
const inLife = 20;

const headings = ['## Preferences (certain)', '## Patterns (likely)', '## Facts (certain)', '## Insights (tentative)'];
const sources = [
  'user_correction',
  'post_query',
  'user_correction: said so',
  'weekly|pinned',
  'user_correction|pinned',
];

function randomLine(random: Random, n: number): string {
  const bracket = random.below(3) === 0 ? '' : `[2026-01-1${random.below(9)}|certain|${random.pick(sources)}] `;
  return `- ${bracket}${random.below(3) === 0 ? '' : `key_${n}: `}words that are only here, ${n}`;
}

function randomDocument(random: Random): string {
  const owner = random.below(2) === 0 ? ['owner: somebody'] : [];
  const counted = ['last_updated: 2026-01-16', 'version: 15', ...owner, 'token_estimate: 450'];
  const top = ['---', ...counted, '---', '', '# Global Context'];
  const sections = headings.flatMap((heading, section) => [
    ...['', heading],
    ...(random.below(3) === 0 ? [randomText(random, section)] : []),
    ...Array.from({ length: 2 + random.below(6) }, (_, n) => randomLine(random, section * 100 + n)),
  ]);
  return [...top, ...sections, ''].join('\n');
}

const randomText = (random: Random, n: number): string =>
  random.pick([`<!-- noted beside ${n} -->`, `Said beside entries of part ${n}:`, `### Part ${n}`, `${n}. numbered`]);

/** Lines that are no entry and that we don't write ourselves. */
const otherText = (text: string): string[] =>
  text.split('\n').filter((line) => /^(# |###|<!--|Said|\d|owner)/.test(line));

/** The manager's version of a text, with different mistakes each time. */
function rewritten(text: string, random: Random): string {
  const odds = [1, 1, 3, 3, 2];
  const [dropsProse, dropsBrackets, dropsOne, rewords, dropsText] = odds.map((each) => random.below(each + 1) === 0);
  const lines = text.split('\n').flatMap((line) => {
    const entry = /^- (\[[^\]]*\] )?(\w+: )?(.*)$/.exec(line);
    if (!entry) {
      return dropsText && otherText(line).length > 0 ? [] : [line];
    }
    const [, bracket = '', key = '', value = ''] = entry;
    if ((dropsProse && key === '') || (dropsOne && random.below(8) === 0)) {
      return [];
    }
    const words = rewords && random.below(4) === 0 ? 'their own words' : value;
    return [`- ${dropsBrackets ? '' : bracket}${key}${key === '' ? value : words}`];
  });
  return lines.join('\n');
}

const nameOf = ({ key, value }: { readonly key: string | null; readonly value: string }): string => key ?? value;
const isCorrection = ({ source }: ParsedEntry): boolean => source?.startsWith('user_correction') === true;

/** The person's entries that a rewrite dropped, unpinned, reworded or no longer attributes to them. */
function lostBetween(before: string, after: string): ParsedEntry[] {
  const now = new Map(readContext(after).entries.map((entry) => [nameOf(entry), entry]));
  return readContext(before).entries.filter((entry) => {
    const found = now.get(nameOf(entry));
    const isUnpinned = entry.flags.pinned && !found?.flags.pinned;
    const isReworded = (isCorrection(entry) || entry.flags.pinned) && found?.value !== entry.value;
    return !found || isUnpinned || isReworded || (isCorrection(entry) && !isCorrection(found));
  });
}

/** True if an entry is unchanged. */
function isRestored(entry: ParsedEntry, text: string): boolean {
  return readContext(text).entries.some(({ raw }) => raw === entry.raw);
}

/** A person's change in between, so that there is always something to lose. */
function randomOperation(entries: readonly ParsedEntry[], random: Random, n: number): Operation {
  const { category, key, raw, ordinal } = random.pick(entries);
  const entry = { category, key, raw, ordinal };
  const choices: readonly Operation[] = [
    { op: 'add', category: 'insight', key: null, value: `said in between, ${n}` },
    { op: 'pin', entry, pinned: true },
    { op: 'edit', entry, value: `corrected in between, ${n}` },
  ];
  return random.pick(choices);
}

it('reports everything that a rewrite lost, and puts it back unchanged', patience, async () => {
  const random = createRandom(seed);
  const total = { rewrites: 0, lost: 0, 'lost lines': 0, untold: 0, 'not put back': 0 };
  while (total.rewrites < rewrites) {
    const { world, call, workspace } = await startOn(createMemoryWorld, randomDocument(random));
    await call('settings.write', { workspace, values: { tokenLimit: 100_000 } });
    const now = (): string => world.text(world.contextPath) ?? '';
    for (let n = 0; n < inLife; n++) {
      const operation = randomOperation(readContext(now()).entries, random, total.rewrites);
      await call('context.change', { workspace, operations: [operation] });
      const before = now();
      const after = rewritten(before, random);
      const lost = lostBetween(before, after);
      world.outside.replace(world.contextPath, after);
      const lines = otherText(before).filter((line) => !after.split('\n').includes(line));
      const { told, left } = await restoreLosses(lost.length + lines.length > 0);
      total.rewrites += 1;
      total.lost += lost.length;
      total['lost lines'] += lines.length;
      total.untold += [...lost.map(({ raw }) => raw), ...lines].filter((line) => !told.includes(line)).length;
      const gone = lines.filter((line) => !now().split('\n').includes(line));
      total['not put back'] += lost.filter((entry) => !isRestored(entry, now())).length + gone.length + left;
    }

    /** Restores the losses in all decisions, and counts the decisions left. */
    async function restoreLosses(isAwaited: boolean): Promise<{ told: string[]; left: number }> {
      const cardsNow = async () => (await call('cards.list', { workspace })).cards;
      if (isAwaited) {
        await world.until(async () => expect(await cardsNow()).not.toEqual([]));
      }
      const cards = await cardsNow();
      for (const { id } of cards) {
        await call('cards.settle', { workspace, card: id, choice: 'put_back' });
      }
      const told = cards.flatMap((card) =>
        card.kind === 'losses'
          ? [...card.items.map(({ yours }) => yours.raw), ...card.texts.flatMap(({ text }) => text.split('\n'))]
          : [],
      );
      return { told, left: (await cardsNow()).length };
    }
  }
  report('rewrites by a manager', total);
  expect(total).toMatchObject({ untold: 0, 'not put back': 0 });
  expect(total.lost).toBeGreaterThan(0);
});

it('control: fails when only the number of entries is compared', () => {
  const random = createRandom(seed);
  let untold = 0;
  for (let n = 0; n < 100; n++) {
    const before = randomDocument(random);
    const after = rewritten(before, random);
    const isReported = readContext(after).entries.length !== readContext(before).entries.length;
    untold += isReported ? 0 : lostBetween(before, after).length;
  }
  report('rewrites by a manager', { rewrites: 100, untold }, 'entries counted');
  expect(untold).toBeGreaterThan(0);
});
