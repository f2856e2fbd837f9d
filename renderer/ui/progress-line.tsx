import type { Progress } from '#shared/contract/wire/protocol.ts';
import { countInWords } from '../wording/counts.ts';
import { Button } from './button.tsx';
import styles from './progress-line.module.css';

type ProgressLineProps = Readonly<{ label: string; progress: Progress | null; onCancel?: () => void }>;

export function ProgressLine({ label, progress, onCancel }: ProgressLineProps) {
  return (
    <div className={styles['line']} role="status">
      <span>
        {label}
        {progress ? `: ${countInWords(progress.done)} of ${countInWords(progress.total)}` : '…'}
      </span>
      {progress && <progress aria-label={label} value={progress.done} max={Math.max(1, progress.total)} />}
      {onCancel && <Button onClick={onCancel}>Stop</Button>}
    </div>
  );
}
