import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryDocument } from './document.ts';
import type { MemoryFormat } from './format.ts';
import { formatOfFile } from './formats.ts';
import { type Act, actsOn, randomAct } from './testing/random-acts.ts';
import { codexRefusal, geminiRefusal, openClawRefusal } from './testing/strict-readers.ts';

/** What each program would say of every file we write. */

const seed = Number(process.env['CONTEXTURE_SEED'] ?? 20261121);
const cases = Number(process.env['CONTEXTURE_CASES'] ?? 8);

const formatAt = (path: string): MemoryFormat => formatOfFile(path) as MemoryFormat;

const facts = fc.array(fc.constantFrom('- likes tea', '- Name: Ann', '- **City:** Rome', '- speaks Dutch', ''), {
  maxLength: 5,
});
const prose = fc.array(
  fc.constantFrom('Some prose.', '', '- an item', '1. one', '- x:', '  - nested', '> quoted', '<!-- a comment -->'),
  { maxLength: 6 },
);
const joined = (...parts: readonly (readonly string[])[]): string => `${parts.flat().join('\n')}\n`;

const summary = fc
  .tuple(facts, prose)
  .map(([some, other]) => joined(['v1', '## User Profile'], other, ['## General Tips'], some));

const gemini = fc
  .tuple(prose, facts, facts)
  .map(([other, some, more]) => joined(['# Rules'], other, ['## Gemini Added Memories'], some, ['## After'], more));

const promoted = fc
  .tuple(fc.constantFrom('likes tea', '# 2026 notes ## x', '**Result:**', '- Candidate: x', 'a: b'), fc.nat(90))
  .map(([said, line]) => [
    `<!-- openclaw-memory-promotion:memory:memory/2026-05-01.md:${line}:${line + 1} -->`,
    `- ${said} [score=0.87 recalls=0 avg=0.62 source=memory/2026-05-01.md:${line}-${line + 1}]`,
  ]);
const openClaw = fc
  .tuple(prose, facts, fc.array(promoted, { minLength: 1, maxLength: 6 }))
  .map(([other, some, items]) =>
    joined(
      ['# Long-Term Memory'],
      other,
      ['## Facts'],
      some,
      ['## Promoted From Short-Term Memory (2026-05-06)', ''],
      items.flat(),
    ),
  );

const recap = fc
  .nat(90)
  .map(
    (id) =>
      `- rollout_summaries/${id}.md (cwd=/home/ann/my app, rollout_path=/home/ann/${id}.jsonl, updated_at=2026-05-01T10:00:00Z, thread_id=t${id}, useful)`,
  );
const handbook = fc
  .tuple(fc.array(recap, { minLength: 1, maxLength: 4 }), facts)
  .map(([recaps, some]) =>
    joined(
      ['# Task Group: boats', 'scope: sailing', '### rollout_summary_files'],
      recaps,
      ['## User preferences'],
      some,
    ),
  );

/** What a recap ends with is whole wherever it stands. */
const recapRefusal = (text: string): string | null =>
  text
    .split('\n')
    .find(
      (line) =>
        line.includes('updated_at=') &&
        !/ \(cwd=\/home\/ann\/my app, rollout_path=\S+, updated_at=\S+, thread_id=t\d+, useful\)$/.test(line),
    ) ?? null;

const programs: readonly (readonly [string, string, fc.Arbitrary<string>, (text: string) => string | null])[] = [
  ['Codex’s summary', '/home/ann/.codex/memories/memory_summary.md', summary, codexRefusal],
  ['Codex’s handbook', '/home/ann/.codex/memories/MEMORY.md', handbook, recapRefusal],
  ['Gemini CLI', '/home/ann/.gemini/GEMINI.md', gemini, geminiRefusal],
  ['OpenClaw', '/home/ann/.openclaw/workspace/MEMORY.md', openClaw, openClawRefusal],
];

describe.each(programs)('what %s accepts', (_, path, random, refusal) => {
  test('it accepts after any 1,000 steps, and they are undone to the first byte', () => {
    const { began, carryOn } = actsOn(formatAt(path));
    let changes = 0;
    fc.assert(
      fc.property(random, fc.array(randomAct, { minLength: 1000, maxLength: 1000, size: 'max' }), (text, acts) => {
        const check = (document: MemoryDocument, act?: Act): void => {
          const why = refusal(document.text);
          if (why !== null) {
            expect.fail(`${why}\nafter ${JSON.stringify(act ?? 'undo')}\n${document.text}`);
          }
        };
        const state = began(text, check);
        check(state.memory);
        for (const act of acts) {
          changes += carryOn(state, act) ? 1 : 0;
          check(state.memory, act);
        }
        while (state.done.length > 0) {
          carryOn(state, { ...(acts[0] as Act), kind: 'undo' });
        }
        expect(state.memory.text).toBe(text);
      }),
      { numRuns: cases, seed, endOnFailure: true },
    );
    // Many steps must be possible, or this would show nothing.
    expect(changes).toBeGreaterThan(cases * 300);
  });
});
