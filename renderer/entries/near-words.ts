import Fuzzy from '@leeoniya/ufuzzy';
import { foldedForSearch } from '#shared/entries/search.ts';
import { matchesSearch, readSearch } from '#shared/entries/search-query.ts';

/** Allows one letter to be wrong, missing, extra or swapped with the next. */
const fuzzy = new Fuzzy({
  unicode: true,
  intraChars: "[\\p{L}\\d']",
  intraMode: 1,
  intraIns: 1,
  intraSub: 1,
  intraTrn: 1,
  intraDel: 1,
});

/** Shorter words are like too many others. */
const shortest = 4;
const maxShown = 3;

/** Searches with an unknown word replaced by a similar one: the most alike first, and only those with results. */
export function nearSearches(query: string, texts: readonly string[]): readonly string[] {
  const missing = readSearch(query).words.find(
    (word) => word.length >= shortest && /^[\p{L}\p{M}'’-]+$/u.test(word) && !texts.some((text) => text.includes(word)),
  );
  if (missing === undefined) {
    return [];
  }
  const words = [...new Set(texts.flatMap((text) => text.match(/[\p{L}\p{M}'’]+/gu) ?? []))].filter(
    (word) => Math.abs(word.length - missing.length) <= 1,
  );
  const [indexes, info, order] = fuzzy.search(words, missing);
  const matches = order === null ? (indexes ?? []) : order.flatMap((at) => info.idx[at] ?? []);
  const at = foldedForSearch(query).indexOf(missing);
  return matches
    .flatMap((index) => words[index] ?? [])
    .map((word) => query.slice(0, at) + word + query.slice(at + missing.length))
    .filter((each) => {
      const search = readSearch(each);
      return texts.some((text) => matchesSearch(text, search));
    })
    .slice(0, maxShown);
}
