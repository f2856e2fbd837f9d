import { KeyRound } from 'lucide-react';
import { holdsSecrets } from '#shared/wording/secrets.ts';
import styles from './secret-warning.module.css';

/** What is about to be saved holds a secret: said beside the button, and in nobody's way. */
export function SecretWarning({ secrets }: Readonly<{ secrets: readonly string[] }>) {
  return (
    secrets.length > 0 && (
      <span className={styles['warning']}>
        <KeyRound aria-hidden /> {holdsSecrets(secrets)}
      </span>
    )
  );
}
