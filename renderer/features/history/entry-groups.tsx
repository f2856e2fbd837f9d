import type { ReactNode } from 'react';
import type { HistoryEntry } from '#shared/contract/features/history.ts';
import { EntryText } from '../../entries/entry-text.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SubjectText } from '../../ui/visible-text.tsx';
import { WordChanges } from '../../ui/word-changes.tsx';
import { countInWords } from '../../wording/counts.ts';
import styles from './entry-changes.module.css';

type ChangedProps = Readonly<{
  before: HistoryEntry;
  after: HistoryEntry;
  children?: ReactNode;
}>;

export function Changed({ before, after, children }: ChangedProps) {
  return (
    <li className={styles['change']}>
      {before.value === after.value || before.key !== after.key ? (
        <>
          <Value entry={before} isRemoved />
          <Value entry={after} />
        </>
      ) : (
        <div>
          <div dir="auto" className="as-written">
            <ClampedText lines={6}>
              {after.key !== null && (
                <>
                  <strong>
                    <SubjectText text={after.key} said={after.value} />
                  </strong>{' '}
                </>
              )}
              <WordChanges before={before.value} after={after.value} />
            </ClampedText>
          </div>
        </div>
      )}
      {children}
    </li>
  );
}

type GroupProps = Readonly<{ title: string; count: number; shown: number; children: ReactNode }>;

export function Group({ title, count, shown, children }: GroupProps) {
  return count === 0 ? null : (
    <section className="stack-2" aria-label={`${title} ${countInWords(count)}`}>
      <h3>
        {title} <span className="count">{countInWords(count)}</span>
      </h3>
      <ul className="ruled">{children}</ul>
      {shown < count && (
        <p className="detail">And {countInWords(count - shown)} more. Compare the texts to see all of them.</p>
      )}
    </section>
  );
}

export function Value({ entry, isRemoved = false }: Readonly<{ entry: HistoryEntry; isRemoved?: boolean }>) {
  return (
    <div>
      <div dir="auto" className={classNames('as-written', isRemoved && styles['gone'])}>
        <ClampedText lines={6}>
          <EntryText entry={entry} />
        </ClampedText>
      </div>
    </div>
  );
}
