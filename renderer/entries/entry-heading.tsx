import { ValueText } from '../ui/visible-text.tsx';
import styles from './details.module.css';

/** From so many characters on a text is read, not glanced at. */
const longFrom = 100;

/** An entry's text in full, as what its details are headed by. */
export function EntryHeading({ value }: Readonly<{ value: string }>) {
  return (
    <h2
      className={styles['value']}
      dir="auto"
      tabIndex={-1}
      data-details-heading
      data-long={value.length >= longFrom || undefined}
    >
      <ValueText value={value} />
    </h2>
  );
}
