import { z } from 'zod';
import { categorySchema } from '#shared/entries/entry.ts';

/** An entry that moves from one file to another, by its text in both. Files are given by path. */
export type Move = {
  readonly from: string;
  readonly to: string;
  readonly category: z.infer<typeof categorySchema> | null;
  readonly key: string | null;
  readonly value: string;
};

/** Move of an entry from one file to another, by their paths. */
export const moveOf = ({ category, key, value }: Omit<Move, 'from' | 'to'>, from: string, to: string): Move => ({
  from,
  to,
  category,
  key,
  value,
});

const moved = { category: categorySchema.nullable(), key: z.string().nullable(), value: z.string() };

/** Noted move: between memory and archive by the archive's name, between other files by both names. */
export const notedMoveSchema = z.union([
  z.strictObject({ direction: z.enum(['out', 'in']), archive: z.string(), ...moved }),
  z.strictObject({ from: z.string(), to: z.string(), ...moved }),
]);
type NotedMove = z.infer<typeof notedMoveSchema>;

type Names = {
  readonly contextPath: string;
  nameOf(path: string): string;
  pathOf(name: string): string;
  archivePath(archive: string): string;
  archiveNameOf(name: string): string | null;
};

export function noteMove(layout: Names, { from, to, category, key, value }: Move): NotedMove {
  const entry = { category, key, value };
  const archive = layout.archiveNameOf(layout.nameOf(from === layout.contextPath ? to : from));
  if (archive !== null && (from === layout.contextPath || to === layout.contextPath)) {
    return { direction: from === layout.contextPath ? 'out' : 'in', archive, ...entry };
  }
  return { from: layout.nameOf(from), to: layout.nameOf(to), ...entry };
}

/** @throws `outside_workspace` if the archive's name is not one */
export function readMove(layout: Names, move: NotedMove): Move {
  const { category, key, value } = move;
  const entry = { category, key, value };
  if (!('direction' in move)) {
    return { from: layout.pathOf(move.from), to: layout.pathOf(move.to), ...entry };
  }
  const archive = layout.archivePath(move.archive);
  return move.direction === 'out'
    ? { from: layout.contextPath, to: archive, ...entry }
    : { from: archive, to: layout.contextPath, ...entry };
}
