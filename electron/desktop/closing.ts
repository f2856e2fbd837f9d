/** How a window's page has been asked whether it may close. */
type Asked =
  | { readonly kind: 'not asked' }
  /** Waiting for the page's word. */
  | { readonly kind: 'asked'; readonly timer: ReturnType<typeof setTimeout> }
  /** The page said no, or asks the person first. Its yes may still come. */
  | { readonly kind: 'kept open' }
  | { readonly kind: 'closing' };

type ClosingOptions = {
  /** Asks the page; false where there is none to ask. */
  readonly ask: () => boolean;
  /** Called once it may close. */
  readonly close: () => void;
  /** The page does not answer: does the person want to close all the same? */
  readonly closeUnanswered: () => Promise<boolean>;
  readonly patienceMs?: number;
};

export type Closing = {
  /** Someone asks for the window to close. True if it may do so at once. */
  requested(): boolean;
  /** The page's word. A yes that nobody asked for does nothing. */
  answered(may: boolean): void;
  /** The page is gone, and with it whatever it had to say. */
  pageGone(): void;
};

const defaultPatienceMs = 2000;

/** Asks a window's page before it closes, because it may hold text that isn't saved. A page that hangs can't forbid it. */
export function createClosing(options: ClosingOptions): Closing {
  let asked: Asked = { kind: 'not asked' };

  function become(next: Asked): void {
    if (asked.kind === 'asked') {
      clearTimeout(asked.timer);
    }
    asked = next;
  }

  function close(): void {
    become({ kind: 'closing' });
    options.close();
  }

  async function unanswered(): Promise<void> {
    become({ kind: 'kept open' });
    if ((await options.closeUnanswered()) && asked.kind === 'kept open') {
      close();
    }
  }

  return {
    requested() {
      if (asked.kind === 'closing' || !options.ask()) {
        become({ kind: 'closing' });
        return true;
      }
      const timer = setTimeout(() => void unanswered(), options.patienceMs ?? defaultPatienceMs);
      become({ kind: 'asked', timer });
      return false;
    },
    answered(may) {
      if (asked.kind !== 'asked' && asked.kind !== 'kept open') {
        return;
      }
      if (may) {
        close();
      } else {
        become({ kind: 'kept open' });
      }
    },
    pageGone() {
      if (asked.kind === 'asked') {
        close();
      } else if (asked.kind === 'kept open') {
        become({ kind: 'not asked' });
      }
    },
  };
}
