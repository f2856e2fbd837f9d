import type { MergeConflict } from '#shared/formats/context/merge.ts';
import { patchBetween, planPatch } from '#shared/formats/context/patch.ts';
import { readContext } from '#shared/formats/context/read-document.ts';
import { contextSections } from '#shared/formats/context/section-names.ts';
import type { Edit } from '#shared/text/edits.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/**
 * The edits that settle a conflict in a text that holds what was typed, as the person chose.
 *
 * @param theirs the version the conflict arose with
 */
export function settle(text: string, theirs: string, conflict: MergeConflict, choice: Choice): readonly Edit[] {
  if (choice === 'mine' || (choice === 'both' && conflict.theirs === null)) {
    return [];
  }
  const place = conflict.mine === null ? null : placeOf(text, conflict.mine);
  if (place !== null) {
    const insert = conflict.theirs ?? '';
    if (choice === 'both') {
      return [{ from: place.from, to: place.from, insert: `${insert}\n` }];
    }
    return [{ from: place.from, to: conflict.theirs === null ? place.end : place.to, insert }];
  }
  return conflict.theirs === null ? [] : addedBack(text, theirs, conflict.theirs);
}

/** The lines that read so, where they stand whole. */
function placeOf(
  text: string,
  lines: string,
): { readonly from: number; readonly to: number; readonly end: number } | null {
  for (let from = text.indexOf(lines); from >= 0; from = text.indexOf(lines, from + 1)) {
    const to = from + lines.length;
    if ((from === 0 || text[from - 1] === '\n') && (to === text.length || text[to] === '\n')) {
      return { from, to, end: Math.min(to + 1, text.length) };
    }
  }
  return null;
}

/** An entry that stands in theirs only, put where it would be there; at the end where it is no entry. */
function addedBack(text: string, theirs: string, raw: string): readonly Edit[] {
  const document = readContext(text);
  const add = patchBetween(document, readContext(theirs)).add.filter(({ ref }) => ref.raw === raw);
  if (add.length > 0) {
    return planPatch(document, contextSections, { remove: [], add, change: [] }, 'keep_both').edits;
  }
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return [{ from: text.length, to: text.length, insert: `${gap}${raw}\n` }];
}
