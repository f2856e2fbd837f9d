type Asked =
  | { readonly kind: 'not asked' }
  | { readonly kind: 'asked'; readonly timer: ReturnType<typeof setTimeout> }
  /** The page said no, or asks the person first. Its yes may still come. */
  | { readonly kind: 'kept open' }
  | { readonly kind: 'closing' };

export type Closing = ReturnType<typeof createClosing>;

type ClosingOptions = {
  /** Asks the page; false where there is none to ask. */
  readonly ask: () => boolean;
  readonly close: () => void;
  /** The page does not answer: does the person want to close all the same? */
  readonly closeUnanswered: () => Promise<boolean>;
  readonly patienceMs?: number;
};

/** Asks a window's page before it closes, because it may hold text that isn't saved. A page that hangs can't forbid it. */
export function createClosing({ ask, close: onMayClose, closeUnanswered, patienceMs = 2000 }: ClosingOptions) {
  let asked: Asked = { kind: 'not asked' };

  function become(next: Asked): void {
    if (asked.kind === 'asked') {
      clearTimeout(asked.timer);
    }
    asked = next;
  }

  function close(): void {
    become({ kind: 'closing' });
    onMayClose();
  }

  async function unanswered(): Promise<void> {
    become({ kind: 'kept open' });
    if ((await closeUnanswered()) && asked.kind === 'kept open') {
      close();
    }
  }

  return {
    /** Someone asks for the window to close. True if it may do so at once. */
    requested(): boolean {
      if (asked.kind === 'closing' || !ask()) {
        become({ kind: 'closing' });
        return true;
      }
      const timer = setTimeout(() => void unanswered(), patienceMs);
      become({ kind: 'asked', timer });
      return false;
    },
    /** The page's word. A yes that nobody asked for does nothing. */
    answered(may: boolean): void {
      if (asked.kind !== 'asked' && asked.kind !== 'kept open') {
        return;
      }
      if (may) {
        close();
      } else {
        become({ kind: 'kept open' });
      }
    },
    /** The page is gone, and with it whatever it had to say. */
    pageGone(): void {
      if (asked.kind === 'asked') {
        close();
      } else if (asked.kind === 'kept open') {
        become({ kind: 'not asked' });
      }
    },
  };
}
