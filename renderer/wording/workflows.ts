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

type Named = Pick<WorkflowSummary, 'type' | 'id'>;

export const nameOf = ({ type, id }: Named): string => (type === null ? id : humanised(type));

/** “Meeting prep · 24 Nov 2026”. */
export const titleOf = ({ date, ...named }: Named & Pick<WorkflowSummary, 'date'>): string =>
  date === null ? nameOf(named) : `${nameOf(named)} · ${dateInWords(date)}`;

export const statusNames: Readonly<Record<WorkflowSummary['status'], string>> = {
  waiting: 'Waiting for you',
  failed: 'Failed',
  blocked: 'Blocked',
  running: 'Under way',
  completed: 'Completed',
  damaged: 'Damaged',
};
