import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { workPlaces } from '#shared/contract/features/work.ts';
import { foldedForSearch, hasWords, searchWords } from '#shared/entries/search.ts';
import { readJsonText, textOf, valueAt } from '#shared/formats/workflow/json-text.ts';
import { type ValueAt, valuesInJson } from '#shared/formats/workflow/values.ts';
import { excerpt } from '#shared/prompt/excerpt.ts';
import { readVersion } from '../app-files/file-version.ts';
import type { Work } from '../work.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';

type Found = Result<'work.search'>;
type Match = Found['found'][number];
type Query = {
  readonly text: string;
  readonly from?: NonNullable<Found['next']> | undefined;
  readonly limit: number;
};

/** Workflows read at a time. */
const atATime = 16;
/** After so many milliseconds what was found is handed over, and the caller says whether to go on. */
const longest = 300;

/** Searches workflows from where the search before left off, until it has found enough or taken long enough. */
export async function searchWork(
  open: OpenWorkspace,
  { text, from, limit }: Query,
  { cancelled }: Work,
): Promise<Found> {
  const { ports, work } = open;
  const words = searchWords(text);
  const began = ports.clock.now();
  const unread: Found['unread'] = [];
  const all: Searched[] = [];
  for (const where of words.length === 0 ? [] : workPlaces) {
    const ids = await work.idsIn(where).catch((error: unknown) => {
      unread.push({ path: work.places.placeFolder(where), problem: toContextureError(error).message });
      return [];
    });
    // By name, so that what is changed meanwhile is neither searched twice nor left out.
    all.push(...ids.sort().map((id) => ({ where, id })));
  }
  const found: Match[] = [];
  let at = from === undefined ? 0 : all.findIndex((one) => !isBefore(one, from));
  at = at === -1 ? all.length : at;
  const isEnough = (): boolean => found.length >= limit || cancelled() || ports.clock.now() - began >= longest;
  while (at < all.length) {
    const batch = await Promise.all(all.slice(at, at + atATime).map((one) => matchesIn(open, one, words)));
    for (const { of, matches, problems } of batch) {
      const skip = of.where === from?.where && of.id === from.id ? from.skip : 0;
      unread.push(...problems);
      const wanted = matches.slice(skip, skip + limit - found.length);
      found.push(...wanted);
      if (matches.length > skip + wanted.length) {
        const next = { ...of, skip: skip + wanted.length };
        return { found, next, searched: { done: at, total: all.length }, unread };
      }
      at += 1;
    }
    if (isEnough()) {
      break;
    }
  }
  const rest = all[at];
  return { found, next: rest ? { ...rest, skip: 0 } : null, searched: { done: at, total: all.length }, unread };
}

type Searched = Pick<Match, 'where' | 'id'>;

const isBefore = (one: Searched, other: Searched): boolean =>
  one.where === other.where ? one.id < other.id : workPlaces.indexOf(one.where) < workPlaces.indexOf(other.where);

/** What agents made is found by its name, the context and the files of steps by what they say. */
const isSearched = (name: string): boolean => name === 'context.json' || /^steps[/\\][^/\\]+\.json$/.test(name);

async function matchesIn({ ports, work }: OpenWorkspace, of: Searched, words: readonly string[]) {
  const folder = work.places.folder(of.where, of.id);
  const matches: Omit<Match, 'type'>[] = [];
  const problems: Found['unread'] = [];
  let type: string | null = null;
  try {
    for (const name of (await work.filesIn(of.where, of.id, 'left out')).sort(contextFirst)) {
      const path = ports.paths.join(folder, name);
      const file = name.replaceAll('\\', '/');
      if (!isSearched(name)) {
        const isMeant = name.startsWith('artifacts') && hasWords(foldedForSearch(file), words);
        matches.push(...(isMeant ? [{ ...of, file, at: '', line: 0, shown: file }] : []));
        continue;
      }
      const text = await textAt({ ports, work }, path).catch((error: unknown) => {
        problems.push({ path, problem: toContextureError(error).message });
        return '';
      });
      type ??= name === 'context.json' ? textOf(valueAt(readJsonText(text), ['meta', 'workflow_type'])) : null;
      matches.push(
        ...valuesWith(text, words).map(({ at, said, line }) => ({
          ...of,
          file,
          at,
          line,
          shown: excerpt(said, words),
        })),
      );
    }
  } catch (error) {
    problems.push({ path: folder, problem: toContextureError(error).message });
  }
  return { of, matches: matches.map((match) => ({ ...match, type })), problems };
}

async function textAt({ ports, work }: Pick<OpenWorkspace, 'ports' | 'work'>, path: string): Promise<string> {
  await work.checkInside(path);
  return (await readVersion(ports, path))?.text ?? '';
}

const contextFirst = (one: string, other: string): number =>
  Number(other === 'context.json') - Number(one === 'context.json') || (one < other ? -1 : 1);

/** Values in which all words occur, or in the names that lead to them. */
function valuesWith(text: string, words: readonly string[]): readonly ValueAt[] {
  // Most texts hold none of them, and need no further reading; what is escaped may read otherwise.
  return text.includes('\\') || hasWords(foldedForSearch(text), words)
    ? valuesInJson(text).filter(({ at, said }) => hasWords(foldedForSearch(`${at} ${said}`), words))
    : [];
}
