import { maxNamedInImpact, type RepairPreview } from '#shared/contract/changes.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { matchEntries } from '#shared/entries/match-entries.ts';
import type { TextMeasure } from '#shared/entries/measure.ts';
import { differingLines } from '#shared/formats/differing-lines.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { cutTo } from '#shared/text/cut-to.ts';

const maxShown = 2000;

export function repairPreviewOf(before: MemoryDocument, after: MemoryDocument, measure: TextMeasure): RepairPreview {
  const { kept, changed, added, removed } = matchEntries(before.entries, after.entries);
  const stays = new Set(after.entries.map(({ raw }) => raw));
  const changes = differingLines(before.text, after.text);
  let [at, line] = [0, 1];
  const shown = changes.slice(0, maxNamedInImpact).map(({ from, was, is }) => {
    line += before.text.slice(at, from).split('\n').length - 1;
    at = from;
    return { line, before: cutTo(was, maxShown), after: cutTo(is, maxShown) };
  });
  return {
    entries: { kept: kept.length, changed: changed.length, added: added.length, removed: removed.length },
    removed: removed.slice(0, maxNamedInImpact).map((entry) => briefOf(entry, measure)),
    removedAreCopies: removed.every(({ raw }) => stays.has(raw)),
    changes: shown,
    changeCount: changes.length,
  };
}
