import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import { historyPositionSchema } from '#shared/contract/features/history.ts';
import { contextUpdateSchema } from '#shared/contract/features/memory.ts';
import { entryRefSchema, refOf } from '#shared/entries/entry.ts';
import type { HeldUpdate } from '#shared/formats/held-updates.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import type { History } from '../history/history.ts';
import { isVersion, type Line, lastPosition, type VersionLine } from '../history/history-lines.ts';
import { quoted } from '../memory/labels.ts';
import type { Ports } from '../ports.ts';
import type { Locked, Turn, WorkspaceAccess } from '../workspace/access.ts';
import { archiveLosses, carryLosses, lostEntrySchema, newLosses } from './losses.ts';

const heldSchema = z.strictObject({
  id: z.string(),
  at: z.number(),
  name: z.string().nullable(),
  update: contextUpdateSchema,
  /** The correction it speaks against. */
  against: entryRefSchema,
});
export type Held = z.infer<typeof heldSchema>;

const lossesSchema = z.strictObject({
  at: z.number(),
  /** What the assistant calls itself; null for another program. */
  by: z.string().nullable(),
  position: historyPositionSchema,
  items: z.array(lostEntrySchema),
});
/** What one version lost that another program wrote. */
export type Losses = z.infer<typeof lossesSchema>;

const decisionsSchema = z.strictObject({
  /** Up to which position of the history it is known what was lost. */
  checked: z.int().min(0),
  held: z.array(heldSchema),
  losses: z.array(lossesSchema),
});
type State = z.infer<typeof decisionsSchema>;

export type DecisionsOptions = {
  readonly folder: () => string;
  readonly history: History;
  /** Name of the context file in the history, and of an archive by its name there; null for what is none. */
  readonly contextName: string;
  readonly archiveNameOf: (file: string) => string | null;
  readonly access: WorkspaceAccess;
  /** False for a memory that is only looked at, which has no cards. */
  readonly isFollowed: boolean;
  readonly onChange: () => void;
  /** Told that another program may have left something out, and why nobody can say what. */
  readonly onUntold: (message: string) => void;
};

/** Positions of the history whose being looked at need not be written down yet. */
const maxUnsaved = 50;

/**
 * What waits for the person to choose: updates that speak against what they corrected, and what other programs left out
 * when they wrote the file. The latter is read from the history, version by version, so that nothing is missed whoever
 * had the app open when, and is told once. Nothing waits for an answer: the file is as it is meanwhile.
 */
export function createDecisions(ports: Ports, options: DecisionsOptions) {
  const { history, contextName, archiveNameOf, access, isFollowed } = options;
  const path = (): string => ports.paths.join(options.folder(), 'cards.json');
  let state: State = { checked: 0, held: [], losses: [] };
  const stamp = createFileStamp(ports, path);
  let isWritten = false;
  /** Up to which position it is written down what was lost. */
  let savedTo = 0;

  /** Takes in what another process has written. True if there is a file. */
  async function refresh(): Promise<boolean> {
    const change = await stamp.look();
    if (change === null) {
      return isWritten;
    }
    const { info, isNews } = change;
    const before = JSON.stringify(state);
    const found = info && (await readAppJson(ports, path(), decisionsSchema.nullable(), null));
    state = found ?? {
      checked: isNews ? state.checked : lastPosition(await history.lines()),
      held: [],
      losses: [],
    };
    stamp.note(info);
    isWritten = info !== null;
    savedTo = state.checked;
    if (isNews && JSON.stringify(state) !== before) {
      options.onChange();
    }
    return isWritten;
  }

  async function save(now: State): Promise<void> {
    await writeAppJson(ports, path(), now);
    state = now;
    savedTo = now.checked;
    isWritten = true;
    await stamp.renew();
    options.onChange();
  }

  const isNext = (line: Line): line is VersionLine =>
    isVersion(line) &&
    line.position > state.checked &&
    (line.file === contextName || (archiveNameOf(line.file) !== null && line.who === 'outside'));

  async function takeIn(lines: readonly Line[]): Promise<void> {
    let { losses } = state;
    let isNews = false;
    const untold: string[] = [];
    for (const line of lines.filter(isNext)) {
      const isTheirs = line.who === 'outside' || line.who === 'assistant';
      if (line.before === null || (!isTheirs && losses.length === 0)) {
        continue;
      }
      const before = await history.documentOf({ file: line.file, hash: line.before });
      const after = await history.documentOf(line);
      if (before === null || after === null) {
        ports.log('warn', `What the version ${line.position} of the history lost can't be told: its text is missing.`);
        if (isTheirs) {
          untold.push(before === null ? 'the version before' : 'its version');
        }
        continue;
      }
      const archive = archiveNameOf(line.file);
      if (archive !== null) {
        const lost = archiveLosses(archive, before, after, ports.newId);
        losses =
          lost.length > 0 ? [...losses, { at: line.at, by: null, position: line.position, items: lost }] : losses;
        isNews ||= lost.length > 0;
        continue;
      }
      const known = losses.flatMap(({ items }) => items);
      losses = losses
        .map((each) => ({ ...each, items: carryLosses(each.items, before, after, line.who) }))
        .filter(({ items }) => items.length > 0);
      const lost =
        line.who === 'outside' || line.who === 'assistant'
          ? newLosses(known, before, after, line.who, ports.newId)
          : [];
      isNews ||= known.length > 0 || lost.length > 0;
      if (lost.length > 0) {
        const by = line.who === 'assistant' ? (line.name ?? 'Your assistant') : null;
        losses = [...losses, { at: line.at, by, position: line.position, items: lost }];
      }
    }
    const now = { ...state, checked: lastPosition(lines), losses };
    // What lost nothing is looked at once more after a restart at worst, but not all there ever was.
    if (isNews || untold.length > 0 || now.checked - savedTo >= maxUnsaved) {
      await save(now);
    } else {
      state = now;
    }
    for (const what of untold) {
      await sayUntold(what);
    }
  }

  /** What can't be told entry by entry is not to be silent. */
  async function sayUntold(what: string): Promise<void> {
    const message = `Another program changed the file, and ${what} can’t be read any more, so Contexture can’t say what was left out.`;
    options.onUntold(message);
    await history.note(ports.clock.now(), message);
  }

  return {
    /** Begins to follow. What the history held before the first time is nobody's news. */
    async open(): Promise<void> {
      if (!isFollowed) {
        return;
      }
      try {
        const isThere = await refresh();
        const last = lastPosition(await history.lines());
        if (!isThere) {
          await save({ ...state, checked: last });
        } else if (last === 0) {
          // The history was deleted meanwhile, and counts from the beginning again.
          state = { ...state, checked: 0 };
        }
      } catch (error) {
        ports.log('warn', `What waits for an answer could not be read: ${toContextureError(error).message}`);
      }
    },
    /** Takes in what the history has learned. Never rejects: what could not be taken in is taken in the next time. */
    async follow(turn: Turn): Promise<void> {
      if (!isFollowed) {
        return;
      }
      try {
        await refresh();
        if (!(await history.lines()).some(isNext)) {
          return;
        }
        // Who wrote a version is known for sure once no one of us is writing. Where nobody ever wrote, nobody is.
        await access.lockedIfMade(turn, async () => {
          await refresh();
          await takeIn(await history.lines());
        });
      } catch (error) {
        ports.log('warn', `What another program left out could not be looked at: ${toContextureError(error).message}`);
      }
    },
    /**
     * Has updates wait for the person; of several for one entry, the latest. What it would have said is noted in the
     * history, so that no answer loses it.
     */
    async hold(_: Locked, held: readonly HeldUpdate[], name: string | null): Promise<void> {
      await refresh();
      const at = ports.clock.now();
      const added: Held[] = held.map(({ update, against }) => ({
        id: ports.newId(),
        at,
        name,
        update,
        against: refOf(against),
      }));
      const isReplaced = (one: Held): boolean =>
        added.some(({ update }) => update.category === one.update.category && update.key === one.update.key);
      await save({ ...state, held: [...state.held.filter((one) => !isReplaced(one)), ...added] });
      for (const { update } of added) {
        const { key, value, confidence } = update;
        await history.note(
          at,
          `Held for you: ${name ?? 'An assistant'} would have set ${quoted(key)} to “${value}” (${confidence})`,
        );
      }
    },
    /** Takes answered decisions away, or some of the losses of one. */
    async settle(_: Locked, ids: ReadonlySet<string>): Promise<void> {
      await refresh();
      await save({
        ...state,
        held: state.held.filter(({ id }) => !ids.has(id)),
        losses: state.losses
          .map((each) => ({ ...each, items: each.items.filter(({ id }) => !ids.has(id)) }))
          .filter(({ items }) => items.length > 0),
      });
    },
    /** Begins anew, where the files do. */
    async forget(_: Turn): Promise<void> {
      await save({ checked: lastPosition(await history.lines()), held: [], losses: [] });
    },
    current: (): Omit<State, 'checked'> => state,
  };
}
export type Decisions = ReturnType<typeof createDecisions>;
