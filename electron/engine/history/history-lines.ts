import { z } from 'zod';
import { authorSchema, changeCountsSchema, textVersionSchema } from '#shared/contract/fields.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';

const position = z.int().min(1);

const versionLineSchema = z.object({
  position,
  /** Milliseconds since 1970; the same for all that was written as one step. */
  at: z.number(),
  /** The file, relative to the workspace. */
  file: z.string(),
  who: authorSchema,
  /** What an assistant calls itself. */
  name: z.string().nullable().default(null),
  action: z.string(),
  /** Hash of the version, and of the one it follows; null where it was the first. */
  hash: textVersionSchema,
  before: textVersionSchema.nullable(),
  /** Entries against the version before it; null where nobody could count them. */
  counts: changeCountsSchema.nullable().default(null),
  /** Compressed bytes of its text; null where an earlier Contexture kept it. */
  size: z.int().nullable().default(null),
});
const noteLineSchema = z.object({ position, at: z.number(), note: z.string() });

export type VersionLine = z.infer<typeof versionLineSchema>;
/** What a start put right: no version, but worth knowing beside them. */
type NoteLine = z.infer<typeof noteLineSchema>;
export type Line = VersionLine | NoteLine;

export type NewVersion = Readonly<Pick<VersionLine, 'at' | 'file' | 'who' | 'action' | 'hash'>> & {
  /** What an assistant calls itself. */
  readonly name?: string | null;
  readonly bytes: Uint8Array;
  /** What it says, where that is known already. */
  readonly document?: MemoryDocument;
  /** Position of the last line before its file was read: what another process has noted since isn't noted again. */
  readonly readAfter?: number | null;
};

/** What another program did, in words of our own: labels are what a person did, and may quote. */
export const isOwnWord = ({ who, action }: Pick<VersionLine, 'who' | 'action'>): boolean =>
  who === 'outside' && (action === 'read' || action === 'deleted');

export const isVersion = (line: Line): line is VersionLine => 'hash' in line;

/** The readable lines of a history, oldest first. A line with the position of an earlier one replaces it. */
export function parseLines(written: readonly string[]): Line[] {
  const lines = new Map<number, Line>();
  let last = 0;
  for (const each of written) {
    const line = parseLine(each, last + 1);
    if (line) {
      lines.set(line.position, line);
      last = Math.max(last, line.position);
    }
  }
  return [...lines.values()];
}

function parseLine(written: string, next: number): Line | null {
  const value = parseJson(written);
  // Lines of an earlier Contexture have no position: they stand in order.
  const placed = typeof value === 'object' && value !== null ? { position: next, ...value } : value;
  return versionLineSchema.safeParse(placed).data ?? noteLineSchema.safeParse(placed).data ?? null;
}

export const lastPosition = (lines: readonly Line[]): number => lines.at(-1)?.position ?? 0;

/** The latest version of each file, and of one file. */
export function latestPositions(lines: readonly Line[]): Set<number> {
  const latest = new Map(lines.filter(isVersion).map(({ file, position: at }) => [file, at]));
  return new Set(latest.values());
}

export function latestOf(lines: readonly Line[], file: string): VersionLine | undefined {
  return lines.findLast((line): line is VersionLine => isVersion(line) && line.file === file);
}
