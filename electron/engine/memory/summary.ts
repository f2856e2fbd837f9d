import type { ContextSummary, EntryView, segmentNames } from '#shared/contract/features/memory.ts';
import { categories } from '#shared/entries/entry.ts';
import { shareTokens, type TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';

export type ContextStatus = ContextSummary['status'];

/** Everything a summary is made of but the document. */
type SummaryFacts = Pick<
  ContextSummary,
  'status' | 'problem' | 'writable' | 'path' | 'version' | 'modifiedAt' | 'undoRedo' | 'today'
> & {
  readonly format: MemoryFormat;
  readonly limit: number;
  readonly measure: TextMeasure;
  /** Why it is not the measure that the settings ask for; null where it is. */
  readonly measureProblem: string | null;
  readonly removed: number;
};

const maxListed = 100;

export function summarize(
  document: MemoryDocument,
  views: readonly EntryView[],
  { format, limit, measure, measureProblem, removed, ...facts }: SummaryFacts,
): ContextSummary {
  const { frontmatter, diagnostics, notUnderstood, words } = document;
  const weight = measure.ofDocument(document);
  const marked = (mark: EntryView['mark']): number =>
    views.reduce((sum, view) => sum + (view.mark === mark ? 1 : 0), 0);
  return {
    ...facts,
    format: format.id,
    capabilities: format.capabilities,
    // Where there is no file, or nothing in it, it is what the first change will begin with.
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
      segments: segmentsOf(document, measure),
    },
    entryCount: views.length,
    diagnostics: diagnostics.slice(0, maxListed),
    diagnosticCount: diagnostics.length,
    notUnderstood: notUnderstood.slice(0, maxListed).map(({ line, text }) => ({ line, text: text.slice(0, 2000) })),
    marks: { new: marked('new'), changed: marked('changed'), superseded: marked('superseded'), removed },
  };
}

/** The tokens divided by section; brackets, headings, frontmatter and what is not understood are overhead. */
function segmentsOf(document: MemoryDocument, measure: TextMeasure): ContextSummary['tokens']['segments'] {
  const weights = new Map<string, number>();
  const entries = new Map<string, number>();
  let inEntries = 0;
  for (const entry of document.entries) {
    const name = entry.category ?? 'unsorted';
    const own = measure.weightOf(entry) - measure.overheadOf(entry);
    weights.set(name, (weights.get(name) ?? 0) + own);
    entries.set(name, (entries.get(name) ?? 0) + 1);
    inEntries += own;
  }
  weights.set('overhead', measure.ofDocument(document) - inEntries);
  const names: readonly (typeof segmentNames)[number][] = [...categories, 'unsorted', 'overhead'];
  const tokens = shareTokens(
    names.map((name) => weights.get(name) ?? 0),
    measure,
  );
  return names.map((name, index) => ({ name, tokens: tokens[index] ?? 0, entries: entries.get(name) ?? 0 }));
}
