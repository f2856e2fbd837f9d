import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomHermes } from '#shared/formats/hermes/testing/random-hermes.ts';
import { hermesRefusal } from '#shared/formats/hermes/testing/strict-hermes.ts';
import { randomSaid } from '#shared/formats/testing/random-acts.ts';
import {
  randomGemini,
  randomHandbook,
  randomInstructions,
  randomOpenClaw,
  randomOwn,
  randomSummary,
  randomTopics,
} from '#shared/formats/testing/random-programs.ts';
import {
  claudeRefusal,
  codexRefusal,
  geminiRefusal,
  instructionsRefusal,
  openClawRefusal,
  ownRefusal,
  recapRefusal,
} from '#shared/formats/testing/strict-readers.ts';
import { uncounted } from '../engine-suite/starting.ts';
import { createMemoryWorld, openIn } from '../engine-world.ts';
import { stepAtRandom } from './any-steps.ts';
import { createRandom } from './random.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * Random steps on a memory of each format, through the engine: its program has to accept the file after each, and undo
 * has to restore it.
 */

/** The files of a memory, by their names; the memory itself is the first. */
type Files = Readonly<Record<string, string>>;

type Program = {
  /** Path below the workspace. */
  readonly folder: string;
  readonly began: fc.Arbitrary<Files>;
  /** The reason why the program would reject the files; null if it accepts them. */
  readonly refusal: (files: Files, began: Files) => string | null;
};

const oneFile = (
  path: string,
  text: fc.Arbitrary<string>,
  refusal: (text: string, began: string) => string | null,
): Program => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    folder: path.slice(0, -name.length - 1),
    began: text.map((said) => ({ [name]: said })),
    refusal: (files, began) => refusal(files[name] ?? '', began[name] ?? ''),
  };
};

const programs: Readonly<Record<string, Program>> = {
  'our own': oneFile('logs/context/global.md', randomOwn, (text, began) => (text === began ? null : ownRefusal(text))),
  'Claude Code': { folder: '.claude/projects/-home-ann/memory', began: randomTopics, refusal: claudeRefusal },
  Hermes: oneFile('.hermes/memories/MEMORY.md', randomHermes, (text) => hermesRefusal(text, 2200)),
  OpenClaw: oneFile('.openclaw/workspace/MEMORY.md', randomOpenClaw, openClawRefusal),
  'Codex’s summary': oneFile('.codex/memories/memory_summary.md', randomSummary, codexRefusal),
  'Codex’s handbook': oneFile('.codex/memories/MEMORY.md', randomHandbook, recapRefusal),
  'Gemini CLI': oneFile('.gemini/GEMINI.md', randomGemini, geminiRefusal),
  'instructions for Claude Code': oneFile('app/CLAUDE.md', randomInstructions, instructionsRefusal),
  'a rule of Cursor': oneFile('.cursor/rules/a.mdc', randomInstructions, instructionsRefusal),
  'free markdown': oneFile('kept/notes.md', randomInstructions, instructionsRefusal),
};

/** The maximum number of undoable changes. */
const inBlock = 150;
const steps = sized({ full: 1000, small: 100 });
const lives = sized({ full: 5, small: 1 });

async function begin({ folder, began: random, refusal }: Program, life: number) {
  const [began = {}] = fc.sample(random, { numRuns: 1, seed: seed + life });
  const world = await createMemoryWorld();
  const at = `${world.root}/${folder}`;
  for (const [name, text] of Object.entries(began)) {
    world.outside.write(`${at}/${name}`, text);
  }
  const [memory] = Object.keys(began);
  const isOwn = memory === 'global.md';
  const opened = await openIn({ root: isOwn ? world.root : `${at}/${memory}`, engine: world.engine });
  const now = (): Files =>
    Object.fromEntries(
      world
        .everyFile()
        .filter(({ path }) => path.startsWith(`${at}/`) && !path.slice(at.length + 1).includes('/'))
        .map(({ path }) => [path.slice(at.length + 1), world.text(path) ?? '']),
    );
  /** The files without the values that our own format counts and never resets. */
  const plain = (files: Files): Files =>
    isOwn ? Object.fromEntries(Object.entries(files).map(([name, text]) => [name, uncounted(text) ?? ''])) : files;
  const check = (what: unknown): void => {
    const why = refusal(now(), began);
    expect(why, `${JSON.stringify(what)}\n${JSON.stringify(now(), null, 1)}`).toBe(null);
  };
  return { opened, now, plain, check };
}

type Life = Awaited<ReturnType<typeof begin>>;

/** Runs some steps, then undoes and redoes all of them. @returns how many changed anything */
async function liveBlock({ opened, now, plain, check }: Life, life: number, count: number): Promise<number> {
  const { call, workspace } = opened;
  const random = createRandom(seed + life);
  const done: { id: string; readonly before: Files; readonly after: Files }[] = [];
  for (const said of fc.sample(randomSaid, { numRuns: count, seed: seed + life })) {
    const before = now();
    const id = await stepAtRandom(opened, random, said);
    check(said);
    if (id !== null) {
      done.push({ id, before, after: now() });
    } else {
      expect(plain(now()), 'what is refused changes nothing').toEqual(plain(before));
    }
  }
  for (const each of done.toReversed()) {
    each.id = (await call('context.undo', { workspace, change: each.id })).change?.id ?? '';
    expect(plain(now())).toEqual(plain(each.before));
    check('undo');
  }
  for (const each of done) {
    await call('context.undo', { workspace, change: each.id });
    expect(plain(now())).toEqual(plain(each.after));
    check('redo');
  }
  return done.length;
}

describe('any steps on a memory', () => {
  test.each(Object.entries(programs))(
    'of %s leave a file its program accepts, and are undone to the first byte',
    patience,
    async (name, program) => {
      let changes = 0;
      for (let life = 0; life < lives; life++) {
        const state = await begin(program, life);
        state.check('as it began');
        for (let left = steps, block = 0; left > 0; left -= inBlock, block++) {
          changes += await liveBlock(state, life * 1000 + block, Math.min(left, inBlock));
        }
      }
      report(`any steps on a memory of ${name}`, { steps: steps * lives, changes });
      // Many steps must be possible, or this would prove nothing.
      expect(changes).toBeGreaterThan((steps * lives) / 4);
    },
  );
});
