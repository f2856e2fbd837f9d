import { patchBetween } from '#shared/formats/entry-patch.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import type { MergeConflict } from '#shared/formats/merge.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';

export type Choice = 'mine' | 'theirs' | 'both';

export function conflictEdits({ at, mine, theirs }: MergeConflict, choice: Choice): readonly Edit[] {
  if (choice === 'mine' || (choice === 'both' && theirs === null)) {
    return [];
  }
  if (choice === 'both' || mine === null) {
    return [{ from: at.from, to: at.from, insert: `${theirs}\n` }];
  }
  return [{ from: at.from, to: theirs === null ? at.end : at.to, insert: theirs ?? '' }];
}

/** Next merge origin: their text, with earlier lines (`before`) where nothing is chosen yet, so only these stay conflicts. */
export function nextOrigin(format: MemoryFormat, theirs: string, before: string, open: readonly MergeConflict[]) {
  const edits = open.flatMap(({ base, theirsAt }): Edit[] => {
    if (theirsAt === null) {
      return [];
    }
    return [{ from: theirsAt.from, to: base === null ? theirsAt.end : theirsAt.to, insert: base ?? '' }];
  });
  const removed = open.flatMap(({ base, theirsAt }) => (theirsAt === null && base !== null ? [base] : []));
  return removed.reduce((text, raw) => withLines(format, text, before, raw), applyEdits(theirs, edits));
}

/** A text with an entry of an earlier version at its present place; other lines go to the end. */
function withLines(format: MemoryFormat, text: string, before: string, raw: string): string {
  const document = format.read(text);
  const add = patchBetween(document, format.read(before)).add.filter(({ ref }) => ref.raw === raw);
  if (add.length > 0) {
    const patch = { remove: [], add: add.slice(0, 1), change: [] };
    return applyEdits(text, format.patch(document, patch, 'keep_both').edits);
  }
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${raw}\n`;
}
