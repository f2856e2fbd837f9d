import { useEffect, useState } from 'react';
import type { Impact, Operation } from '#shared/contract/features/memory.ts';
import { call } from '../../api/connection.ts';
import { countInWords, tokensInWords } from '../../wording/counts.ts';
import { entryName } from '../../wording/names.ts';
import styles from './impact-line.module.css';

type ImpactLineProps = Readonly<{ workspace: string; operation: Operation | null }>;

/** What one operation would cost, kept up to date while it is being written. Its place is kept, so that nothing jumps. */
export function ImpactLine({ workspace, operation }: ImpactLineProps) {
  const [impact, setImpact] = useState<Impact | null>(null);
  const operationText = operation === null ? null : JSON.stringify(operation);
  useEffect(() => {
    if (operationText === null) {
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      call('context.preview', { workspace, operations: [JSON.parse(operationText) as Operation] })
        .then((answer) => current && setImpact(answer))
        // What can't be previewed can't be saved either, and saving says why.
        .catch(() => current && setImpact(null));
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [workspace, operationText]);
  if (!impact || operation === null) {
    return <p className={styles['line']} role="status" />;
  }
  const { tokensBefore, tokensAfter, limit, wouldLeave, wouldLeaveCount } = impact;
  const leaving = wouldLeave.slice(0, 3).map((entry) => `“${entryName(entry)}”`);
  return (
    <p className={styles['line']} role="status">
      {tokensInWords(tokensAfter - tokensBefore)} more, {countInWords(tokensAfter)} of {countInWords(limit)} after.
      {leaving.length > 0 &&
        ` To make room, ${leaving.join(', ')}${wouldLeaveCount > leaving.length ? ' and others' : ''} would go to the archive.`}
    </p>
  );
}
