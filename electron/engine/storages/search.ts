import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import { foldedForSearch, hasWords, searchWords } from '#shared/entries/search.ts';
import { valuesWith } from '#shared/formats/workflow/values.ts';
import { excerpt } from '#shared/prompt/excerpt.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { listDriverStorages } from './driver-storages.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'links'>;

type SearchResult = Result<'storages.search'>;

/** Values of storages that contain all words, themselves or in the names that lead to them. */
export async function searchStorages(needs: Needs, query: string, limit: number): Promise<SearchResult> {
  const words = searchWords(query);
  const problems: string[] = [];
  const unread = (path: string, error: unknown): void =>
    void problems.push(`${path} could not be read. ${toContextureError(error).message}`);
  const found: SearchResult['found'] = [];
  let total = 0;
  for (const { file, path, text: read } of words.length === 0 ? [] : await listDriverStorages(needs, unread)) {
    const text = await read().catch((error: unknown) => {
      unread(path, error);
      return null;
    });
    for (const { at, said } of text === null ? [] : valuesHolding(text, words)) {
      total += 1;
      if (found.length < limit) {
        found.push({ file: file.replace(/\.json$/, ''), at, shown: excerpt(said, words) });
      }
    }
  }
  return { found, total, problems };
}

/** Values that contain the words; a text that is no JSON counts as one value. */
function valuesHolding(text: string, words: readonly string[]): readonly { at: string; said: string }[] {
  if (parseJson(text) !== undefined) {
    return valuesWith(text, words);
  }
  return hasWords(foldedForSearch(text), words) ? [{ at: '', said: text }] : [];
}
