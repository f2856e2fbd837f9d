import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { humanised, needsYou, titleOf } from './work-words.ts';

export type WorkRow =
  | { readonly kind: 'heading'; readonly key: string; readonly title: string; readonly count: number }
  | { readonly kind: 'needy' | 'workflow'; readonly key: string; readonly workflow: WorkflowSummary };

export const isStop = ({ kind }: WorkRow): boolean => kind !== 'heading';

/** What needs the person first, then what is under way, then what is completed; each changed last first. */
export function layOutWork(workflows: readonly WorkflowSummary[]): readonly WorkRow[] {
  const needy = workflows.filter(needsYou);
  const others = workflows.filter((one) => !needsYou(one));
  return [
    ...group('Needs you', needy, 'needy'),
    ...group(
      'Under way',
      others.filter(({ where }) => where === 'active'),
    ),
    ...group(
      'Completed',
      others.filter(({ where }) => where === 'completed'),
    ),
  ];
}

function group(
  title: string,
  workflows: readonly WorkflowSummary[],
  kind: 'needy' | 'workflow' = 'workflow',
): WorkRow[] {
  return workflows.length === 0
    ? []
    : [
        { kind: 'heading', key: `heading ${title}`, title, count: workflows.length },
        ...workflows.map((workflow): WorkRow => ({ kind, key: `${workflow.where} ${workflow.id}`, workflow })),
      ];
}

/** What a list can be narrowed to beside types and agents. `long` is for what was begun over a day ago and goes on. */
export const filters = ['waiting', 'failed', 'blocked', 'running', 'long', 'completed', 'damaged'] as const;
export type WorkFilter = (typeof filters)[number];

const day = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 */
export const fits = ({ status, where, createdAt }: WorkflowSummary, filter: WorkFilter, now: number): boolean =>
  filter === 'long' ? where === 'active' && createdAt !== null && now - Date.parse(createdAt) > day : status === filter;

type Narrowing = {
  readonly query: string;
  readonly chosen: readonly WorkFilter[];
  readonly type: string | null;
  readonly agent: string | null;
};

export const isNarrowed = ({ query, chosen, type, agent }: Narrowing): boolean =>
  query.trim() !== '' || chosen.length > 0 || type !== null || agent !== null;

/** Those of a type and an agent that say all words that are searched for, and fit one of the filters, if any is chosen. */
export function narrowedWork(
  workflows: readonly WorkflowSummary[],
  { query, chosen, type, agent }: Narrowing,
  now: number,
): readonly WorkflowSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return workflows.filter(
    (one) =>
      (type === null || one.type === type) &&
      (agent === null || one.currentAgent === agent) &&
      (chosen.length === 0 || chosen.some((filter) => fits(one, filter, now))) &&
      (words.length === 0 || saysAll(one, words)),
  );
}

function saysAll(one: WorkflowSummary, words: readonly string[]): boolean {
  const { id, type, currentStep, currentAgent, sessionId, questions, blockingIssues, error } = one;
  const names = [type, currentStep, currentAgent].flatMap((name) => (name === null ? [] : [name, humanised(name)]));
  const said = [titleOf(one), id, ...names, sessionId, error, ...blockingIssues, ...questions.map((q) => q.question)];
  const text = said.join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The values that workflows have for something, by name, with how many have each. */
export function valuesOf(
  workflows: readonly WorkflowSummary[],
  of: 'type' | 'currentAgent',
): readonly { readonly value: string; readonly label: string }[] {
  const counts = new Map<string, number>();
  for (const { [of]: value } of workflows) {
    if (value !== null) {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([value, count]) => ({ value, label: `${humanised(value)} (${count})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
