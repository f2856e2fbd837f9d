import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MemoryDocument } from './document.ts';
import type { MemoryFormat } from './format.ts';
import { formatOfFile } from './formats.ts';
import { type Act, actsOn, randomAct } from './testing/random-acts.ts';
import { randomGemini, randomHandbook, randomOpenClaw, randomSummary } from './testing/random-programs.ts';
import { codexRefusal, geminiRefusal, openClawRefusal, recapRefusal } from './testing/strict-readers.ts';

/** Checks every file we write as its program would. */

const seed = Number(process.env['CONTEXTURE_SEED'] ?? 20261121);
const cases = Number(process.env['CONTEXTURE_CASES'] ?? 2);

const formatAt = (path: string): MemoryFormat => formatOfFile(path) as MemoryFormat;

const programs: readonly (readonly [string, string, fc.Arbitrary<string>, (text: string) => string | null])[] = [
  ['Codex’s summary', '/home/ann/.codex/memories/memory_summary.md', randomSummary, codexRefusal],
  ['Codex’s handbook', '/home/ann/.codex/memories/MEMORY.md', randomHandbook, recapRefusal],
  ['Gemini CLI', '/home/ann/.gemini/GEMINI.md', randomGemini, geminiRefusal],
  ['OpenClaw', '/home/ann/.openclaw/workspace/MEMORY.md', randomOpenClaw, openClawRefusal],
];

describe.each(programs)('files of %s', (_, path, random, refusal) => {
  test('are accepted after any 1,000 steps, and undo restores the first bytes', () => {
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
    // Many steps must be possible for the test to mean anything.
    expect(changes).toBeGreaterThan(cases * 300);
  });
});
