import { Ban, Check, CircleAlert, CircleDashed, Loader } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
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
  /** Null where nothing may be changed. */
  onResume: ((step: string) => void) | null;
}>;

/** The steps from the first to those ahead; steps that were under way at once side by side. */
export function TimelineView({ timeline, current, onResume }: TimelineProps) {
  const { done, ahead } = timeline;
  return (
    <ol className={styles['timeline']}>
      {done.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added.
        <li key={index} className={styles['group']}>
          {group.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <Step key={at} step={step} onResume={onResume} />
          ))}
        </li>
      ))}
      {ahead.map((name) => (
        <li key={name} className={styles['group']} data-ahead>
          <div className={styles['step']} data-status="pending" aria-current={name === current ? 'step' : undefined}>
            <CircleDashed aria-hidden />
            <span className={styles['name']} dir="auto">
              <VisibleText text={humanised(name)} />
            </span>
            <span className="detail">{name === current ? 'next' : 'ahead'}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Step({ step, onResume }: Readonly<{ step: TimelineStep; onResume: TimelineProps['onResume'] }>) {
  const { step: name, agent, status, error, from, to } = step;
  const Icon = icons[status as keyof typeof icons] ?? CircleDashed;
  return (
    <div className={styles['step']} data-status={status}>
      <Icon aria-hidden />
      <span className={styles['name']} dir="auto">
        <VisibleText text={humanised(name)} />
      </span>
      <span className="detail">
        <VisibleText
          text={[
            stateNames[status] ?? status,
            agent === null ? null : humanised(agent),
            from !== null && to !== null ? durationInWords(to - from) : null,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        />
      </span>
      {from !== null && <span className={styles['when']}>{momentInWords(from)}</span>}
      {onResume !== null && status === 'error' && name !== '' && (
        <Button look="link" onClick={() => onResume(name)}>
          Try again from here…
        </Button>
      )}
      {error !== null && (
        <p className={styles['error']} dir="auto">
          <VisibleText text={error} />
        </p>
      )}
    </div>
  );
}
