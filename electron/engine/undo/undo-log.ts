import type { Change } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Undoable, UndoRedo } from '#shared/contract/features/memory.ts';
import type { Rewording } from '#shared/entries/match-entries.ts';
import type { PlacedLines } from '#shared/formats/entry-patch.ts';
import { createJsonLines } from '../app-files/json-lines.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import type { Locked, Turn } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { readUndoLogLine, type UndoLogLine, writeUndoLogLine } from './undo-log-lines.ts';
import { patchOf, type UndoRecord } from './undo-record.ts';

type State = {
  readonly undos: ReadonlyMap<string, UndoRecord>;
  /** Ids of what the person did and can undo, and of what was undone and can be redone; the latest last. */
  readonly done: readonly string[];
  readonly undone: readonly string[];
  /** Ids of what assistants did, and Contexture by itself, that nobody has undone; the latest last. */
  readonly others: readonly string[];
};

const nothing: State = { undos: new Map(), done: [], undone: [], others: [] };
const maxKept = 200;
const maxLines = 400;
const maxAbsent = 100;

/** The changes that can be undone and redone, on disk: they outlive the app, and every window sees the same. */
export function createUndoLog(ports: Ports, folder: () => string, layout: WorkspaceLayout) {
  const path = (): string => ports.paths.join(folder(), 'journal.jsonl');
  const file = createJsonLines(ports, path);
  let state = nothing;
  let lines: readonly UndoLogLine[] = [];
  const written = (all: readonly UndoLogLine[]): string[] => all.map((line) => writeUndoLogLine(line, layout));

  /** True if what comes next is another by now, because another process has written to it. */
  async function refresh(): Promise<boolean> {
    const before = JSON.stringify(next());
    const read = await orLogged(ports, 'What can be undone could not be read', file.read);
    if (!read) {
      return false;
    }
    lines = read.lines.flatMap((line) => readUndoLogLine(line, layout) ?? []);
    state = lines.reduce(after, nothing);
    return JSON.stringify(next()) !== before;
  }

  /** A change that was made stands, whether or not it can be written down how to undo it after the app has ended. */
  async function write(line: UndoLogLine): Promise<void> {
    await refresh();
    lines = [...lines, line];
    state = after(state, line);
    await orLogged(ports, 'What can be undone could not be written down', async () => {
      if (lines.length > maxLines) {
        lines = shortened(lines, state);
        await file.replace(written(lines));
      } else {
        await file.append(...written([line]));
      }
    });
  }

  const changeOf = (id: string | undefined): Change | null => {
    const undo = id === undefined ? undefined : state.undos.get(id);
    return undo ? { id: undo.change.id, label: undo.name } : null;
  };

  const next = (): UndoRedo => ({ undo: changeOf(state.done.at(-1)), redo: changeOf(state.undone.at(-1)) });

  return {
    path,
    refresh,
    /** @param tookBack the change that this one took back, be it to undo or to redo it */
    add: (_: Locked, undo: UndoRecord, stack: 'done' | 'undone' | null, tookBack: string | null): Promise<void> =>
      write({ type: 'added', undo, stack, tookBack }),
    /** Takes a change from its stack that can't be undone as things are; by its id it still may be, later. */
    pass: (_: Locked, id: string): Promise<void> => write({ type: 'passed', id }),
    next,
    /** What the person did and can undo, in the order in which it is undone. */
    all: (): Undoable[] =>
      state.done.toReversed().flatMap((id) => {
        const undo = state.undos.get(id);
        return undo ? [{ id, label: undo.name, at: undo.at ?? null }] : [];
      }),
    /** The latest of what others than the person did; undefined where there is none. */
    latestOfOthers: (): string | undefined => state.others.at(-1),
    isUndone: (id: string): boolean => state.undone.includes(id),
    /** @throws `change_unknown` */
    find(id: string): UndoRecord {
      const undo = state.undos.get(id);
      if (!undo) {
        const message = 'That change can no longer be undone: it is too old, or was already undone.';
        throw new ContextureError('change_unknown', message, { change: id });
      }
      return undo;
    },
    /** The change that made one version of a file of another, if it can be undone; null where there is none. */
    idOf(file: string, before: string, after: string): string | null {
      return [...state.undos.values()].findLast(hasMade(file, before, after))?.change.id ?? null;
    },
    /** Whether the change that made one version of a file of another was undone, and not done again since. */
    wasUndone(file: string, before: string, after: string): boolean {
      const added = lines.filter((line) => line.type === 'added');
      // What undid it may itself have been undone, always by a later line.
      const isUndone = (place: number): boolean => {
        const id = added[place]?.undo.change.id;
        const by = added.findIndex(({ tookBack }, other) => other > place && tookBack === id);
        return by !== -1 && !isUndone(by);
      };
      const made = added.findLastIndex(({ undo }) => hasMade(file, before, after)(undo));
      return made !== -1 && isUndone(made);
    },
    /** Entries taken out of the context that may come back, oldest first. */
    absent(): PlacedLines[] {
      return [...state.undos.values()].slice(-maxAbsent).flatMap((undo) => patchOf(undo, layout.contextName).add);
    },
    /** What entries were made to read, the earliest change first; it is what taking it back would make of them again. */
    rewordings: (): Rewording[] =>
      [...state.undos.values()].flatMap((undo) =>
        patchOf(undo, layout.contextName).change.map(({ from, to }) => ({ from: to, to: from })),
      ),
    /** Puts other lines in the place of those that are written down, or none. True if any was another. */
    async rewrite(_: Locked, edit: (line: UndoLogLine) => UndoLogLine | null): Promise<boolean> {
      await refresh();
      const edited = lines.flatMap((line) => edit(line) ?? []);
      if (edited.length === lines.length && edited.every((line, index) => line === lines[index])) {
        return false;
      }
      lines = edited;
      state = lines.reduce(after, nothing);
      await file.replace(written(lines));
      return true;
    },
    async clear(_: Turn): Promise<void> {
      lines = [];
      state = nothing;
      await file.discard();
    },
  };
}

/** Whether a change made one version of a file of another. */
const hasMade =
  (file: string, before: string, after: string) =>
  ({ files }: UndoRecord): boolean =>
    files.some((undone) => {
      const versions = undone.by === 'entry' ? undone.versions : undone;
      return undone.file === file && versions?.before === before && versions.after === after;
    });

/** The state after a line, which leaves out what is too long ago. */
function after(state: State, line: UndoLogLine): State {
  const without = (ids: readonly string[], id: string | null): readonly string[] => ids.filter((each) => each !== id);
  if (line.type === 'passed') {
    const { id } = line;
    return {
      ...state,
      done: without(state.done, id),
      undone: without(state.undone, id),
      others: without(state.others, id),
    };
  }
  const { undo, stack, tookBack } = line;
  const { id } = undo.change;
  const undos = new Map(state.undos);
  if (tookBack !== null) {
    undos.delete(tookBack);
  }
  undos.set(id, undo);
  const [oldest] = undos.keys();
  if (undos.size > maxKept && oldest !== undefined) {
    undos.delete(oldest);
  }
  const isKept = (each: string): boolean => undos.has(each);
  const done = without(state.done, tookBack).filter(isKept);
  const undone = without(state.undone, tookBack).filter(isKept);
  const others = without(state.others, tookBack).filter(isKept);
  // What was undone can be redone until something else is done.
  const isNew = stack === 'done' && tookBack === null;
  return {
    undos,
    done: stack === 'done' ? [...done, id] : done,
    undone: stack === 'undone' ? [...undone, id] : isNew ? [] : undone,
    others: stack === null ? [...others, id] : others,
  };
}

/** The lines that lead to the same state, without those of what is known no more. */
function shortened(lines: readonly UndoLogLine[], { undos, done, undone }: State): UndoLogLine[] {
  const stackOf = (id: string): 'done' | 'undone' | null =>
    done.includes(id) ? 'done' : undone.includes(id) ? 'undone' : null;
  const kept = lines.flatMap((line) =>
    line.type === 'added' && undos.get(line.undo.change.id) === line.undo
      ? [{ ...line, stack: stackOf(line.undo.change.id) }]
      : [],
  );
  // One that was redone after others were undone stands behind them, and must not be taken for new.
  return kept.sort((a, b) => rank(a.stack) - rank(b.stack));
}

const rank = (stack: 'done' | 'undone' | null): number => (stack === 'undone' ? 1 : 0);
