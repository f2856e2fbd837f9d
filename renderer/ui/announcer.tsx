import { create } from 'zustand';

type Announcement = { readonly text: string; readonly turn: number };

const useSaid = create<Announcement>(() => ({ text: '', turn: 0 }));

/** Messages within this many milliseconds are announced together: the first would never be heard if the next replaced it. */
const atOnce = 400;
let saidAt = Number.NEGATIVE_INFINITY;

/** Makes a screen reader announce something without moving the focus. */
export function announce(text: string): void {
  const now = performance.now();
  useSaid.setState(({ text: before, turn }) => ({
    text: now - saidAt < atOnce && before !== text ? `${before} ${text}` : text,
    turn: turn + 1,
  }));
  saidAt = now;
}

/** The live region; once per page. Alternates between two elements, so that a repeated sentence is heard twice. */
export function Announcer() {
  const { text, turn } = useSaid();
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-label="Announcements">
      <p>{turn % 2 === 0 ? text : ''}</p>
      <p>{turn % 2 === 1 ? text : ''}</p>
    </div>
  );
}
