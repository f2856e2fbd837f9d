import { type Impact, maxNamedInImpact } from '#shared/contract/changes.ts';
import { leavingOrder, planArchive } from '#shared/entries/archive-plan.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { type MemoryChange, sizeInput } from '#shared/formats/change.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { entriesRead, loadedOf } from '#shared/formats/loaded.ts';
import type { Rules } from './rules.ts';

export const tokensIn = (document: MemoryDocument, { measure }: Pick<Rules, 'measure'>): number =>
  measure.tokensOf(measure.ofDocument(document));

const unreadIn = ({ text, entries }: MemoryDocument, { capabilities: { loaded } }: MemoryFormat): number | null =>
  loaded.length === 0 ? null : entries.length - entriesRead(entries, loadedOf(text, loaded));

export function impactOf(before: MemoryDocument, change: MemoryChange, rules: Rules, alsoIn: Impact['alsoIn']): Impact {
  const { entries, frontmatter } = change.after;
  const order = leavingOrder(entries, rules.today, frontmatter.lastUpdated?.value ?? null);
  const plan = planArchive(order, sizeInput(change.after, rules));
  const hasLimit = rules.format.capabilities.budget !== null;
  return {
    tokensBefore: tokensIn(before, rules),
    tokensAfter: tokensIn(change.after, rules),
    limit: hasLimit ? rules.limit : null,
    wouldLeave: plan.leaving.slice(0, maxNamedInImpact).map((entry) => briefOf(entry, rules.measure)),
    wouldLeaveCount: plan.leaving.length,
    staysOver: hasLimit && plan.staysOver,
    cutBefore: unreadIn(before, rules.format),
    cutAfter: unreadIn(change.after, rules.format),
    alsoIn,
  };
}
