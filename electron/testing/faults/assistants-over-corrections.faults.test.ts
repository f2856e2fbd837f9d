import { describe, expect, it, test } from 'vitest';
import { readContext } from '#shared/formats/context/read-document.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import { attempt, beginWith, isReversedSilently, paths } from './assistant-calls.ts';
import { createRandom, type Random } from './random.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * An assistant's calls about what a person corrected, confirmed or pinned, in any order: the person's text never
 * disappears or changes without a report.
 */

const own: Readonly<Record<string, string>> = {
  'corrected, certain': '- [2026-01-01|certain|user_correction] language: German',
  'corrected, likely': '- [2026-01-01|likely|user_correction: I moved] language: German',
  'corrected, tentative': '- [2026-01-01|tentative|user_correction] language: German',
  'corrected and pinned': '- [2026-01-01|likely|user_correction|pinned] language: German',
  confirmed: '- [2026-01-01|likely|observer|confirmed] language: German',
  pinned: '- [2026-01-01|tentative|observer|pinned] language: German',
  'corrected prose': '- [2026-01-01|tentative|user_correction] Speaks German at home and at work',
};

const memoryWith = (line: string): string =>
  `---\nlast_updated: 2026-01-16\nversion: 15\ntoken_estimate: 45\n---\n\n## Preferences (certain)\n- drink: tea\n\n## Insights (tentative)\n- [2026-01-02|tentative|observer] walks: in the evening\n${line}\n- Likes long trains\n`;

async function begin(line: string, as?: 'person') {
  const life = await beginWith(memoryWith(line), as);
  await life.call('settings.write', { workspace: life.workspace, values: { tokenLimit: 100 } });
  return life;
}

const entryOf = (line: string): ParsedEntry => {
  const entry = readContext(memoryWith(line)).entries.find(({ raw }) => raw === line);
  if (!entry) {
    throw new Error(`There is no entry ${line}`);
  }
  return entry;
};

/** In `npm test` only the weakest kind of the person's entries: the rest takes a minute. */
const kinds = sized({ full: Object.keys(own), small: ['corrected, tentative', 'pinned'] });

describe('any two calls of an assistant in a row', () => {
  test.each(kinds)('reverse nothing silently that is %s', patience, async (kind) => {
    const line = own[kind] ?? '';
    const theirs = entryOf(line);
    const untold: string[] = [];
    for (const [first, one] of Object.entries(paths)) {
      for (const [second, other] of Object.entries(paths)) {
        const life = await begin(line);
        await attempt(one(life, theirs));
        await attempt(other(life, theirs));
        if (await isReversedSilently(life, theirs)) {
          untold.push(`${first}, then ${second}`);
        }
        await life.world.engine().close();
      }
    }
    expect(untold).toEqual([]);
  });
});

const sequences = sized({ full: 1000, small: 60 });
const longest = 8;

/** A person's change meanwhile: they correct the current text. */
async function correct(
  life: Awaited<ReturnType<typeof begin>>,
  random: Random,
  n: number,
): Promise<ParsedEntry | null> {
  const entries = readContext(life.now()).entries;
  const { category, key, raw, ordinal } = random.pick(entries);
  const value = `said by the person, ${n}`;
  const operations = [{ op: 'edit' as const, entry: { category, key, raw, ordinal }, value }];
  await life.call('context.change', { workspace: life.workspace, operations });
  return readContext(life.now()).entries.find((entry) => entry.value === value) ?? null;
}

it('reverses nothing silently that a person said last, in random sequences of calls', patience, async () => {
  const random = createRandom(seed);
  const total = { sequences: 0, calls: 0 };
  const reversed: string[] = [];
  while (total.sequences < sequences) {
    const line = random.pick(Object.values(own));
    const life = await begin(line);
    let theirs = entryOf(line);
    const done: string[] = [];
    for (let n = 0; n < 2 + random.below(longest - 1); n++) {
      if (random.below(6) === 0) {
        const corrected = await correct(life, random, n);
        theirs = corrected ?? theirs;
        done.push(`the person says ${theirs.value}`);
      }
      const [name, path] = random.pick(Object.entries(paths));
      done.push(name);
      await attempt(path(life, theirs));
      total.calls += 1;
    }
    total.sequences += 1;
    if (await isReversedSilently(life, theirs)) {
      reversed.push(`${line}: ${done.join(', then ')}`);
    }
    await life.world.engine().close();
  }
  report('assistants over corrections', { ...total, 'reversed and untold': reversed.length });
  expect(reversed).toEqual([]);
});

it('control: fails when an assistant’s calls are taken for the person’s', patience, async () => {
  const total = { sequences: 0, 'reversed and untold': 0 };
  for (const line of Object.values(own)) {
    const life = await begin(line, 'person');
    const theirs = entryOf(line);
    await attempt(paths['replace']?.(life, theirs));
    await attempt(paths['delete']?.(life, theirs));
    total.sequences += 1;
    total['reversed and untold'] += (await isReversedSilently(life, theirs)) ? 1 : 0;
  }
  report('assistants over corrections', total, 'taken for the person’s');
  expect(total['reversed and untold']).toBe(total.sequences);
});
