import { create } from 'zustand';

type Said = { readonly text: string; readonly turn: number };

const useSaid = create<Said>(() => ({ text: '', turn: 0 }));

/** What comes so soon after the other is said with it: it would never be heard if the next took its place. */
const atOnce = 400;
let saidAt = Number.NEGATIVE_INFINITY;

/** Has a screen reader say something that happened without moving the focus. */
export function announce(text: string): void {
  const now = performance.now();
  useSaid.setState(({ text: before, turn }) => ({
    text: now - saidAt < atOnce && before !== text ? `${before} ${text}` : text,
    turn: turn + 1,
  }));
  saidAt = now;
}

/** The live region; once per page. Two turns, so that the same sentence said twice is heard twice. */
export function Announcer() {
  const { text, turn } = useSaid();
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-label="Announcements">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>
  );
}
