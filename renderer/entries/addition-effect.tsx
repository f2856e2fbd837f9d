import type { PreviewedChange } from '#shared/contract/features/memory.ts';
import { amountInWords, type MeasureName } from '#shared/entries/measure.ts';
import { countInWords } from '#shared/text/counts.ts';
import { cutInWords } from '#shared/wording/loaded.ts';
import { entryName } from '../wording/names.ts';
import styles from './addition-effect.module.css';
import { SecretWarning } from './findings/secret-warning.tsx';

const maxNamed = 3;

type AdditionEffectProps = Readonly<{ impact: PreviewedChange | null; measure: MeasureName }>;

/** Size of a memory after an addition. Its place is reserved while that is computed. */
export function AdditionEffect({ impact, measure }: AdditionEffectProps) {
  if (impact === null) {
    return <p className={styles['line']} role="status" />;
  }
  const { tokensBefore, tokensAfter, limit, wouldLeave, wouldLeaveCount, staysOver, secrets } = impact;
  const total =
    limit === null ? amountInWords(tokensAfter, measure) : `${countInWords(tokensAfter)} of ${countInWords(limit)}`;
  const cut = cutInWords(impact);
  const leaving = wouldLeave.slice(0, maxNamed).map((entry) => `“${entryName(entry)}”`);
  return (
    <p className={styles['line']} role="status">
      {amountInWords(tokensAfter - tokensBefore, measure)} more, {total} after.
      {cut && ` ${cut}`}
      {leaving.length > 0 &&
        ` To make room, ${leaving.join(', ')}${wouldLeaveCount > leaving.length ? ' and others' : ''} would go to the archive.`}
      {staysOver && ' That is over the limit: archive or shorten something afterwards.'}{' '}
      <SecretWarning secrets={secrets} />
    </p>
  );
}
