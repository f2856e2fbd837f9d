import { z } from 'zod';
import { changeSchema } from '#shared/contract/changes.ts';
import { type EntryRef, entryRefSchema } from '#shared/entries/entry.ts';
import type { Neighbour } from '#shared/formats/neighbours.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { notedMoveSchema, noteMove, readMove } from '../steps/moves.ts';
import { noPatch, type UndoneFile, type UndoRecord } from '../steps/undo-record.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

/** Refs are numbers in a table: an entry is before many others, and would be written with each of them. */
const patchSchema = z.strictObject({
  remove: z.array(z.int()),
  add: z.array(
    z.strictObject({
      ref: z.int(),
      section: z.string(),
      /** Number of an entry or text of another line, with the number of blank lines after it if there are any. */
      after: z.array(z.union([z.int(), z.tuple([z.union([z.int(), z.string()]), z.int()])])),
      before: z.array(z.int()).default([]),
      twins: z.int(),
    }),
  ),
  change: z.array(z.strictObject({ from: z.int(), to: z.int() })),
  versions: z.strictObject({ before: z.string(), after: z.string() }).optional(),
});

/** Hashes; null for no file. */
const versionsSchema = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });

const addedSchema = z.strictObject({
  type: z.literal('added'),
  /** Stack from which it can be undone without its id; null for what no person did. */
  stack: z.enum(['done', 'undone']).nullable(),
  tookBack: z.string().nullable(),
  change: changeSchema,
  name: z.string(),
  /** Versions of the memory, if it was changed as text. */
  text: versionsSchema.nullable(),
  moves: z.array(notedMoveSchema),
  /** A moved folder, by its names below the workspace's root. */
  folder: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  archiving: z.strictObject({ doing: z.enum(['archive', 'restore']), id: z.string() }).optional(),
  /** Milliseconds since 1970. */
  at: z.number().optional(),
  refs: z.array(entryRefSchema),
  /** Patches that undo the change entry by entry: for the memory, and for archives by name. */
  context: patchSchema,
  archives: z.array(z.strictObject({ name: z.string(), patch: patchSchema })),
  /** Other files, by their names below the workspace's root. */
  files: z
    .array(
      z.union([
        z.strictObject({ file: z.string(), patch: patchSchema }),
        z.strictObject({ file: z.string(), versions: versionsSchema }),
      ]),
    )
    .optional(),
});
const lineSchema = z.discriminatedUnion('type', [
  addedSchema,
  /** The change can't be undone as things are: the one before it is next. */
  z.strictObject({ type: z.literal('passed'), id: z.string() }),
]);
type LineRecord = z.infer<typeof lineSchema>;
type PatchRecord = z.infer<typeof patchSchema>;
type NeighbourRecord = PatchRecord['add'][number]['after'][number];
type UndoneByEntry = Pick<Extract<UndoneFile, { by: 'entry' }>, 'patch' | 'versions'>;

export type UndoLogLine =
  | {
      readonly type: 'added';
      readonly undo: UndoRecord;
      readonly stack: 'done' | 'undone' | null;
      readonly tookBack: string | null;
    }
  | { readonly type: 'passed'; readonly id: string };

export function writeUndoLogLine(line: UndoLogLine, layout: WorkspaceLayout): string {
  if (line.type === 'passed') {
    return JSON.stringify(line satisfies LineRecord);
  }
  const { undo, stack, tookBack } = line;
  const { change, name, moves, folder, archiving, at, files } = undo;
  const { refs, numbered } = refTable();
  const memory = files.find(({ file }) => file === layout.contextName);
  const context = numbered(memory?.by === 'entry' ? memory : { patch: noPatch, versions: null });
  const archives = files.flatMap((undone) => {
    const name = layout.archiveNameOf(undone.file);
    return name === null || undone.by !== 'entry' ? [] : [{ name, patch: numbered(undone) }];
  });
  const others = files
    .filter((undone) => undone !== memory && (undone.by !== 'entry' || layout.archiveNameOf(undone.file) === null))
    .map((undone) =>
      undone.by === 'entry'
        ? { file: undone.file, patch: numbered(undone) }
        : { file: undone.file, versions: { before: undone.before, after: undone.after } },
    );
  return JSON.stringify({
    type: 'added',
    stack,
    tookBack,
    change,
    name,
    text: memory?.by === 'version' ? { before: memory.before, after: memory.after } : null,
    moves: moves.map((move) => noteMove(layout, move)),
    ...(folder && { folder: { from: layout.nameOf(folder.from), to: layout.nameOf(folder.to) } }),
    ...(archiving && { archiving }),
    ...(at !== undefined && { at }),
    refs,
    context,
    archives,
    ...(others.length > 0 && { files: others }),
  } satisfies LineRecord);
}

/** Collects refs, each once, and writes patches with their numbers. */
function refTable() {
  const refs: EntryRef[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (ref: EntryRef): number => {
    const name = `${ref.category} ${ref.key} ${ref.ordinal} ${ref.raw}`;
    const number = numbers.get(name);
    if (number !== undefined) {
      return number;
    }
    numbers.set(name, refs.length);
    return refs.push(ref) - 1;
  };
  const noteNeighbour = (neighbour: Neighbour): NeighbourRecord => {
    const name = 'line' in neighbour ? neighbour.line : numberOf(neighbour.entry);
    return typeof name === 'number' && neighbour.blanks === 0 ? name : [name, neighbour.blanks];
  };
  const numbered = ({ patch: { remove, add, change }, versions }: UndoneByEntry): PatchRecord => ({
    remove: remove.map(numberOf),
    add: add.map(({ ref, section, after, before, duplicates }) => ({
      ref: numberOf(ref),
      section,
      twins: duplicates,
      after: after.map(noteNeighbour),
      before: before.map(numberOf),
    })),
    change: change.map(({ from, to }) => ({ from: numberOf(from), to: numberOf(to) })),
    ...(versions && { versions }),
  });
  return { refs, numbered };
}

/** Null for a line that can't be read, such as one cut short by a crash. */
export function readUndoLogLine(written: string, layout: WorkspaceLayout): UndoLogLine | null {
  const parsed = lineSchema.safeParse(parseJson(written));
  if (!parsed.success) {
    return null;
  }
  if (parsed.data.type === 'passed') {
    return parsed.data;
  }
  const { stack, tookBack } = parsed.data;
  try {
    return { type: 'added', undo: readUndo(parsed.data, layout), stack, tookBack };
  } catch {
    return null;
  }
}

/** @throws if the line uses a number that is not in its table */
function readUndo(line: z.infer<typeof addedSchema>, layout: WorkspaceLayout): UndoRecord {
  const { change, name, text, moves, folder, archiving, at, refs, context, archives, files = [] } = line;
  const refOf = (number: number): EntryRef => {
    const ref = refs[number];
    if (!ref) {
      throw new RangeError('The undo log names an entry that it does not have');
    }
    return ref;
  };
  const readNeighbour = (written: NeighbourRecord): Neighbour => {
    const [name, blanks] = typeof written === 'number' ? [written, 0] : written;
    return typeof name === 'string' ? { line: name, blanks } : { entry: refOf(name), blanks };
  };
  const byEntry = (file: string, { remove, add, change: changed, versions }: PatchRecord): UndoneFile => ({
    file,
    by: 'entry',
    patch: {
      remove: remove.map(refOf),
      add: add.map(({ ref, section, after, before, twins }) => ({
        ref: refOf(ref),
        section,
        after: after.map(readNeighbour),
        before: before.map(refOf),
        duplicates: twins,
      })),
      change: changed.map(({ from, to }) => ({ from: refOf(from), to: refOf(to) })),
    },
    versions: versions ?? null,
  });
  const memory: UndoneFile = text
    ? { file: layout.contextName, by: 'version', ...text }
    : byEntry(layout.contextName, context);
  return {
    change,
    name,
    moves: moves.map((move) => readMove(layout, move)),
    folder: folder === undefined ? null : { from: layout.pathOf(folder.from), to: layout.pathOf(folder.to) },
    archiving,
    at,
    files: [
      memory,
      ...archives.map(({ name: archive, patch }) => byEntry(layout.nameOf(layout.archivePath(archive)), patch)),
      ...files.map(
        (undone): UndoneFile =>
          'patch' in undone
            ? byEntry(undone.file, undone.patch)
            : { file: undone.file, by: 'version', ...undone.versions },
      ),
    ],
  };
}
