import { readFileSync, renameSync } from 'node:fs';
import { sha256 } from '#node/hash.ts';
import type { SystemCalls } from '#node/system-calls.ts';
import { systemCalls } from '#node/system-calls.ts';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { createFaultySystemCalls } from '../faulty-system-calls.ts';
import type { Opened } from '../open-workspace.ts';
import { contextEntries, contextPath, missing, savedEntries } from './known-entries.ts';
import { filesIn, litterIn, type Place, storedTexts } from './left-behind.ts';
import type { Random } from './random.ts';
import { operateAtRandom, type Vocabulary, writeAsAnother } from './random-operations.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';

type Life = {
  readonly operations: number;
  readonly refused: number;
  readonly crashes: number;
  /** Flaws at its end, in words. */
  readonly flaws: readonly string[];
};

/** Errors for a person or an assistant that mean nothing happened. */
const refusals: ReadonlySet<ErrorCode> = new Set([
  ...(['busy', 'read_only', 'not_found', 'invalid_request', 'over_limit', 'version_unknown'] as const),
  ...(['entry_changed', 'entry_gone', 'section_unclear', 'text_conflict'] as const),
  ...(['key_invalid', 'key_exists', 'value_invalid', 'source_invalid', 'updates_invalid'] as const),
  ...(['change_unknown', 'change_superseded'] as const),
]);

/**
 * Lets a person, an assistant and another program make random changes to one workspace, whose engine ends at random
 * system calls, and tracks every entry that was acknowledged, read or superseded.
 */
export async function liveAtRandom(
  place: Place,
  random: Random,
  vocabulary: Vocabulary,
  operations: number,
  fileSystem: (calls: SystemCalls) => SystemCalls,
): Promise<Life> {
  const known = new Set<string>();
  const flaws: string[] = [];
  let refused = 0;
  let crashes = 0;
  let interference: (() => void) | null = null;
  /**
   * True if the engine may not have read the other program's last text: that program is responsible for what it
   * destroys.
   */
  let isUnread = false;

  /** Another program may write just before a file changes places. */
  const interfered: SystemCalls = {
    ...systemCalls,
    swap: (from, to) => meanwhile(() => systemCalls.swap(from, to)),
    linkAndRename: (...paths) => meanwhile(() => systemCalls.linkAndRename(...paths)),
    copyAndRename: (...paths) => meanwhile(() => systemCalls.copyAndRename(...paths)),
  };
  const meanwhile = (call: () => Promise<void>): Promise<void> => {
    interference?.();
    interference = null;
    return call();
  };

  async function start() {
    const calls = createFaultySystemCalls(fileSystem(interfered));
    const running = startRealEngine(place.dataFolder, { calls });
    const opened = await openOn(running, place.root);
    isUnread = false;
    see();
    return { calls, running, opened };
  }
  let now = await start();

  for (let n = 0; n < operations; n++) {
    const isLast = random.below(5) === 0;
    if (!isUnread && random.below(6) === 0) {
      writeMeanwhile();
    }
    see();
    if (random.below(4) === 0) {
      interference = () => {
        writeMeanwhile();
        // An archive may hold what a refused step has just added, and removes again.
        see(contextEntries(place));
      };
    }
    if (isLast) {
      now.calls.setFault({ call: 1 + random.below(160), killed: true });
    }
    try {
      await operateAtRandom(now.opened, random, vocabulary);
      see();
      isUnread = !(await hasRead(now.opened));
    } catch (error) {
      refused += 1;
      if (!isLast && !(error instanceof ContextureError && refusals.has(error.code))) {
        flaws.push(`an operation failed: ${error}`);
      }
    }
    interference = null;
    if (isLast) {
      crashes += 1;
      await now.running.close().catch(() => undefined);
      renameAsEnded(place);
      now = await start();
    }
  }
  await now.running.close();

  const kept = await withEngine(place, async (_, ports) => [...(await storedTexts(place, ports)).values()]);
  flaws.push(...missing(known, place, kept).map((saying) => `nowhere: ${saying}`));
  flaws.push(...litterIn(place).map((path) => `litter: ${path}`));
  return { operations, refused, crashes, flaws };

  /** Records the current contents of the files: everything, unless told otherwise. */
  function see(sayings: Iterable<string> = savedEntries(place)): void {
    for (const saying of sayings) {
      known.add(saying);
    }
  }

  /** True if the engine knows the current context file. */
  async function hasRead({ call, workspace }: Opened): Promise<boolean> {
    const { summary } = await call('context.read', { workspace, limit: 1 });
    return summary.version === sha256(readFileSync(contextPath(place)));
  }

  function writeMeanwhile(): void {
    isUnread = true;
    writeAsAnother(contextPath(place), random, vocabulary);
  }
}

/** Renames this process's leftovers as if the process were gone. */
export function renameAsEnded({ root, dataFolder }: Place): void {
  for (const path of [root, dataFolder].flatMap(filesIn).filter((each) => each.includes('.contexture-'))) {
    renameSync(path, path.replace(`.${process.pid}-`, '.4194305-'));
  }
}
