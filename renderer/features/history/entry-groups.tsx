import type { ReactNode } from 'react';
import type { HistoryEntry } from '#shared/contract/features/history.ts';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import styles from './entry-changes.module.css';

type ChangedProps = Readonly<{
  before: HistoryEntry;
  after: HistoryEntry;
  names?: readonly [string, string];
  children?: ReactNode;
}>;

export function Changed({ before, after, names = ['Before', 'Then'], children }: ChangedProps) {
  return (
    <li className={styles['change']}>
      <dl className={styles['compare']}>
        <dt>{names[0]}</dt>
        <dd>
          <Value entry={before} gone />
        </dd>
        <dt>{names[1]}</dt>
        <dd>
          <Value entry={after} />
        </dd>
      </dl>
      {children}
    </li>
  );
}

type GroupProps = Readonly<{ title: string; count: number; shown: number; children: ReactNode }>;

export function Group({ title, count, shown, children }: GroupProps) {
  return count === 0 ? null : (
    <section className={styles['group']} aria-label={`${title} ${countInWords(count)}`}>
      <h3>
        {title} <span className={styles['count']}>{countInWords(count)}</span>
      </h3>
      <ul>{children}</ul>
      {shown < count && (
        <p className="detail">And {countInWords(count - shown)} more. Compare the texts to see all of them.</p>
      )}
    </section>
  );
}

export function Value({ entry, gone = false }: Readonly<{ entry: HistoryEntry; gone?: boolean }>) {
  return (
    <div className={styles['entry']}>
      <div dir="auto" className={classNames('as-written', gone && styles['gone'])}>
        <ClampedText lines={6}>
          <ValueText value={entry.value} />
        </ClampedText>
      </div>
      {entry.key !== null && (
        <p className="code">
          <VisibleText text={entry.key} />
        </p>
      )}
    </div>
  );
}
