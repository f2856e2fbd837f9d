import type { EntryView } from '#shared/contract/features/memory.ts';
import { refOf } from '#shared/entries/entry.ts';
import { masked, unmasked } from '#shared/scan/mend.ts';
import { whyFound } from '#shared/scan/why-found.ts';
import { findingName } from '#shared/scan/words.ts';
import { useAsked, useTurns } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { askToErase } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
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

/** Says that a masked text is still in earlier versions, as long as it is, with a link to erase it. */
export function MaskedNote({ workspace, entry, writable }: EntryFindingsProps) {
  const now = fullText(entry);
  const [turn] = useTurns(workspace, ['erase.done']);
  const { answer: secret } = useAsked(
    now.includes(masked) ? JSON.stringify([workspace, entry.id, now, turn]) : null,
    () => findMasked(workspace, entry),
  );
  return (
    secret && (
      <section className="stack-2" aria-label="Masked in this entry">
        <div className={styles['finding']}>
          <p className={styles['why']}>
            <FindingIcon kind="secret" />
            <span>Earlier versions keep what {masked} hides, until you erase it everywhere.</span>
          </p>
          {writable && (
            <div>
              <Button look="danger" onClick={() => askToErase(secret)}>
                Erase the secret…
              </Button>
            </div>
          )}
        </div>
      </section>
    )
  );
}

const fullText = ({ key, value }: Readonly<{ key: string | null; value: string }>): string => `${key ?? ''}\n${value}`;

/** Text of an entry that is now masked, from the latest version that has it; null for none. */
async function findMasked(workspace: string, entry: EntryView): Promise<string | null> {
  const { steps } = await call('history.story', { workspace, entry: refOf(entry) });
  for (const { entry: then, before } of steps) {
    for (const text of [then, before]) {
      const secret = text && unmasked(fullText(entry), fullText(text));
      if (secret) {
        return secret;
      }
    }
  }
  return null;
}
