import type { EntryView } from '#shared/contract/features/memory.ts';
import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import styles from './entry-findings.module.css';
import { FindingAnswers } from './finding-answers.tsx';
import { FindingIcon } from './finding-icon.tsx';
import { useFindingsIn } from './findings.ts';

type EntryFindingsProps = Readonly<{ workspace: string; entry: EntryView; writable: boolean }>;

export function EntryFindings({ workspace, entry, writable }: EntryFindingsProps) {
  const findings = useFindingsIn(entry);
  return (
    findings.length > 0 && (
      <section className="stack-2" aria-label="Found in this entry">
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand in it twice.
          <div key={`${finding.id} ${index}`} className={styles['finding']} data-fine={finding.fine || undefined}>
            <p className={styles['why']}>
              <FindingIcon kind={finding.kind} />
              <span>
                {finding.place === 'topic' && (
                  <>
                    <VisibleText text={finding.file} />, line {countInWords(finding.line)}:{' '}
                  </>
                )}
                {finding.kind === 'secret' && `This looks like ${findingName(finding)}. `}
                {whyFound(finding)}
                {finding.kind === 'secret' && !finding.fine && (
                  <span className="quiet"> Earlier versions keep it until you erase it everywhere.</span>
                )}
              </span>
            </p>
            <FindingAnswers workspace={workspace} finding={finding} writable={writable} inDetails />
          </div>
        ))}
      </section>
    )
  );
}
