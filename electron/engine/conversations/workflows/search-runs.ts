import type { Result } from '#shared/contract/contract.ts';
import { toContextureError } from '#shared/contract/errors.ts';
import type { ForeignMatch } from '#shared/contract/features/foreign-work.ts';
import { searchWords } from '#shared/entries/search.ts';
import { valuesWith } from '#shared/formats/workflow/values.ts';
import { excerpt } from '#shared/prompt/excerpt.ts';
import { readVersion } from '../../app-files/file-version.ts';
import type { Ports } from '../../ports.ts';
import type { FoundRun } from './find-runs.ts';
import { filesOfRun, readRun } from './read-run.ts';

type SearchAnswer = Result<'foreignWork.search'>;

/** Milliseconds after which results are handed over. */
const longest = 300;
const mostInOne = 20;

/** Searches workflows from one on, until that has taken long enough. @param assistantOf name of the program */
export async function searchRuns(
  ports: Ports,
  runs: readonly FoundRun[],
  { text, offset }: { readonly text: string; readonly offset: number },
  assistantOf: (run: FoundRun) => string,
): Promise<SearchAnswer> {
  const words = searchWords(text);
  const startedAt = ports.clock.now();
  const results: ForeignMatch[] = [];
  const unread: SearchAnswer['unread'] = [];
  let at = words.length === 0 ? runs.length : offset;
  for (; at < runs.length && (at === offset || ports.clock.now() - startedAt < longest); at++) {
    const run = runs[at] as FoundRun;
    try {
      const matches = await matchesIn(ports, run, words);
      const read = matches.length === 0 ? null : await readRun(ports, run).catch(() => null);
      const name = read?.name ?? null;
      results.push(...matches.map((match) => ({ id: run.id, name, assistant: assistantOf(run), ...match })));
    } catch (error) {
      unread.push({ path: run.main, problem: toContextureError(error).message });
    }
  }
  return { found: results, next: at < runs.length ? at : null, total: runs.length, unread };
}

type Match = Pick<ForeignMatch, 'file' | 'line' | 'at' | 'shown'>;

/** Messages of agents are searched among the conversations. */
const isSearched = (path: string): boolean => /\.jsonl?$/.test(path) && !/[/\\]agent-[^/\\]*\.jsonl$/.test(path);

async function matchesIn(ports: Ports, run: FoundRun, words: readonly string[]): Promise<Match[]> {
  const matches: Match[] = [];
  for (const [file, at] of await filesOfRun(ports, run)) {
    const text = isSearched(file) && matches.length < mostInOne ? ((await readVersion(ports, at))?.text ?? '') : '';
    const parts = file.endsWith('.jsonl') ? text.split('\n') : [text];
    for (const [index, part] of parts.entries()) {
      const values = valuesWith(part, words);
      matches.push(
        ...values.map((value) => ({ file, line: index + value.line, at: value.at, shown: excerpt(value.said, words) })),
      );
    }
  }
  return matches.slice(0, mostInOne);
}
