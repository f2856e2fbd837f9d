import { KeyRound } from 'lucide-react';
import { holdsSecrets } from '#shared/wording/secrets.ts';
import styles from './secret-warning.module.css';

/** Warns that the text to be saved holds a secret, beside the button, without blocking it. */
export function SecretWarning({ secrets }: Readonly<{ secrets: readonly string[] }>) {
  return (
    secrets.length > 0 && (
      <span className={styles['warning']}>
        <KeyRound aria-hidden /> {holdsSecrets(secrets)}
      </span>
    )
  );
}
