import type { ContextSummary, EntryView, segmentNames } from '#shared/contract/features/memory.ts';
import { categories } from '#shared/entries/entry.ts';
import { shareTokens, type TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { entriesRead, loadedOf } from '#shared/formats/loaded.ts';
import { otherLinesOf } from '#shared/formats/other-lines.ts';
import { splitLines } from '#shared/text/lines.ts';
import { perObject } from '#shared/text/per-object.ts';

export type ContextStatus = ContextSummary['status'];

type SummaryFacts = Pick<
  ContextSummary,
  'status' | 'problem' | 'writable' | 'linksOut' | 'path' | 'version' | 'modifiedAt' | 'keptAt' | 'undoRedo' | 'today'
> & {
  readonly format: MemoryFormat;
  readonly limit: number;
  readonly measure: TextMeasure;
  /** Reason why it is not the measure from the settings; null if it is. */
  readonly measureProblem: string | null;
  readonly removed: number;
};

const maxListed = 100;

export function summarize(
  document: MemoryDocument,
  views: readonly EntryView[],
  { format, limit, measure, measureProblem, removed, ...facts }: SummaryFacts,
): ContextSummary {
  const { frontmatter, diagnostics, words } = document;
  const otherLines = otherLinesOf(format)(document);
  const weight = measure.ofDocument(document);
  return {
    ...facts,
    format: format.id,
    capabilities: format.capabilities,
    // A missing or empty file is summarized as the first change will begin it.
    frontmatter:
      words === 0 && facts.status !== 'unreadable'
        ? { lastUpdated: facts.today, version: 1, storedEstimate: 0 }
        : {
            lastUpdated: frontmatter.lastUpdated?.value ?? null,
            version: frontmatter.version?.value ?? null,
            storedEstimate: frontmatter.tokenEstimate?.value ?? null,
          },
    tokens: {
      measure: measure.name,
      problem: measureProblem,
      total: measure.tokensOf(weight),
      weight,
      words,
      limit,
      leftOut: leftOutBy(measure)(document),
      segments: segmentsBy(measure)(document),
    },
    entryCount: views.length,
    loaded: loadedIn(format)(document),
    diagnostics: diagnostics.slice(0, maxListed),
    diagnosticCount: diagnostics.length,
    otherLines: otherLines.slice(0, maxListed),
    otherLineCount: otherLines.length,
    marks: { ...marksOf(views), removed },
  };
}

/** Part of a document that an assistant reads; null if it reads everything. */
const loadedIn = perObject(({ capabilities: { loaded } }: MemoryFormat) =>
  perObject(({ text, entries }: MemoryDocument): ContextSummary['loaded'] => {
    if (loaded.length === 0) {
      return null;
    }
    const read = loadedOf(text, loaded);
    return {
      fills: [...read.fills],
      cutLine: read.to < text.length ? splitLines(text, 0, read.to + 1).length : null,
      entries: entriesRead(entries, read),
    };
  }),
);

// Documents and views never change themselves, and are summed up several times with each change.
const marksOf = perObject((views: readonly EntryView[]) => {
  const marks = { new: 0, changed: 0, superseded: 0 };
  for (const { mark } of views) {
    if (mark !== null) {
      marks[mark] += 1;
    }
  }
  return marks;
});
const leftOutBy = perObject(({ whole }: TextMeasure) =>
  perObject(({ entries }: MemoryDocument): ContextSummary['tokens']['leftOut'] => {
    const out = whole ? entries.filter(({ flags }) => flags.about !== null) : [];
    const weight = out.reduce((sum, entry) => sum + (whole?.weightOf(entry) ?? 0), 0);
    return whole ? { entries: out.length, tokens: whole.tokensOf(weight) } : null;
  }),
);
const segmentsBy = perObject((measure: TextMeasure) =>
  perObject((document: MemoryDocument) => sumUp(document, measure)),
);

/** Tokens by section; brackets, headings, frontmatter and text that is not understood are overhead. */
function sumUp(document: MemoryDocument, measure: TextMeasure): ContextSummary['tokens']['segments'] {
  const names: readonly (typeof segmentNames)[number][] = [...categories, 'unsorted', 'overhead'];
  const sums = Object.fromEntries(names.map((name) => [name, { weight: 0, entries: 0 }])) as Record<
    (typeof segmentNames)[number],
    { weight: number; entries: number }
  >;
  let inEntries = 0;
  for (const entry of document.entries) {
    const sum = sums[entry.category ?? 'unsorted'];
    const own = measure.weightOf(entry) - measure.overheadOf(entry);
    sum.weight += own;
    sum.entries += 1;
    inEntries += own;
  }
  sums.overhead.weight = measure.ofDocument(document) - inEntries;
  const weights = names.map((name) => sums[name].weight);
  const tokens = shareTokens(weights, measure);
  return names.map((name, index) => ({ name, tokens: tokens[index] ?? 0, entries: sums[name].entries }));
}
