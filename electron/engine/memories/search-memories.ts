import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { FoundEntry } from '#shared/contract/features/memories.ts';
import { grouped } from '#shared/entries/multimap.ts';
import { foldedForSearch, hasWords, searchedText, searchWords } from '#shared/entries/search.ts';
import { linesBehindUnclosed } from '#shared/formats/unclosed.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { CancellationToken } from '../cancellation.ts';
import { searchPage } from '../paging.ts';
import type { Ports } from '../ports.ts';
import type { FoundMemory } from './find-memories.ts';
import type { Projects } from './project-folder.ts';
import { describeMemory, type MemoryText, textsOf } from './read-memory.ts';

type SearchResult = Result<'memories.search'>;

type Query = Pick<ParsedParams<'memories.search'>, 'text' | 'from' | 'limit'>;

/** Characters shown of a long value, and how many of them before the match. */
const shown = { length: 400, before: 80 };

export async function searchMemories(
  ports: Ports,
  memories: readonly FoundMemory[],
  projects: Projects,
  { text, from, limit }: Query,
  token: CancellationToken,
): Promise<SearchResult> {
  const words = searchWords(text);
  // Sorted by path, so that one changed meanwhile is neither searched twice nor left out.
  const all = memories.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const start = from === undefined ? 0 : all.findIndex(({ path }) => path >= from.path);
  const first = start === -1 ? all.length : start;
  const skip = all[first]?.path === from?.path ? (from?.skip ?? 0) : 0;
  const bounds = { clock: ports.clock, cancelled: token.cancelled, limit, first, skip };
  const page = await searchPage(words.length === 0 ? [] : all, bounds, (memory) => matchesIn(ports, memory, words));
  const found: FoundEntry[] = [];
  for (const sameMemory of grouped(page.found, ({ item }) => item)) {
    const memory = await describeMemory(ports, sameMemory[0].item, projects);
    found.push(...sameMemory.map(({ match }) => ({ ...match, memory })));
  }
  const rest = words.length === 0 ? undefined : all[page.done];
  const next = rest === undefined ? null : { path: rest.path, skip: page.skip };
  return { found, next, searched: { done: page.done, total: all.length }, unread: page.unread };
}

type Match = Omit<FoundEntry, 'memory'>;

async function matchesIn(ports: Ports, memory: FoundMemory, words: readonly string[]) {
  const matches: Match[] = [];
  let main: MemoryText | null = null;
  try {
    for await (const searched of textsOf(ports, memory)) {
      const { file, text, format } = searched;
      main ??= searched;
      const all = foldedForSearch(text);
      // Most files hold none of them, and need no further reading.
      if (!hasWords(all, words)) {
        continue;
      }
      const topic = topicNamed(ports, main, searched);
      const document = format.read(text);
      for (const value of new Set(linesBehindUnclosed(document))) {
        if (hasWords(foldedForSearch(value), words)) {
          const place = { file, topic: null, index: null, section: '', key: null };
          matches.push({ ...place, value: around(value, placeOf(value, words)) });
        }
      }
      document.entries.forEach((entry, index) => {
        if (hasWords(searchedText(entry), words)) {
          const { section, key, value } = entry;
          matches.push({ file, topic, index, section, key, value: around(value, placeOf(value, words)) });
        }
      });
    }
    return { matches, problems: [] };
  } catch (error) {
    return { matches, problems: [{ path: memory.path, problem: toContextureError(error).message }] };
  }
}

/** Name by which an entry of the memory’s main file refers to another file of it; null if none does. */
export function topicNamed(ports: Ports, main: MemoryText, searched: MemoryText): string | null {
  const name = ports.paths.basename(searched.file);
  return searched !== main && topicsIn(main).has(name.normalize()) ? name : null;
}

/** Files that the entries of a memory’s main file name, their characters composed. */
const topicsIn = perObject(
  ({ format, text }: MemoryText): ReadonlySet<string> =>
    new Set(
      format.capabilities.severalFiles
        ? format.read(text).entries.flatMap(({ topic }) => topic?.normalize() ?? [])
        : [],
    ),
);

const placeOf = (value: string, words: readonly string[]): number =>
  Math.max(0, value.toLowerCase().indexOf(words[0] ?? ''));

export function around(value: string, place: number): string {
  if (value.length <= shown.length) {
    return value;
  }
  const start = Math.max(0, Math.min(place - shown.before, value.length - shown.length));
  const end = start + shown.length;
  return `${start > 0 ? '…' : ''}${value.slice(start, end)}${end < value.length ? '…' : ''}`;
}
