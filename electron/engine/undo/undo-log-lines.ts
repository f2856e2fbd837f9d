import { z } from 'zod';
import { changeSchema } from '#shared/contract/features/memory.ts';
import { type EntryRef, entryRefSchema } from '#shared/entries/entry.ts';
import type { EntryPatch } from '#shared/formats/context/patch.ts';
import { moveSchema } from '../workspace/write-ahead-log.ts';
import type { UndoRecord } from './undo-log.ts';

/** Refs by their number in a table: an entry stands before many others, and would be written with each of them. */
const patchSchema = z.strictObject({
  remove: z.array(z.int()),
  add: z.array(z.strictObject({ ref: z.int(), section: z.string(), after: z.array(z.int()), twins: z.int() })),
  change: z.array(z.strictObject({ from: z.int(), to: z.int() })),
});

const addedSchema = z.strictObject({
  type: z.literal('added'),
  /** Where it can be taken back from without its id; null for what no person did. */
  stack: z.enum(['done', 'undone']).nullable(),
  /** The change that this one took back. */
  tookBack: z.string().nullable(),
  change: changeSchema,
  name: z.string(),
  text: z.strictObject({ before: z.string().nullable(), after: z.string() }).nullable(),
  moves: z.array(moveSchema),
  refs: z.array(entryRefSchema),
  context: patchSchema,
  archives: z.array(z.strictObject({ name: z.string(), patch: patchSchema })),
});
const lineSchema = z.discriminatedUnion('type', [
  addedSchema,
  /** It can't be taken back as things are: the one before it is next. */
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

export function writeUndoLogLine(line: UndoLogLine): string {
  if (line.type === 'passed') {
    return JSON.stringify(line satisfies Written);
  }
  const { undo, stack, tookBack } = line;
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
  const patchOf = ({ remove, add, change }: EntryPatch): WrittenPatch => ({
    remove: remove.map(numberOf),
    add: add.map(({ ref, section, after, twins }) => ({
      ref: numberOf(ref),
      section,
      twins,
      after: after.map(numberOf),
    })),
    change: change.map(({ from, to }) => ({ from: numberOf(from), to: numberOf(to) })),
  });
  const { change, name, text, moves } = undo;
  const context = patchOf(undo.context);
  const archives = undo.archives.map(({ name: archive, patch }) => ({ name: archive, patch: patchOf(patch) }));
  return JSON.stringify({
    type: 'added',
    stack,
    tookBack,
    change,
    name,
    text,
    moves: [...moves],
    refs,
    context,
    archives,
  } satisfies Written);
}

/** Null for a line that can't be read, such as one that a crash cut short. */
export function readUndoLogLine(written: string): UndoLogLine | null {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return null;
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    return null;
  }
  if (parsed.data.type === 'passed') {
    return parsed.data;
  }
  const { stack, tookBack, change, name, text, moves, refs, context, archives } = parsed.data;
  const refOf = (number: number): EntryRef => {
    const ref = refs[number];
    if (!ref) {
      throw new RangeError('A journal names an entry that it does not have');
    }
    return ref;
  };
  const patchOf = ({ remove, add, change: changed }: WrittenPatch): EntryPatch => ({
    remove: remove.map(refOf),
    add: add.map((lines) => ({ ...lines, ref: refOf(lines.ref), after: lines.after.map(refOf) })),
    change: changed.map(({ from, to }) => ({ from: refOf(from), to: refOf(to) })),
  });
  try {
    const undo: UndoRecord = {
      change,
      name,
      text,
      moves,
      context: patchOf(context),
      archives: archives.map(({ name: archive, patch }) => ({ name: archive, patch: patchOf(patch) })),
    };
    return { type: 'added', undo, stack, tookBack };
  } catch {
    return null;
  }
}
