import { type Confidence, confidences } from '#shared/entries/entry.ts';
import styles from './confidence-mark.module.css';

/** Three dots, filled by how sure the assistant is. Always shown beside the word. */
export function ConfidenceMark({ confidence }: Readonly<{ confidence: Confidence }>) {
  const filled = confidences.length - confidences.indexOf(confidence);
  return (
    <span className={styles['mark']} data-confidence={confidence} aria-hidden>
      {confidences.map((step, index) => (
        <i key={step} data-filled={index < filled || undefined} />
      ))}
    </span>
  );
}
