import { holdUnsaved, onLeaving } from './unsaved.ts';

/** Milliseconds after the last key until the typed text is kept. */
const keptAfter = 300;
/** Milliseconds until keeping is retried after a failure. */
const triedAgainAfter = 3000;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

type DraftKeeping<Draft, Kept> = {
  /** Name of the text for the question that is asked until it is kept; null if it is asked about in any case. */
  readonly what: string | null;
  /** Unsaved text; null if there is none. */
  readonly draftNow: () => Draft | null;
  readonly keep: (draft: Draft) => Promise<Kept>;
  readonly discard: () => Promise<Kept>;
  readonly onKept?: (isKept: boolean, kept?: Kept) => void;
};

/** Keeps drafts over a reload, a crash and quitting. Until one is kept, the window asks before it closes. */
export function createDraftKeeper<Draft, Kept>(options: DraftKeeping<Draft, Kept>) {
  const { what, draftNow, onKept = () => undefined } = options;
  const hold = (isPutAwaySoon: boolean) => (what === null ? (): void => undefined : holdUnsaved(what, isPutAwaySoon));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | null = null;
  let turn = 0;
  let hasDraft = false;

  async function keep(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const mine = turn;
    const draft = draftNow();
    let kept: Kept | undefined;
    try {
      if (draft) {
        hasDraft = true;
        kept = await options.keep(draft);
      } else if (hasDraft) {
        kept = await options.discard();
        hasDraft = false;
      }
      if (mine === turn) {
        onKept(draft !== null, kept);
        release?.();
        release = null;
      }
    } catch {
      // The failure may last, so leaving needs a confirmation.
      release?.();
      release = hold(false);
      timer ??= setTimeout(() => void keep(), triedAgainAfter);
    }
  }

  /** Resolves once pending text is kept or discarded. */
  const settled = (): Promise<void> => (timer === undefined ? Promise.resolve() : keep());
  const offLeaving = onLeaving(settled);
  const closing = new AbortController();
  // The page may be about to go.
  window.addEventListener('pagehide', () => void settled(), { signal: closing.signal });
  document.addEventListener('visibilitychange', () => void settled(), { signal: closing.signal });
  const leave = (): void => {
    offLeaving();
    closing.abort();
  };

  return {
    /** Call whenever the text to save has changed. */
    changed(dirty: boolean): void {
      if (!dirty && !hasDraft) {
        return;
      }
      turn += 1;
      if (release === null) {
        onKept(false);
      }
      release ??= hold(true);
      clearTimeout(timer);
      if (dirty) {
        timer = setTimeout(() => void keep(), keptAfter);
      } else {
        // Discard at once, so that the text doesn't come back however soon the page goes.
        void keep();
      }
    },
    settled,
    /** Notes that a stored draft exists, which this one replaces. */
    tookUp(): void {
      hasDraft = true;
    },
    close(): void {
      void settled();
      leave();
    },
    /** Closes without keeping anything more. */
    abandon(): void {
      clearTimeout(timer);
      leave();
    },
  };
}
