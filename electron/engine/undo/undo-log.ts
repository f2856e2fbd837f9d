import type { Change } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Undoable, UndoRedo } from '#shared/contract/features/memory.ts';
import type { KnownRewording } from '#shared/entries/match-entries.ts';
import type { PlacedLines } from '#shared/formats/entry-patch.ts';
import { createJsonLines } from '../app-files/json-lines.ts';
import { orLogged } from '../or-logged.ts';
import type { Ports } from '../ports.ts';
import { patchOf, type UndoRecord } from '../steps/undo-record.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { readUndoLogLine, type UndoLogLine, writeUndoLogLine } from './undo-log-lines.ts';

type State = {
  readonly undos: ReadonlyMap<string, UndoRecord>;
  /** Ids of the person's changes that can be undone, and of those that can be redone; the latest last. */
  readonly done: readonly string[];
  readonly undone: readonly string[];
  /** Ids of changes by assistants and by Contexture itself that nobody has undone; the latest last. */
  readonly others: readonly string[];
};

const nothing: State = { undos: new Map(), done: [], undone: [], others: [] };
const maxKept = 200;
const maxLines = 400;
const maxAbsent = 100;

export type UndoLog = ReturnType<typeof createUndoLog>;

/** Changes that can be undone and redone, on disk: they outlive the app, and every window sees the same. */
export function createUndoLog(ports: Ports, folder: () => string, layout: WorkspaceLayout) {
  const path = (): string => ports.paths.join(folder(), 'journal.jsonl');
  const file = createJsonLines(ports, path);
  let state = nothing;
  let lines: readonly UndoLogLine[] = [];
  const written = (all: readonly UndoLogLine[]): string[] => all.map((line) => writeUndoLogLine(line, layout));

  /** True if the next undo or redo is another by now, because another process has written to the log. */
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

  /** Writes a line. A failure doesn't undo the change; it then can't be undone after the app has ended. */
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
    /** @param tookBack the change that this one undid or redid */
    add: (_: LockedTurn, undo: UndoRecord, stack: 'done' | 'undone' | null, tookBack: string | null): Promise<void> =>
      write({ type: 'added', undo, stack, tookBack }),
    /** Removes a change that can't be undone as things are from its stack; by its id it still may be, later. */
    pass: (_: LockedTurn, id: string): Promise<void> => write({ type: 'passed', id }),
    next,
    /** Person's changes that can be undone, in the order in which they are undone. */
    all: (): Undoable[] =>
      state.done.toReversed().flatMap((id) => {
        const undo = state.undos.get(id);
        return undo ? [{ id, label: undo.name, at: undo.at ?? null }] : [];
      }),
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
    /** Change that made one version of a file from another, if it can be undone; null if there is none. */
    idOf(file: string, before: string, after: string): string | null {
      return [...state.undos.values()].findLast(hasMade(file, before, after))?.change.id ?? null;
    },
    /** True if the change that made one version of a file from another was undone, and not redone since. */
    wasUndone(file: string, before: string, after: string): boolean {
      const added = lines.filter((line) => line.type === 'added');
      // Its undo may itself have been undone, always by a later line.
      const isUndone = (index: number): boolean => {
        const id = added[index]?.undo.change.id;
        const by = added.findIndex(({ tookBack }, other) => other > index && tookBack === id);
        return by !== -1 && !isUndone(by);
      };
      const index = added.findLastIndex(({ undo }) => hasMade(file, before, after)(undo));
      return index !== -1 && isUndone(index);
    },
    /** Entries removed from the context that may come back, oldest first. */
    absent(): PlacedLines[] {
      return [...state.undos.values()].slice(-maxAbsent).flatMap((undo) => patchOf(undo, layout.contextName).add);
    },
    /** Rewordings of entries, the earliest change first, as undoing each would make them again. */
    rewordings: (): KnownRewording[] =>
      [...state.undos.values()].flatMap((undo) =>
        patchOf(undo, layout.contextName).change.map(({ from, to }) => ({ from: to, to: from })),
      ),
    /** Replaces or removes written lines. True if any changed. */
    async rewrite(_: LockedTurn, edit: (line: UndoLogLine) => UndoLogLine | null): Promise<boolean> {
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

const hasMade =
  (file: string, before: string, after: string) =>
  ({ files }: UndoRecord): boolean =>
    files.some((undone) => {
      const versions = undone.by === 'entry' ? undone.versions : undone;
      return undone.file === file && versions?.before === before && versions.after === after;
    });

/** State after a line, without changes from too long ago. */
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
  // Undone changes can be redone until something else is done.
  const isNew = stack === 'done' && tookBack === null;
  return {
    undos,
    done: stack === 'done' ? [...done, id] : done,
    undone: stack === 'undone' ? [...undone, id] : isNew ? [] : undone,
    others: stack === null ? [...others, id] : others,
  };
}

/** Lines that lead to the same state, without those of forgotten changes. */
function shortened(lines: readonly UndoLogLine[], { undos, done, undone }: State): UndoLogLine[] {
  const stackOf = (id: string): 'done' | 'undone' | null =>
    done.includes(id) ? 'done' : undone.includes(id) ? 'undone' : null;
  const current = lines.flatMap((line) =>
    line.type === 'added' && undos.get(line.undo.change.id) === line.undo
      ? [{ ...line, stack: stackOf(line.undo.change.id) }]
      : [],
  );
  // A change redone after others were undone comes after them, and must not count as new.
  return current.sort((a, b) => rank(a.stack) - rank(b.stack));
}

const rank = (stack: 'done' | 'undone' | null): number => (stack === 'undone' ? 1 : 0);
