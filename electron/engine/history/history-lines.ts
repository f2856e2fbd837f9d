import { z } from 'zod';
import { authorSchema, changeCountsSchema, textVersionSchema } from '#shared/contract/fields.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';

const position = z.int().min(1);

const versionLineSchema = z.object({
  position,
  /** Milliseconds since 1970; the same for everything written as one step. */
  at: z.number(),
  file: z.string(),
  who: authorSchema,
  name: z.string().nullable().default(null),
  action: z.string(),
  hash: textVersionSchema,
  before: textVersionSchema.nullable(),
  /** Entries against the version before it; null if they couldn't be counted. */
  counts: changeCountsSchema.nullable().default(null),
  /** Compressed bytes of its text; null if an earlier Contexture kept it. */
  size: z.int().nullable().default(null),
});
const noteLineSchema = z.object({ position, at: z.number(), note: z.string() });

export type VersionLine = z.infer<typeof versionLineSchema>;
/** Note on what a start recovered: no version, but worth knowing beside them. */
type NoteLine = z.infer<typeof noteLineSchema>;
export type HistoryRecord = VersionLine | NoteLine;

export type NewVersion = Readonly<Pick<VersionLine, 'at' | 'file' | 'who' | 'action' | 'hash'>> & {
  readonly name?: string | null;
  readonly bytes: Uint8Array;
  readonly document?: MemoryDocument;
  /** Position of the last line before its file was read: versions noted since by others aren't noted again. */
  readonly readAfter?: number | null;
};

/** True if the action is our own wording, as for other programs' changes. A person's labels may quote a text. */
export const isOwnWord = ({ who, action }: Pick<VersionLine, 'who' | 'action'>): boolean =>
  who === 'outside' && (action === 'read' || action === 'deleted');

export const isVersion = (line: HistoryRecord): line is VersionLine => 'hash' in line;

/** Readable lines of a history, oldest first. A line with the position of an earlier one replaces it. */
export function parseLines(written: readonly string[]): HistoryRecord[] {
  const lines = new Map<number, HistoryRecord>();
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

function parseLine(written: string, next: number): HistoryRecord | null {
  const value = parseJson(written);
  // Lines of an earlier Contexture have no position, but are in order.
  const placed = typeof value === 'object' && value !== null ? { position: next, ...value } : value;
  return versionLineSchema.safeParse(placed).data ?? noteLineSchema.safeParse(placed).data ?? null;
}

export const lastPosition = (lines: readonly HistoryRecord[]): number => lines.at(-1)?.position ?? 0;

export function latestPositions(lines: readonly HistoryRecord[]): Set<number> {
  const latest = new Map(lines.filter(isVersion).map(({ file, position: at }) => [file, at]));
  return new Set(latest.values());
}

export function latestOf(lines: readonly HistoryRecord[], file: string): VersionLine | undefined {
  return lines.findLast((line): line is VersionLine => isVersion(line) && line.file === file);
}
