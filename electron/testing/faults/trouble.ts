import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SystemCalls } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { beginLife } from './begin-life.ts';
import { filesBefore, isWholeArchive, isWholeContext, kindOfWrite, kindsOfWrite } from './kinds-of-write.ts';
import { filesIn, litterIn, type Place, storedTexts } from './left-behind.ts';
import { renameAsEnded } from './random-life.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';

const contextName = 'logs/context/global.md';
const before = filesBefore[contextName] ?? '';

/** A fault during one call. */
export type Trouble = {
  readonly name: string;
  readonly calls?: SystemCalls;
  begin(place: Place): void;
  end(place: Place): void;
  /** True if it kills the engine, which is then not asked to continue. */
  readonly kills: boolean;
};

/** The very first change also creates folders; of archiving and undoing, the second call is tested. */
export const cases = [{ name: 'an entry changed', done: 0 }, ...kindsOfWrite().map(({ name }) => ({ name, done: 1 }))];

export type Case = (typeof cases)[number];

/**
 * Makes one call in trouble and judges the result, in the same engine and in the next.
 * @param outermost a folder for all files, empty again afterwards
 * @returns the flaws, in words
 */
export async function flawsAfter({ name, done }: Case, trouble: Trouble, outermost: string): Promise<string[]> {
  const folder = mkdtempSync(join(outermost, 'life-'));
  const place = beginLife(folder);
  const kind = kindOfWrite(name);
  const running = startRealEngine(place.dataFolder, trouble.calls ? { calls: trouble.calls } : {});
  const opened = await openOn(running, place.root);
  for (let n = 0; n < done; n++) {
    await kind.call(opened, n);
  }

  trouble.begin(place);
  const error = await kind.call(opened, done).then(
    () => null,
    (reason: unknown) => reason,
  );
  const isKilled = trouble.kills;
  const flaws = [...(error === null || isKilled ? [] : flawsOfError(error)), ...flawsOfFiles(place)];
  const claim = (holds: boolean, flaw: string): unknown => holds || flaws.push(flaw);
  if (!isKilled) {
    trouble.end(place);
    await checkSameEngine().catch((reason: unknown) => flaws.push(`it does not go on: ${reason}, after ${error}`));
  }
  await running.close().catch(() => undefined);
  if (isKilled) {
    renameAsEnded(place);
  }
  flaws.push(...flawsOfFiles(place));
  await checkNextStart();
  rmSync(folder, { recursive: true });
  return flaws.map((flaw) => `${name} (${done}), ${trouble.name}: ${flaw}`);

  /** Checks that the same engine works on after the failed call. */
  async function checkSameEngine(): Promise<void> {
    const states = [kind.after(done), kind.after(done + 1)];
    let seen = await kind.seen(opened);
    if (error !== null && !states.includes(seen)) {
      // One of two files was written, and could not be put back: the next change finishes that first.
      await opened.call('context.apply', { workspace: opened.workspace, updates: [nudge] });
      seen = await kind.seen(opened);
    }
    claim((error === null ? states.slice(1) : states).includes(seen), `it then shows ${seen}`);
    const now = seen === kind.after(done + 1) ? done + 1 : done;
    await kind.call(opened, now);
    claim((await kind.seen(opened)) === kind.after(now + 1), 'it does not go on');
  }

  /** Checks the next start, which leaves no litter and has every superseded version. */
  async function checkNextStart(): Promise<void> {
    await withEngine(place, async (again, ports) => {
      const seen = await kind.seen(again);
      const [old, next, onward] = [0, 1, 2].map((n) => kind.after(done + n));
      const expected = isKilled ? [error === null ? next : old, next] : [next, onward];
      claim(expected.includes(seen), `the next start shows ${seen}`);
      const kept = [...(await storedTexts(place, ports)).values()];
      claim(kept.includes(before), 'the text before is not in the history');
      claim(kept.includes(readFileSync(join(place.root, contextName), 'utf8')), 'the text now is not in the history');
    });
    flaws.push(...litterIn(place).map((path) => `litter: ${path}`));
  }
}

const nudge = { category: 'fact', key: 'nudge', value: 'x', confidence: 'certain', source: 'post_query' };

function flawsOfError(error: unknown): string[] {
  if (!(error instanceof ContextureError)) {
    return [`an error without a code: ${error}`];
  }
  const { code, message } = error;
  const isExpected = ['no_permission', 'disk_full', 'busy', 'io_failed', 'not_recorded'].includes(code);
  return isExpected && /^\S.*[.]$/s.test(message) ? [] : [`an error nobody can act on: ${code} ${message}`];
}

/** Flaws that any reader would find in the files at this moment. */
function flawsOfFiles({ root }: Place): string[] {
  return filesIn(join(root, 'logs'))
    .filter((path) => path.endsWith('.md'))
    .filter((path) => !(path.includes('archive') ? isWholeArchive : isWholeContext)(readFileSync(path, 'utf8')))
    .map((path) => `${basename(path)} is torn`);
}
