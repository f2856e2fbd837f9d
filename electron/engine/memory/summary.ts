import type { ContextSummary, EntryView, segmentNames, UndoRedo } from '#shared/contract/features/memory.ts';
import { categories } from '#shared/entries/entry.ts';
import { shareTokens, type TextMeasure } from '#shared/entries/measure.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';

export type ContextStatus = ContextSummary['status'];

/** Everything a summary is made of but the document. */
type SummaryFacts = {
  readonly status: ContextStatus;
  readonly problem: ContextSummary['problem'];
  readonly format: MemoryFormat;
  readonly writable: boolean;
  readonly path: string;
  readonly version: string | null;
  readonly modifiedAt: number | null;
  readonly limit: number;
  readonly measure: TextMeasure;
  /** Why it is not the measure that the settings ask for; null where it is. */
  readonly measureProblem: string | null;
  readonly today: string;
  readonly removed: number;
  readonly undoRedo: UndoRedo;
};

const maxListed = 100;

export function summarize(document: MemoryDocument, views: readonly EntryView[], facts: SummaryFacts): ContextSummary {
  const { frontmatter, diagnostics, notUnderstood, words } = document;
  const { status, problem, format, writable, path, version, modifiedAt, today, removed, undoRedo } = facts;
  const marked = (mark: EntryView['mark']): number =>
    views.reduce((sum, view) => sum + (view.mark === mark ? 1 : 0), 0);
  return {
    status,
    problem,
    format: format.id,
    capabilities: format.capabilities,
    writable,
    path,
    version,
    modifiedAt,
    // Where there is no file, or nothing in it, it is what the first change will begin with.
    frontmatter:
      words === 0 && status !== 'unreadable'
        ? { lastUpdated: today, version: 1, storedEstimate: 0 }
        : {
            lastUpdated: frontmatter.lastUpdated?.value ?? null,
            version: frontmatter.version?.value ?? null,
            storedEstimate: frontmatter.tokenEstimate?.value ?? null,
          },
    tokens: tokensOf(document, facts),
    entryCount: views.length,
    diagnostics: diagnostics.slice(0, maxListed),
    diagnosticCount: diagnostics.length,
    notUnderstood: notUnderstood.slice(0, maxListed).map(({ line, text }) => ({ line, text: text.slice(0, 2000) })),
    marks: { new: marked('new'), changed: marked('changed'), superseded: marked('superseded'), removed },
    undoRedo,
    today,
  };
}

function tokensOf(document: MemoryDocument, facts: SummaryFacts): ContextSummary['tokens'] {
  const { limit, measure, measureProblem: problem } = facts;
  const weight = measure.ofDocument(document);
  return {
    measure: measure.name,
    problem,
    total: measure.tokensOf(weight),
    weight,
    words: document.words,
    limit,
    segments: segmentsOf(document, measure),
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
