import { z } from 'zod';
import { changeSchema } from '#shared/contract/features/memory.ts';
import { type EntryRef, entryRefSchema } from '#shared/entries/entry.ts';
import type { EntryPatch } from '#shared/formats/entry-patch.ts';
import { parseJson } from '../app-files/app-json.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';
import { notedMoveSchema, noteMove, readMove } from '../workspace/moves.ts';
import type { UndoneFile, UndoRecord } from './undo-record.ts';

/** Refs by their number in a table: an entry stands before many others, and would be written with each of them. */
const patchSchema = z.strictObject({
  remove: z.array(z.int()),
  add: z.array(z.strictObject({ ref: z.int(), section: z.string(), after: z.array(z.int()), twins: z.int() })),
  change: z.array(z.strictObject({ from: z.int(), to: z.int() })),
});

const versionsSchema = z.strictObject({ before: z.string().nullable(), after: z.string() });

const addedSchema = z.strictObject({
  type: z.literal('added'),
  /** Where it can be undone from without its id; null for what no person did. */
  stack: z.enum(['done', 'undone']).nullable(),
  tookBack: z.string().nullable(),
  change: changeSchema,
  name: z.string(),
  /** Versions of the memory, where it was changed as text. */
  text: versionsSchema.nullable(),
  moves: z.array(notedMoveSchema),
  refs: z.array(entryRefSchema),
  /** What changes the memory back entry by entry, and archives by their names. */
  context: patchSchema,
  archives: z.array(z.strictObject({ name: z.string(), patch: patchSchema })),
  /** Any other file, by its name below the workspace's root. */
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
  /** It can't be undone as things are: the one before it is next. */
  z.strictObject({ type: z.literal('passed'), id: z.string() }),
]);
type Written = z.infer<typeof lineSchema>;
type WrittenPatch = z.infer<typeof patchSchema>;

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
    return JSON.stringify(line satisfies Written);
  }
  const { undo, stack, tookBack } = line;
  const { change, name, moves, files } = undo;
  const { refs, numbered } = refTable();
  const memory = files.find(({ file }) => file === layout.contextName);
  const context = numbered(memory?.by === 'entry' ? memory.patch : { remove: [], add: [], change: [] });
  const archives = files.flatMap((undone) => {
    const archive = archiveOf(undone, layout);
    return archive === null ? [] : [{ name: archive.name, patch: numbered(archive.patch) }];
  });
  const others = files
    .filter((undone) => undone !== memory && archiveOf(undone, layout) === null)
    .map((undone) =>
      undone.by === 'entry'
        ? { file: undone.file, patch: numbered(undone.patch) }
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
    refs,
    context,
    archives,
    ...(others.length > 0 && { files: others }),
  } satisfies Written);
}

/** Collects refs, each once, and writes patches with their numbers. */
function refTable() {
  const refs: EntryRef[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (ref: EntryRef): number => {
    const name = `${ref.category} ${ref.key} ${ref.ordinal} ${ref.raw}`;
    const known = numbers.get(name);
    if (known !== undefined) {
      return known;
    }
    numbers.set(name, refs.length);
    return refs.push(ref) - 1;
  };
  const numbered = ({ remove, add, change }: EntryPatch): WrittenPatch => ({
    remove: remove.map(numberOf),
    add: add.map(({ ref, section, after, duplicates }) => ({
      ref: numberOf(ref),
      section,
      twins: duplicates,
      after: after.map(numberOf),
    })),
    change: change.map(({ from, to }) => ({ from: numberOf(from), to: numberOf(to) })),
  });
  return { refs, numbered };
}

function archiveOf(undone: UndoneFile, layout: WorkspaceLayout): { name: string; patch: EntryPatch } | null {
  const name = layout.archiveNameOf(undone.file);
  return name === null || undone.by !== 'entry' ? null : { name, patch: undone.patch };
}

/** Null for a line that can't be read, such as one that a crash cut short. */
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

/** @throws for a line that names what it does not have */
function readUndo(line: z.infer<typeof addedSchema>, layout: WorkspaceLayout): UndoRecord {
  const { change, name, text, moves, refs, context, archives, files = [] } = line;
  const refOf = (number: number): EntryRef => {
    const ref = refs[number];
    if (!ref) {
      throw new RangeError('The undo log names an entry that it does not have');
    }
    return ref;
  };
  const patchOf = ({ remove, add, change: changed }: WrittenPatch): EntryPatch => ({
    remove: remove.map(refOf),
    add: add.map(({ ref, section, after, twins }) => ({
      ref: refOf(ref),
      section,
      after: after.map(refOf),
      duplicates: twins,
    })),
    change: changed.map(({ from, to }) => ({ from: refOf(from), to: refOf(to) })),
  });
  const memory: UndoneFile = text
    ? { file: layout.contextName, by: 'version', ...text }
    : { file: layout.contextName, by: 'entry', patch: patchOf(context) };
  return {
    change,
    name,
    moves: moves.map((move) => readMove(layout, move)),
    files: [
      memory,
      ...archives.map(({ name: archive, patch }): UndoneFile => {
        const file = layout.nameOf(layout.archivePath(archive));
        return { file, by: 'entry', patch: patchOf(patch) };
      }),
      ...files.map(
        (undone): UndoneFile =>
          'patch' in undone
            ? { file: undone.file, by: 'entry', patch: patchOf(undone.patch) }
            : { file: undone.file, by: 'version', ...undone.versions },
      ),
    ],
  };
}
