type CloseRequest =
  | { readonly kind: 'not asked' }
  | { readonly kind: 'asked'; readonly timer: ReturnType<typeof setTimeout> }
  /** The page said no, or asks the person first. Its yes may still come. */
  | { readonly kind: 'kept open' }
  | { readonly kind: 'closing' };

export type CloseGuard = ReturnType<typeof createClosing>;

type ClosingOptions = {
  /** Asks the page; false if there is none to ask. */
  readonly ask: () => boolean;
  /** @param isAnswered false if the page, which does not answer, would keep the window open */
  readonly close: (isAnswered: boolean) => void;
  /** Asks the person if a window whose page does not answer should close all the same. */
  readonly closeUnanswered: () => Promise<boolean>;
  readonly patienceMs?: number;
};

/** Asks a window's page before it closes, because it may hold text that isn't saved. A page that hangs can't forbid it. */
export function createClosing({ ask, close: onMayClose, closeUnanswered, patienceMs = 2000 }: ClosingOptions) {
  let request: CloseRequest = { kind: 'not asked' };

  function become(next: CloseRequest): void {
    if (request.kind === 'asked') {
      clearTimeout(request.timer);
    }
    request = next;
  }

  function close(isAnswered = true): void {
    become({ kind: 'closing' });
    onMayClose(isAnswered);
  }

  async function unanswered(): Promise<void> {
    become({ kind: 'kept open' });
    if ((await closeUnanswered()) && request.kind === 'kept open') {
      close(false);
    }
  }

  return {
    /** True once the window may close, whatever its page thinks. */
    isClosing: (): boolean => request.kind === 'closing',
    /** Handles a request to close the window. True if it may close at once. */
    requested(): boolean {
      if (request.kind === 'closing' || !ask()) {
        become({ kind: 'closing' });
        return true;
      }
      const timer = setTimeout(() => void unanswered(), patienceMs);
      become({ kind: 'asked', timer });
      return false;
    },
    /** Takes the page's answer. A yes that nobody asked for does nothing. */
    answered(may: boolean): void {
      if (request.kind !== 'asked' && request.kind !== 'kept open') {
        return;
      }
      if (may) {
        close();
      } else {
        become({ kind: 'kept open' });
      }
    },
    /** Stops waiting for the page, which is gone. */
    pageGone(): void {
      if (request.kind === 'asked') {
        close();
      } else if (request.kind === 'kept open') {
        become({ kind: 'not asked' });
      }
    },
  };
}
