import { create } from 'zustand';
import styles from './hidden.module.css';

type Said = { readonly text: string; readonly turn: number };

const useSaid = create<Said>(() => ({ text: '', turn: 0 }));

/** Has a screen reader say something that happened without moving the focus. */
export function announce(text: string): void {
  useSaid.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** The live region; once per page. Two turns, so that the same sentence said twice is heard twice. */
export function Announcer() {
  const { text, turn } = useSaid();
  return (
    <div className={styles['hidden']} role="status" aria-live="polite" aria-label="Announcements">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>
  );
}
