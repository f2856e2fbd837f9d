import { z } from 'zod';
import { type EntryView, earlierSchema, markSchema } from '#shared/contract/features/memory.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { trackEntries } from './entry-identity.ts';
import { type RemovedEntries, removedByOthers } from './removed-entries.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder' | 'history'>;

const readMarksSchema = z.strictObject({
  hash: z.string().nullable(),
  marks: z.array(
    z.strictObject({
      line: z.string(),
      /** Number among identical entries; earlier versions left it out, meaning all of them. */
      ordinal: z.int().optional(),
      mark: markSchema,
      earlier: earlierSchema.optional(),
    }),
  ),
  removed: z.int(),
  /** Remembered earlier forms of removed entries: once one is there again, it no longer counts. */
  missing: z.array(earlierSchema).optional(),
});

/** Entries with their marks, and entries others removed since the person last looked. */
export type MarkedEntries = RemovedEntries & { readonly views: readonly EntryView[] };

const fileName = 'seen.json';
const maxSeenBytes = 4 * 1024 * 1024;

/** Remembers across starts the entries others added or changed since the person last looked. */
export function createReadMarks({ ports, dataFolder, history, layout }: Needs, measure: () => TextMeasure) {
  const path = (): string => ports.paths.join(dataFolder.current(), fileName);
  const lineOf = (entry: { category: string | null; raw: string }): string => `${entry.category} ${entry.raw}`;
  const markName = ({ line, ordinal = null }: { line: string; ordinal?: number | null | undefined }): string =>
    `${ordinal} ${line}`;

  return {
    async mark(document: MemoryDocument, hash: string | null, newId: () => string): Promise<MarkedEntries> {
      const plain = (text: MemoryDocument): readonly EntryView[] =>
        trackEntries([], text, 'unmarked', newId, measure()).views;
      const seen = await readAppJson(ports, path(), readMarksSchema.nullable(), null);
      if (seen === null || seen.hash === null) {
        return { views: plain(document), removed: 0, missing: [] };
      }
      const { removed, missing = [] } = seen;
      const marks = new Map(seen.marks.map((mark) => [markName(mark), mark]));
      const remembered = (views: readonly EntryView[]): EntryView[] =>
        views.map((view) => {
          const line = lineOf(view);
          const marked = marks.get(markName({ line, ordinal: view.ordinal })) ?? marks.get(markName({ line }));
          return marked ? { ...view, mark: marked.mark, ...(marked.earlier && { earlier: marked.earlier }) } : view;
        });
      if (seen.hash === hash) {
        return { views: remembered(plain(document)), removed, missing };
      }
      const text = await history.recallText(seen.hash);
      if (text === null) {
        return { views: remembered(plain(document)), removed, missing };
      }
      const tracked = trackEntries(remembered(plain(layout.format.read(text))), document, 'others', newId, measure());
      return { views: tracked.views, ...removedByOthers({ removed, missing }, tracked) };
    },
    async remember(hash: string | null, { views, removed, missing }: MarkedEntries): Promise<void> {
      const marks = views.flatMap((view) => {
        const { mark, ordinal, earlier } = view;
        return mark === null ? [] : [{ line: lineOf(view), ordinal, mark, ...(earlier && { earlier }) }];
      });
      await writeAppJson(ports, path(), { hash, marks, removed, missing: [...missing] } satisfies z.infer<
        typeof readMarksSchema
      >);
    },
  };
}

/** True if a memory that is not open has news for the person; false if nobody ever looked. */
export async function hasNews({ files, paths, decodeText }: Ports, folder: string, hash: string): Promise<boolean> {
  const read = await files.read(paths.join(folder, fileName), { maxBytes: maxSeenBytes }).catch(() => null);
  const text = read?.state === 'present' ? decodeText(read.bytes) : null;
  const seen = readMarksSchema.safeParse(parseJson(text ?? '')).data;
  return seen !== undefined && seen.hash !== null && (seen.hash !== hash || seen.marks.length + seen.removed > 0);
}

export type ReadMarks = ReturnType<typeof createReadMarks>;
