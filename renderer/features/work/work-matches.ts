import type { Result } from '#shared/contract/contract.ts';
import type { ForeignMatch } from '#shared/contract/features/foreign-work.ts';
import type { WorkMatch } from '#shared/contract/features/work.ts';
import type { CallOptions } from '#shared/contract/wire/client.ts';
import { call } from '../../api/connection.ts';
import { type PagedSearch, usePagedSearch } from '../../api/paged-search.ts';
import { counted } from '../../wording/counts.ts';
import { humanised } from '../../wording/workflows.ts';
import { type FieldDifference, pathFrom, textInWords } from './field-differences.ts';

export type Match = WorkMatch | ForeignMatch;

/** Parts of a context, and names that hold the fields of a step or a question: nobody searches for these. */
const wholes = ['meta', 'workflow', 'session', 'agents', 'data', 'state', 'audit'];
const holders = [
  'working_data',
  'inputs',
  'outputs',
  'references',
  'questions',
  'step_history',
  'agent_history',
  'checkpoints',
  'human_interventions',
];

/** Name of the place as people say it: "Question", "Action items". */
function placeOf(path: FieldDifference['path']): string {
  const names = path.filter((name) => typeof name === 'string');
  const inside = names.length > 1 && wholes.includes(names[0] ?? '') ? names.slice(1) : names;
  const shown = inside.length > 1 && holders.includes(inside[0] ?? '') ? inside.slice(1) : inside;
  return shown.map(humanised).join(' › ');
}

/** Text of a match, and its workflow and place in words. */
export function matchInWords(match: Match): { readonly text: string; readonly where: string } {
  const path = pathFrom(match.at);
  const name =
    'assistant' in match ? (match.name ?? match.assistant) : match.type === null ? match.id : humanised(match.type);
  return {
    text: textInWords(match.shown, path) || match.file,
    where: [name, placeOf(path) || 'File'].join(' · '),
  };
}

const workflowOf = (match: Match): string => `${'where' in match ? match.where : match.assistant} ${match.id}`;

const question = /^state\.questions\[\d+\](?=\.)/;

/** Each text once per workflow, as the question if it is one, which covers its possible answers if it matched. */
export function distinctMatches(matches: readonly Match[]): readonly Match[] {
  const matchedQuestions = new Set(
    matches.flatMap((match) => (match.at.endsWith('.question') ? [`${workflowOf(match)} ${questionOf(match)}`] : [])),
  );
  const distinct = new Map<string, Match>();
  for (const match of matches) {
    const isOption =
      /\.options\[\d+\]$/.test(match.at) && matchedQuestions.has(`${workflowOf(match)} ${questionOf(match)}`);
    const key = `${workflowOf(match)} ${match.shown || match.file}`;
    if (!isOption && (!distinct.has(key) || questionOf(match) !== undefined)) {
      distinct.set(key, match);
    }
  }
  return [...distinct.values()];
}

const questionOf = ({ at }: Match): string | undefined => question.exec(at)?.[0];

/** "8 matches in 2 workflows". */
export const matchesInWords = (matches: readonly Match[]): string =>
  `${counted(matches.length, 'match', 'matches')} in ${counted(new Set(matches.map(workflowOf)).size, 'workflow', 'workflows')}`;

type Answer = Result<'work.search'>;

type Page = Pick<Answer, 'searched' | 'unread'> & {
  /** Matches; those in workflows of other programs come last. */
  readonly found: readonly Match[];
};

const pageSize = 50;

export const useWorkSearch = (workspace: string, text: string): PagedSearch<Page> =>
  usePagedSearch<Page, Place>(text, {
    filterKey: workspace,
    delay: 200,
    pageSize,
    empty: { found: [], searched: { done: 0, total: 0 }, unread: [] },
    search: (from, _limit, options) => searchSome(workspace, text, from ?? { of: 'own', from: null }, options),
    merge: (known, { found, unread, searched }) => ({
      found: [...known.found, ...found],
      unread: [...known.unread, ...unread],
      searched,
    }),
  });

/** Place to continue a search: the workspace's workflows come first, then those of other programs. */
type Place =
  | { readonly of: 'own'; readonly from: Answer['next'] }
  | { readonly of: 'foreign'; readonly offset: number };

type WorkSearchPage = Page & { readonly next: Place | null };

async function searchSome(
  workspace: string,
  text: string,
  place: Place,
  options: CallOptions,
): Promise<WorkSearchPage> {
  if (place.of === 'own') {
    const { from } = place;
    const answer = await call('work.search', { workspace, text, limit: pageSize, ...(from && { from }) }, options);
    return {
      ...answer,
      next: answer.next === null ? { of: 'foreign', offset: 0 } : { of: 'own', from: answer.next },
    };
  }
  const { found, unread, next, total } = await call(
    'foreignWork.search',
    { workspace, text, offset: place.offset },
    options,
  );
  return {
    found,
    unread,
    searched: { done: next ?? total, total },
    next: next === null ? null : { of: 'foreign', offset: next },
  };
}
