import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { Range } from '#shared/entries/entry.ts';
import { lastIndexStartingBy } from '#shared/text/last-from.ts';
import { countInWords } from '../../../wording/counts.ts';

/** Matches; `more` is set if there are more than are counted. */
export type EditorMatches = { readonly places: readonly Range[]; readonly more: boolean };

const maxCounted = 1000;

export function findMatches(state: EditorState, query: SearchQuery): EditorMatches {
  const places: Range[] = [];
  if (query.search === '' || !query.valid) {
    return { places, more: false };
  }
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (places.length === maxCounted) {
      return { places, more: true };
    }
    places.push({ from: next.value.from, to: next.value.to });
  }
  return { places, more: false };
}

/** "3 of 12", or the number of matches if none is selected. */
export function matchesInWords({ places, more }: EditorMatches, selected: Range): string {
  const count = more ? `over ${countInWords(places.length)}` : countInWords(places.length);
  const at = lastIndexStartingBy(places, selected.from, (place) => place.from);
  const place = places[at];
  if (place && place.from === selected.from && place.to === selected.to) {
    return `${countInWords(at + 1)} of ${count}`;
  }
  return places.length === 0 ? 'None' : `${count} found`;
}
