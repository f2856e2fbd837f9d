import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { sha256 } from '#node/hash.ts';
import type { SystemCalls } from '#node/system-calls.ts';
import { systemCalls } from '#node/system-calls.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Operation } from '#shared/contract/model.ts';
import { categories, confidences, refOf } from '#shared/entries/entry.ts';
import { createFaultySystemCalls } from '../faulty-system-calls.ts';
import type { Opened } from '../open-workspace.ts';
import { contextPath, missing, standing } from './known-entries.ts';
import { filesIn, litterIn, type Place, textsKept } from './left-behind.ts';
import type { Random } from './random.ts';
import { openOn, startRealEngine, withEngine } from './real-engine.ts';

/** Texts that operations may write, besides what is there already. */
export type Vocabulary = { readonly values: readonly string[]; readonly keys: readonly string[] };

export type Life = {
  readonly operations: number;
  readonly refused: number;
  readonly crashes: number;
  /** What is not as it should be at its end, in words. */
  readonly flaws: readonly string[];
};

/** What a person or an assistant may be told, with nothing having happened. */
const refusals = new Set(
  'busy entry_changed entry_gone key_invalid key_exists value_invalid source_invalid updates_invalid section_unclear change_unknown change_superseded text_conflict version_unknown over_limit not_found invalid_request read_only'.split(
    ' ',
  ),
);

/**
 * Lets a person, an assistant and another program do random things to one workspace, whose engine ends at random calls
 * of the system, and keeps account of every entry that was acknowledged, read or displaced.
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
  /** Whether the engine may not have read what the other program wrote last: what that program destroys is its own. */
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
      writeAsAnother();
    }
    see();
    if (random.below(4) === 0) {
      interference = () => {
        writeAsAnother();
        see();
      };
    }
    if (isLast) {
      now.calls.setFault({ call: 1 + random.below(160), killed: true });
    }
    try {
      await operate(now.opened);
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
      renameAsOfTheDead(place);
      now = await start();
    }
  }
  await now.running.close();

  const kept = await withEngine(place, async (_, ports) => [...(await textsKept(place, ports)).values()]);
  flaws.push(...missing(known, place, kept).map((saying) => `nowhere: ${saying}`));
  flaws.push(...litterIn(place).map((path) => `litter: ${path}`));
  return { operations, refused, crashes, flaws };

  /** Takes down everything that stands in the files at this moment. */
  function see(): void {
    for (const saying of standing(place)) {
      known.add(saying);
    }
  }

  /** Whether the engine knows the context file as it is now. */
  async function hasRead({ call, workspace }: Opened): Promise<boolean> {
    const { summary } = await call('context.read', { workspace, limit: 1 });
    return summary.version === sha256(readFileSync(contextPath(place)));
  }

  function writeAsAnother(): void {
    isUnread = true;
    const path = contextPath(place);
    const lines = readFileSync(path, 'utf8').split('\n');
    const at = random.below(lines.length + 1);
    lines.splice(at, random.below(3), `- ${random.pick(vocabulary.keys)}: theirs ${random.below(1e6)}`);
    if (random.below(2) === 0) {
      writeFileSync(path, lines.join('\n'));
    } else {
      writeFileSync(`${path}.theirs`, lines.join('\n'));
      renameSync(`${path}.theirs`, path);
    }
  }

  async function operate(opened: Opened): Promise<unknown> {
    const { call, workspace } = opened;
    const choices: readonly (() => Promise<unknown>)[] = [
      () => change(opened),
      () => change(opened),
      () => call('context.apply', { workspace, updates: [update(), update()] }),
      () => call('context.apply', { workspace, updates: [update()] }),
      () => call('context.undo', { workspace, onTwin: 'keep_both' }),
      () => call('context.redo', { workspace, onTwin: 'keep_both' }),
      () => saveText(opened),
      () => fromArchive(opened),
      () => restoreVersion(opened),
      () => call('context.archiveOverflow', { workspace }),
    ];
    return random.pick(choices)();
  }

  function update() {
    return {
      ...{ category: random.pick(categories), key: random.pick(vocabulary.keys) },
      ...{ value: random.pick(vocabulary.values), confidence: random.pick(confidences), source: 'post_query' },
    };
  }

  async function change(opened: Opened): Promise<unknown> {
    const entries = await opened.entries();
    const value = random.pick(vocabulary.values);
    const category = random.pick(categories);
    const add: Operation = { op: 'add', category, key: random.pick(vocabulary.keys), value };
    const entry = entries.length === 0 ? null : refOf(random.pick(entries));
    const operations: readonly Operation[] =
      entry === null
        ? [add]
        : [
            add,
            { op: 'edit', entry, value },
            { op: 'edit', entry, value },
            { op: 'confidence', entry, confidence: random.pick(confidences) },
            { op: 'move', entry, category },
            { op: 'pin', entry, pinned: random.below(2) === 0 },
            { op: 'archive', entry },
            { op: 'archive', entry },
            { op: 'delete', entry },
          ];
    return opened.call('context.change', { workspace: opened.workspace, operations: [random.pick(operations)] });
  }

  async function saveText({ call, workspace }: Opened): Promise<unknown> {
    const { text, version } = await call('text.read', { workspace });
    const from = random.below(text.length + 1);
    const to = Math.min(text.length, from + random.below(20));
    const insert = `${random.pick(vocabulary.values)}\n- ${random.pick(vocabulary.values)}\n`;
    return call('text.save', { workspace, version, edits: [{ from, to, insert }] });
  }

  async function fromArchive({ call, workspace }: Opened): Promise<unknown> {
    const { entries } = await call('archive.entries', { workspace, limit: 1000 });
    if (entries.length === 0) {
      return null;
    }
    const { file, raw, ordinal } = random.pick(entries);
    const entry = { file, raw, ordinal };
    return random.below(3) === 0
      ? call('archive.delete', { workspace, entries: [entry] })
      : call('archive.restore', { workspace, items: [{ entry, onTwin: 'keep_both' }], makeRoom: true });
  }

  async function restoreVersion({ call, workspace }: Opened): Promise<unknown> {
    const { lines } = await call('history.list', { workspace });
    const versions = lines.filter(({ type }) => type === 'version');
    return versions.length === 0
      ? null
      : call('history.restore', { workspace, position: random.pick(versions).position });
  }
}

/** Gives what this process has left behind the names that it would have if the process were gone. */
export function renameAsOfTheDead({ root, dataFolder }: Place): void {
  for (const path of [root, dataFolder].flatMap(filesIn).filter((each) => each.includes('.contexture-'))) {
    renameSync(path, path.replace(`.${process.pid}-`, '.4194305-'));
  }
}
