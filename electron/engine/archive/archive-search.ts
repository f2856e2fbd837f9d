import type { Category } from '#shared/entries/entry.ts';
import { hasWords, searchedText } from '#shared/entries/search.ts';
import { asksNothing, type EntrySearch, isFound, readSearch } from '#shared/entries/search-query.ts';
import type { ParsedEntry } from '#shared/formats/document.ts';
import type { MemoryFormat } from '#shared/formats/format.ts';
import { categoryOf, type IndexedFile } from './archive-file.ts';

export type ArchiveQuery = {
  /** Text to search for, as `readSearch` parses it. */
  readonly text: string;
  readonly categories: readonly Category[];
  readonly files: readonly string[];
  /** A year or a month, as a date begins; `undated`; null for all time. */
  readonly period: string | null;
};

type Counts = Record<Category | 'unsorted', number>;

type ArchiveHits = ReturnType<ReturnType<typeof createArchiveSearch>['search']>;

/** Searchable text of a file, in lower case: each entry, and all of them joined. */
type SearchableFile = { readonly all: string; readonly each: readonly string[] };

/** Searches the archive. The last search is remembered, so that its further pages cost nothing. */
export function createArchiveSearch(format: Pick<MemoryFormat, 'capabilities'>) {
  const texts = new WeakMap<readonly ParsedEntry[], SearchableFile>();
  let last: { readonly of: string; readonly hits: ReturnType<typeof find> } | null = null;

  function searched(entries: readonly ParsedEntry[]): SearchableFile {
    const before = texts.get(entries);
    if (before) {
      return before;
    }
    // No search word has a line break, so nothing is found across two entries.
    const all = entries.map((entry) => searchedText(entry).replaceAll('\n', ' ')).join('\n');
    const made = { all, each: all.split('\n') };
    texts.set(entries, made);
    return made;
  }

  function matching(entries: readonly ParsedEntry[], search: EntrySearch): readonly ParsedEntry[] {
    if (asksNothing(search) || entries.length === 0) {
      return entries;
    }
    const { all, each } = searched(entries);
    if (!hasWords(all, search.words)) {
      return [];
    }
    return entries.filter((entry, index) => isFound(each[index] ?? '', entry, search));
  }

  function find(files: readonly IndexedFile[], query: ArchiveQuery) {
    const search = readSearch(query.text);
    const names = new Set(query.files);
    const wanted = new Set<string>(query.categories);
    const perCategory = noCounts();
    const perMonth = new Map<string | null, Counts>();
    /** Files with matches, and the number of matches before each. */
    const inFiles: { file: IndexedFile; hits: readonly ParsedEntry[]; from: number }[] = [];
    let total = 0;
    for (const file of files) {
      if (file.document === null || (names.size > 0 && !names.has(file.name))) {
        continue;
      }
      const matches = matching(file.document.entries, search);
      const month = file.date?.slice(0, 7) ?? null;
      const counts = perMonth.get(month) ?? noCounts();
      perMonth.set(month, counts);
      const isMeant = isIn(query.period, file);
      const hits: ParsedEntry[] = [];
      for (const entry of matches) {
        const category = categoryOf(entry, format) ?? 'unsorted';
        perCategory[category] += isMeant ? 1 : 0;
        if (query.categories.length === 0 || wanted.has(category)) {
          counts[category] += 1;
          hits.push(entry);
        }
      }
      if (isMeant && hits.length > 0) {
        inFiles.push({ file, hits, from: total });
        total += hits.length;
      }
    }
    return { total, inFiles, perCategory, perMonth: [...perMonth].map(([month, counts]) => ({ month, counts })) };
  }

  return {
    search(files: readonly IndexedFile[], revision: number, query: ArchiveQuery) {
      const of = JSON.stringify([revision, query]);
      if (last?.of !== of) {
        last = { of, hits: find(files, query) };
      }
      return last.hits;
    },
    forget(): void {
      last = null;
    },
  };
}

export function pageOf({ inFiles }: ArchiveHits, offset: number, limit: number) {
  const page: { file: IndexedFile; entry: ParsedEntry }[] = [];
  for (const { file, hits, from } of inFiles) {
    if (page.length === limit || from + hits.length <= offset) {
      continue;
    }
    const start = Math.max(0, offset - from);
    page.push(...hits.slice(start, start + limit - page.length).map((entry) => ({ file, entry })));
  }
  return page;
}

const noCounts = (): Counts => ({ preference: 0, pattern: 0, fact: 0, insight: 0, unsorted: 0 });

function isIn(period: string | null, { date }: IndexedFile): boolean {
  return period === null || (date === null ? period === 'undated' : date.startsWith(period));
}
