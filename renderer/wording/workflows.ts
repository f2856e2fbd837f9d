import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import { dateInWords } from './dates.ts';

/** Formats "note_processing", or "noteProcessing", for people: "Note processing". */
export function humanised(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])(?=[a-z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

type WorkflowName = Pick<WorkflowSummary, 'type' | 'id'>;

export const workflowName = ({ type, id }: WorkflowName): string => (type === null ? id : humanised(type));

/** “Meeting prep · 24 Nov 2026”. */
export const workflowTitle = ({ date, ...named }: WorkflowName & Pick<WorkflowSummary, 'date'>): string =>
  date === null ? workflowName(named) : `${workflowName(named)} · ${dateInWords(date)}`;

export const statusNames: Readonly<Record<WorkflowSummary['status'], string>> = {
  waiting: 'Waiting for you',
  failed: 'Failed',
  blocked: 'Blocked',
  running: 'Under way',
  completed: 'Completed',
  damaged: 'Damaged',
};
