import { constants, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemCalls } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createFaultySystemCalls, type FaultySystemCalls, type SystemFault } from '../faulty-system-calls.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { beginLife } from './begin-life.ts';
import { filesBefore, isWholeArchive, isWholeContext, kindOfWrite, kindsOfWrite } from './kinds-of-write.ts';
import { filesIn, litterIn, type Place, textsKept } from './left-behind.ts';
import { createRandom } from './random.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';
import { patience, report, seed, sized } from './size.ts';

/**
 * Each call of the system that each kind of write makes fails in turn, those on our own data included: whole old or
 * whole new, an error that says so, the history whole. `write-path.faults.test.ts` does the same to the write path alone.
 */

const contextName = 'logs/context/global.md';
const before = filesBefore[contextName] ?? '';

type MakeFault = (call: number) => SystemFault;
const faults: Readonly<Record<string, MakeFault>> = {
  EIO: (call) => ({ call, errno: 'EIO' }),
  ENOSPC: (call) => ({ call, errno: 'ENOSPC' }),
  EACCES: (call) => ({ call, errno: 'EACCES' }),
  EBUSY: (call) => ({ call, errno: 'EBUSY' }),
  'a short write': (call) => ({ call, short: 'told' }),
  'a short write that nobody tells of': (call) => ({ call, short: 'untold' }),
  'the end of the process': (call) => ({ call, killed: true }),
};

/** The first change of all makes more than the file; the second call of an archival and of an undo is the one meant. */
const cases = [{ name: 'an entry changed', done: 0 }, ...kindsOfWrite().map(({ name }) => ({ name, done: 1 }))];

type Judgement = {
  /** How many calls of the system it came to. */
  readonly calls: number;
  /** What is not as it should be, in words. */
  readonly flaws: readonly string[];
};

/** Makes one call with one fault and judges what is left, in the same engine and in the next. */
async function judge({ name, done }: (typeof cases)[number], fault: SystemFault | null): Promise<Judgement> {
  const folder = mkdtempSync(join(outermost, 'life-'));
  const place = beginLife(folder);
  const kind = kindOfWrite(name);
  const calls = createFaultySystemCalls(systemCalls);
  const running = startRealEngine(place.dataFolder, { calls });
  const opened = await openOn(running, place.root);
  for (let n = 0; n < done; n++) {
    await kind.call(opened, n);
  }

  calls.setFault(fault);
  const error = await kind.call(opened, done).then(
    () => null,
    (reason: unknown) => reason,
  );
  const made = [...calls.made];
  const isKilled = fault !== null && 'killed' in fault;
  const flaws = [...(error === null || isKilled ? [] : flawsOfError(error)), ...flawsOfFiles(place)];
  const claim = (holds: boolean, flaw: string): unknown => holds || flaws.push(flaw);
  if (!isKilled) {
    await goesOn();
  }
  await running.close().catch(() => undefined);
  if (isKilled) {
    renameAsOfTheDead(folder);
  }
  flaws.push(...flawsOfFiles(place));
  await startsAgain();
  rmSync(folder, { recursive: true });
  const where = `${name}, ${JSON.stringify(fault)}: ${made.slice(0, fault?.call).slice(-4).join(' ')}`;
  return { calls: made.length, flaws: flaws.map((flaw) => `${where}: ${flaw}`) };

  /** The same engine works on, from wherever the failed call has left it. */
  async function goesOn(): Promise<void> {
    calls.setFault(null);
    const seen = await kind.seen(opened);
    const now = seen === kind.after(done + 1) ? done + 1 : done;
    claim(seen === kind.after(error === null ? done + 1 : now), `it then shows ${seen}`);
    await kind.call(opened, now);
    claim((await kind.seen(opened)) === kind.after(now + 1), 'it does not go on');
  }

  /** And so does the next start, which leaves no litter and has every version that was replaced. */
  async function startsAgain(): Promise<void> {
    await withEngine(place, async (again, ports) => {
      const seen = await kind.seen(again);
      const [old, next, onward] = [0, 1, 2].map((n) => kind.after(done + n));
      const expected = isKilled ? [error === null ? next : old, next] : [next, onward];
      claim(expected.includes(seen), `the next start shows ${seen}`);
      const kept = [...(await textsKept(place, ports)).values()];
      claim(kept.includes(before), 'the text before is not in the history');
      claim(kept.includes(readFileSync(join(place.root, contextName), 'utf8')), 'the text now is not in the history');
    });
    flaws.push(...litterIn(place).map((path) => `litter: ${path}`));
  }
}

function flawsOfError(error: unknown): string[] {
  if (!(error instanceof ContextureError)) {
    return [`an error without a code: ${error}`];
  }
  const { code, message } = error;
  const isExpected = ['no_permission', 'disk_full', 'busy', 'io_failed'].includes(code);
  return isExpected && /^\S.*[.]$/s.test(message) ? [] : [`an error nobody can act on: ${code} ${message}`];
}

/** What any reader would find wrong with the files at this very moment. */
function flawsOfFiles({ root }: Place): string[] {
  return filesIn(join(root, 'logs'))
    .filter((path) => path.endsWith('.md'))
    .filter((path) => !(path.includes('archive') ? isWholeArchive : isWholeContext)(readFileSync(path, 'utf8')))
    .map((path) => `${basename(path)} is torn`);
}

/** Gives what this process has left behind the names that it would have if the process were gone. */
function renameAsOfTheDead(folder: string): void {
  for (const path of filesIn(folder).filter((each) => each.includes('.contexture-'))) {
    renameSync(path, path.replace(`.${process.pid}-`, '.4194305-'));
  }
}

let outermost = '';
/** How many calls of the system each case comes to where nothing fails. */
const counted = new Map<string, number>();

async function callsOf(each: (typeof cases)[number]): Promise<number> {
  const known = counted.get(JSON.stringify(each));
  if (known !== undefined) {
    return known;
  }
  const { calls, flaws } = await judge(each, null);
  expect(flaws).toEqual([]);
  counted.set(JSON.stringify(each), calls);
  return calls;
}

/** Which calls are to fail in a small run; all of them in a full one. */
const tries = sized({ full: Number.POSITIVE_INFINITY, small: 1 });

describe.each(cases)('$name, after $done others', (each) => {
  it.each(Object.entries(faults))(
    '%s: whole old or whole new, said in words, no litter',
    patience,
    async (what, fault) => {
      outermost = temporaryFolder();
      const random = createRandom(seed + what.length + each.name.length * 100);
      const calls = await callsOf(each);
      const flaws: string[] = [];
      let tried = 0;
      // A fault can lengthen the way, so in full it goes on until the fault was never reached.
      for (let call = 1; tried < tries; call++) {
        const at = Number.isFinite(tries) ? 1 + random.below(calls) : call;
        const found = await judge(each, fault(at));
        flaws.push(...found.flaws);
        tried += 1;
        if (found.calls < at) {
          break;
        }
      }
      report('a system call fails', { 'calls failed': tried, 'torn, lost, unsaid or left lying': flaws.length });
      expect(flaws).toEqual([]);
    },
  );
});

type NaiveSave = (calls: FaultySystemCalls, path: string, text: string) => Promise<void>;
const naive: Readonly<Record<string, NaiveSave>> = {
  'in place': async (calls, path, text) => {
    const file = await calls.open(path, constants.O_WRONLY | constants.O_TRUNC);
    await file.write(new TextEncoder().encode(text), 0);
    await file.close();
  },
  'by a rename that looks at nothing': async (calls, path, text) => {
    const file = await calls.open(`${path}.tmp`, constants.O_WRONLY | constants.O_CREAT);
    await file.write(new TextEncoder().encode(text), 0);
    await file.sync();
    await file.close();
    await calls.rename(`${path}.tmp`, path);
  },
};

it.each(Object.entries(naive))('fails where files are written %s', async (how, save) => {
  const path = join(temporaryFolder(), 'global.md');
  let torn = 0;
  let tried = 0;
  for (const fault of Object.values(faults)) {
    for (let call = 1; call <= 5; call++) {
      writeFileSync(path, before);
      const calls = createFaultySystemCalls(systemCalls);
      calls.setFault(fault(call));
      await save(calls, path, before.replace('English', 'German')).catch(() => undefined);
      torn += isWholeContext(readFileSync(path, 'utf8')) ? 0 : 1;
      tried += 1;
    }
  }
  expect(torn).toBeGreaterThan(0);
  report('a system call fails', { calls: tried, torn }, `written ${how}`);
});
