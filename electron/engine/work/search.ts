import type { ParsedParams, Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { searchedPlaces, workFolders } from '#shared/contract/features/work.ts';
import { foldedForSearch, hasWords, searchWords } from '#shared/entries/search.ts';
import { readJsonText } from '#shared/formats/workflow/json-text.ts';
import { textOf, valueAt } from '#shared/formats/workflow/json-values.ts';
import { valuesWith } from '#shared/formats/workflow/values.ts';
import { excerpt } from '#shared/prompt/excerpt.ts';
import { readVersion } from '../app-files/file-version.ts';
import type { CancellationToken } from '../cancellation.ts';
import { searchPage } from '../paging.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { WorkService } from './work.ts';

type SearchNeeds = Pick<WorkspaceParts, 'ports'> & { readonly work: WorkService };

type SearchResult = Result<'work.search'>;
type Match = SearchResult['found'][number];
type Query = Pick<ParsedParams<'work.search'>, 'text' | 'from' | 'limit'>;

export async function searchWork(
  open: SearchNeeds,
  { text, from, limit }: Query,
  { cancelled }: CancellationToken,
): Promise<SearchResult> {
  const words = searchWords(text);
  const notListed: SearchResult['unread'] = [];
  const all = words.length === 0 ? [] : await everyWorkflow(open, notListed);
  const start = from === undefined ? 0 : all.findIndex((one) => !isBefore(one, from));
  const first = start === -1 ? all.length : start;
  const isSame = all[first]?.where === from?.where && all[first]?.id === from?.id;
  const bounds = { clock: open.ports.clock, cancelled, limit, first, skip: isSame ? (from?.skip ?? 0) : 0 };
  const { found, unread, done, skip } = await searchPage(all, bounds, (one) => matchesIn(open, one, words));
  const rest = all[done];
  return {
    found: found.map(({ match }) => match),
    next: rest ? { where: rest.where, id: rest.id, skip } : null,
    searched: { done, total: all.length },
    unread: [...notListed, ...unread],
  };
}

type SearchPlace = Pick<Match, 'where' | 'id'>;
/** `archive`: path of its archive; null if it is not archived. */
type ListedWorkflow = SearchPlace & { readonly archive: string | null };

/** Workflows by name, so that one changed meanwhile is neither searched twice nor left out. */
async function everyWorkflow({ work }: SearchNeeds, unread: SearchResult['unread']): Promise<ListedWorkflow[]> {
  const all: ListedWorkflow[] = [];
  const noteUnread = (path: string) => (error: unknown) => {
    unread.push({ path, problem: toContextureError(error).message });
    return [];
  };
  for (const where of workFolders) {
    const ids = await work.idsIn(where).catch(noteUnread(work.places.placeFolder(where)));
    all.push(...ids.sort().map((id) => ({ where, id, archive: null })));
  }
  const archived: ListedWorkflow[] = [];
  for await (const { id, path } of work.archived.all((of, error) => noteUnread(of)(error))) {
    archived.push({ where: 'archived', id, archive: path });
  }
  return [...all, ...archived.sort((one, other) => (one.id < other.id ? -1 : 1))];
}

const isBefore = (one: SearchPlace, other: SearchPlace): boolean =>
  one.where === other.where
    ? one.id < other.id
    : searchedPlaces.indexOf(one.where) < searchedPlaces.indexOf(other.where);

/** True if a file's content is searched: the context and steps. Files agents made are found by name. */
const isSearched = (name: string): boolean => name === 'context.json' || /^steps[/\\][^/\\]+\.json$/.test(name);

type Searchable = { readonly name: string; readonly path: string; readonly text: () => Promise<string> };

async function matchesIn(open: SearchNeeds, listed: ListedWorkflow, words: readonly string[]) {
  const { archive, ...of } = listed;
  const matches: Omit<Match, 'type'>[] = [];
  const problems: SearchResult['unread'] = [];
  let type: string | null = null;
  try {
    const files = archive === null ? await filesOf(open, listed) : await filesInArchive(open, archive);
    for (const { name, path, text: read } of files.sort(contextFirst)) {
      const file = name.replaceAll('\\', '/');
      if (!isSearched(name)) {
        const isMeant = name.startsWith('artifacts') && hasWords(foldedForSearch(file), words);
        matches.push(...(isMeant ? [{ ...of, file, at: '', line: 0, shown: file }] : []));
        continue;
      }
      const text = await read().catch((error: unknown) => {
        problems.push({ path, problem: toContextureError(error).message });
        return '';
      });
      type ??= name === 'context.json' ? textOf(valueAt(readJsonText(text), ['meta', 'workflow_type'])) : null;
      const values = valuesWith(text, words);
      matches.push(...values.map(({ at, line, said }) => ({ ...of, file, at, line, shown: excerpt(said, words) })));
    }
  } catch (error) {
    problems.push({ path: archive ?? folderOf(open, listed), problem: toContextureError(error).message });
  }
  return { matches: matches.map((match) => ({ ...match, type })), problems };
}

const folderOf = ({ work }: SearchNeeds, { where, id }: ListedWorkflow): string =>
  where === 'archived' ? work.places.archiveRoot : work.places.folder(where, id);

async function filesOf(open: SearchNeeds, listed: ListedWorkflow): Promise<Searchable[]> {
  const { ports, work } = open;
  const names = listed.where === 'archived' ? [] : await work.filesIn(listed.where, listed.id, 'left out');
  return names.map((name) => {
    const path = ports.paths.join(folderOf(open, listed), name);
    const text = async () => {
      await work.checkInside(path);
      return (await readVersion(ports, path))?.text ?? '';
    };
    return { name, path, text };
  });
}

async function filesInArchive({ ports, work }: SearchNeeds, archive: string): Promise<Searchable[]> {
  await work.checkInside(archive);
  const files: Searchable[] = [];
  const isWanted = (name: string): boolean => {
    if (!isSearched(name)) {
      files.push({ name, path: archive, text: async () => '' });
    }
    return isSearched(name);
  };
  for await (const { path: name, bytes } of ports.folderArchives.read(archive, isWanted)) {
    files.push({ name, path: archive, text: async () => ports.decodeText(bytes) ?? '' });
  }
  return files;
}

const contextFirst = ({ name: one }: Searchable, { name: other }: Searchable): number =>
  Number(other === 'context.json') - Number(one === 'context.json') || (one < other ? -1 : 1);
