import { Ban, Check, ChevronDown, ChevronRight, CircleAlert, CircleDashed, CircleDot, Loader } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { dayOfMoment, momentInWords, timeInWords } from '../../wording/dates.ts';
import { humanised } from '../../wording/workflows.ts';
import type { Timeline, TimelineStep } from './timeline.ts';
import styles from './timeline-view.module.css';
import { durationInWords } from './work-words.ts';

const icons = { completed: Check, error: CircleAlert, skipped: Ban, in_progress: Loader, pending: CircleDashed };
const stateNames: Readonly<Record<string, string>> = {
  completed: 'done',
  error: 'failed',
  skipped: 'skipped',
  in_progress: 'under way',
  pending: 'not started',
};

type TimelineProps = Readonly<{
  timeline: Timeline;
  current: string | null;
  /** True if the current step waits for an answer of the person. */
  waits?: boolean;
  /** Null if nothing may be changed. */
  onResume: ((step: string) => void) | null;
  /** Renders the file of a step; null if steps have none. */
  read: ((file: string) => ReactNode) | null;
}>;

export function TimelineView({ timeline, current, waits = false, onResume, read }: TimelineProps) {
  const { done, ahead } = timeline;
  return (
    <ol className={styles['timeline']}>
      {done.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added.
        <li key={index} className={styles['group']} data-together={group.length > 1 || undefined}>
          {group.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <Step key={at} step={step} before={done[index - 1]?.at(-1) ?? null} onResume={onResume} read={read} />
          ))}
        </li>
      ))}
      {ahead.map((name) => (
        <StepAhead key={name} name={name} isCurrent={name === current} waits={waits && name === current} />
      ))}
    </ol>
  );
}

function StepAhead({ name, isCurrent, waits }: Readonly<{ name: string; isCurrent: boolean; waits: boolean }>) {
  return (
    <li className={styles['group']}>
      <div
        className={styles['step']}
        data-status={waits ? 'waiting' : 'pending'}
        aria-current={isCurrent ? 'step' : undefined}
      >
        {waits ? <CircleDot aria-hidden /> : <CircleDashed aria-hidden />}
        <VisibleText as="span" className={styles['name']} dir="auto" text={humanised(name)} />
        <span className={waits ? styles['waits'] : 'detail'}>
          {waits ? 'waiting for you' : isCurrent ? 'next' : ''}
        </span>
      </div>
    </li>
  );
}

type StepProps = Pick<TimelineProps, 'onResume' | 'read'> &
  Readonly<{ step: TimelineStep /** The step above it. */; before: TimelineStep | null }>;

function Step({ step, before, onResume, read }: StepProps) {
  const { step: name, agent, status, error, from, took, file } = step;
  const [isOpen, setOpen] = useState(false);
  const Icon = icons[status as keyof typeof icons] ?? CircleDashed;
  const details = [
    stateNames[status] ?? status,
    agent === null ? null : humanised(agent),
    took === null ? null : durationInWords(took),
  ];
  return (
    <div className={styles['step']} data-status={status}>
      <Icon aria-hidden />
      <span className={styles['name']} dir="auto">
        {file !== null && read !== null ? (
          <button
            type="button"
            className="fold pressable breaks"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <VisibleText text={humanised(name)} />
            {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          </button>
        ) : (
          <VisibleText text={humanised(name)} />
        )}
      </span>
      <VisibleText as="span" className="detail" text={details.filter((part) => part !== null).join(' · ')} />
      {from !== null && <Moment at={from} before={before?.from ?? null} />}
      {(error !== null || status === 'error') && (
        <div className={classNames('words', styles['below'])}>
          {error !== null && <VisibleText as="p" className="fails breaks" dir="auto" text={error} />}
          {onResume !== null && status === 'error' && name !== '' && (
            <Button look="link" onClick={() => onResume(name)}>
              Try again from here…
            </Button>
          )}
        </div>
      )}
      {isOpen && file !== null && <div className={classNames('sunk', styles['below'])}>{read?.(file)}</div>}
    </div>
  );
}

/** Start of a step: only the time of day, if the previous step began on the same day. */
function Moment({ at, before }: Readonly<{ at: number; before: number | null }>) {
  const isSameDay = before !== null && dayOfMoment(at) === dayOfMoment(before);
  return (
    <time className="count one-line" dateTime={new Date(at).toISOString()} title={momentInWords(at)}>
      {isSameDay ? timeInWords(at) : momentInWords(at)}
    </time>
  );
}
