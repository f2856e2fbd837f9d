import { X } from 'lucide-react';
import { useMemo } from 'react';
import type { ArchivedEntry } from '#shared/contract/features/archive.ts';
import { readPages } from '#shared/contract/reading/pages.ts';
import { useAsked, useTurns } from '../../../api/answers.ts';
import { useApp } from '../../../api/app-store.ts';
import { call } from '../../../api/connection.ts';
import type { ReadyContext } from '../../../api/context-store.ts';
import { SectionLegend } from '../../../entries/chart/section-bars.tsx';
import styles from '../../../entries/chart/section-chart.module.css';
import { SectionChart } from '../../../entries/chart/section-chart.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { entriesInWords } from '../../../wording/counts.ts';
import { dateInWords, monthInWords } from '../../../wording/dates.ts';
import { search, showLearned, useReview } from '../review-store.ts';
import own from './learned-panel.module.css';
import { type LearnedPeriod, learnedPeriods, type PeriodKind } from './learned-periods.ts';

/** Growth of the memory: a bar for each week or month, which searches for what was learned in it. */
export function LearnedPanel({ context }: Readonly<{ context: ReadyContext }>) {
  const kind: PeriodKind = useApp((state) => state.preferences.reviewChart) === 'month' ? 'month' : 'week';
  const query = useReview((state) => state.query);
  const { entries, summary } = context;
  const archived = useArchived(context.workspace);
  const periods = useMemo(
    () => learnedPeriods(entries, archived, summary.today, kind),
    [entries, archived, summary.today, kind],
  );
  const latest = periods.at(-1);
  const show = (period: LearnedPeriod): void => search(query === searchFor(period) ? '' : searchFor(period));
  return (
    <SectionChart
      label="What was learned"
      barsLabel={`${kind === 'week' ? 'Weeks' : 'Months'}. Left and right arrow move, Enter shows what was learned then.`}
      bars={periods}
      nameOf={(period) => nameOf(period, kind)}
      periodHead="Learned in"
      further={[{ name: 'Known then', of: ({ known }) => known }]}
      trail={
        <nav className={classNames(styles['trail'], own['kinds'])} aria-label="Each bar is">
          {(['week', 'month'] as const).map((each) => (
            <Button
              key={each}
              look="link"
              {...(each === kind ? { 'aria-current': 'true' } : {})}
              onClick={() => showLearned(each)}
            >
              {each === 'week' ? 'By week' : 'By month'}
            </Button>
          ))}
        </nav>
      }
      legend={(pointed) => (
        <>
          {!pointed && <SectionLegend bars={periods} />}
          {latest && (
            <span className={styles['key']}>
              <i className={own['lineKey']} aria-hidden />
              {entriesInWords((pointed ?? latest).known)} known {pointed ? 'then' : 'now'}
            </span>
          )}
        </>
      )}
      actions={
        <IconButton name="Close what was learned" onClick={() => showLearned('none')}>
          <X aria-hidden />
        </IconButton>
      }
      tickOf={(index) => tickOf(periods, index, kind)}
      isPressed={(period) => query === searchFor(period)}
      isLeftOut={() => false}
      onPress={show}
      onShow={show}
    >
      <Growth periods={periods} />
    </SectionChart>
  );
}

const searchFor = ({ from, before }: LearnedPeriod): string => `after:${from} before:${before}`;

const nameOf = ({ from }: LearnedPeriod, kind: PeriodKind): string =>
  kind === 'month' ? monthInWords(from.slice(0, 7)) : `Week of ${dateInWords(from)}`;

function tickOf(periods: readonly LearnedPeriod[], index: number, kind: PeriodKind) {
  const [start, before] = [periods[index]?.from ?? '', periods[index - 1]?.from];
  const isNew = before !== undefined && before.slice(0, 7) !== start.slice(0, 7);
  const text = monthInWords(start.slice(0, 7)).replace(/^(\p{L}{3})\p{L}*.*$/u, '$1');
  const isJanuary = start.slice(5, 7) === '01';
  const shown = !isNew ? undefined : kind === 'week' || isJanuary || start.slice(5, 7) === '07' ? 'always' : 'wide';
  return { text: isJanuary ? start.slice(0, 4) : text, shown } as const;
}

function Growth({ periods }: Readonly<{ periods: readonly LearnedPeriod[] }>) {
  const most = Math.max(1, ...periods.map(({ known }) => known));
  const points = periods.map(({ known }, index) => `${index + 0.5},${100 - (known / most) * 96}`).join(' ');
  return (
    <svg className={own['growth']} viewBox={`0 0 ${periods.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Most archived entries read, latest first; any others left before the time shown. */
const maxArchived = 20_000;
const none: readonly ArchivedEntry[] = [];

function useArchived(workspace: string): readonly ArchivedEntry[] {
  const [turn] = useTurns(workspace, ['archive.changed']);
  const { answer } = useAsked(JSON.stringify([workspace, turn]), async (options) => {
    const cancellable: typeof call = (method, params) => call(method, params, options);
    const params = { workspace, limit: 1000 };
    const { entries } = await readPages(cancellable, 'archive.entries', 'entries', params, { most: maxArchived });
    // Notes of days are an assistant's own, and were never in the memory.
    return entries.filter(({ isNote }) => !isNote);
  });
  return answer ?? none;
}
