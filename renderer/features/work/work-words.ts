import type { ForeignWorkflow } from '#shared/contract/features/foreign-work.ts';
import type { WorkflowSummary } from '#shared/contract/features/work.ts';
import type { ArchivedWorkflow } from '#shared/contract/features/work-archive.ts';
import { dayOfMoment, momentInWords } from '../../wording/dates.ts';
import { humanised, statusNames, titleOf } from '../../wording/workflows.ts';

export const filterNames = {
  ...statusNames,
  unsure: 'Low confidence',
  check: 'Has problems',
  long: 'Begun over a day ago',
  unfinished: 'Not finished',
  archived: 'Archived',
};

type Archived = Pick<ArchivedWorkflow, 'type' | 'id' | 'date' | 'createdAt'>;

/** Title as before it was archived, with the day of its creation if no other is known. */
export function archivedTitle({ date, createdAt, ...named }: Archived): string {
  const moment = Date.parse(createdAt ?? '');
  return titleOf({ ...named, date: date ?? (Number.isNaN(moment) ? null : dayOfMoment(moment)) });
}

export const foreignTitle = ({
  name,
  about,
  assistant,
}: Pick<ForeignWorkflow, 'name' | 'about' | 'assistant'>): string =>
  name ?? about?.split('\n', 1)[0]?.slice(0, 120) ?? `Workflow of ${assistant}`;

/** States of another program's workflow or of its steps. */
export const runStatusNames: Readonly<Record<ForeignWorkflow['status'], string>> = {
  waiting: 'Waiting for approval',
  running: 'Under way',
  pending: 'Not started',
  failed: 'Failed',
  stopped: 'Stopped',
  unfinished: 'Not finished',
  skipped: 'Skipped',
  completed: 'Completed',
  unknown: 'Unknown',
};

/** "Draft, 2 of 5 done · Amplifier · harbour". */
export function foreignProgress({
  currentStep,
  underWay,
  stepsDone,
  totalSteps,
  assistant,
  project,
}: ForeignWorkflow): string {
  const steps = underWay.length > 0 ? underWay.join(', ') : currentStep;
  const count = totalSteps === null ? null : `${Math.min(stepsDone, totalSteps)} of ${totalSteps} done`;
  return [steps, count, assistant, project?.name].filter((part) => part !== null && part !== undefined).join(' · ');
}

/** "Review · 5 of 8 done · Editor". */
export function progressInWords({ currentStep, stepsDone, totalSteps, currentAgent }: WorkflowSummary): string {
  const step = currentStep === null ? null : humanised(currentStep);
  const count = totalSteps === null ? null : `${Math.min(stepsDone, totalSteps)} of ${totalSteps} done`;
  return [step, count, currentAgent && humanised(currentAgent)].filter((part) => part !== null).join(' · ');
}

/** "3 min 20 s", "450 ms". */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1000) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes > 0 ? [`${minutes} min`] : []),
    ...(hours === 0 && rest > 0 ? [`${rest} s`] : []),
  ].join(' ');
}

/** A file's time in words; unchanged if it isn't a time. */
export function whenInWords(text: string | null): string {
  const moment = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(moment) ? (text ?? 'Unknown') : momentInWords(moment);
}
