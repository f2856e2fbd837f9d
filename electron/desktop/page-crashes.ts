import type { BrowserWindow } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { warnIn } from './desktop-shell.ts';

/** Time within which a second crash is taken for the fault of what is open, in milliseconds. */
const soonMs = 60_000;

type CrashOptions = {
  readonly log: Ports['log'];
  /** True once the window is to close: then its page may end. */
  readonly isClosing: () => boolean;
  /** Shows a message on the page that comes next. */
  readonly notify: (message: string) => void;
  /** Opens another window in place of this one, without the memory that was open. */
  readonly startWithout: () => void;
  readonly quit: () => void;
};

/**
 * Loads a window's page again after its process ended. Asks the person if that happens twice within a minute, or if the
 * page does not answer.
 */
export function recoverFromCrashes(window: BrowserWindow, options: CrashOptions): void {
  let lastAt = Number.NEGATIVE_INFINITY;

  function loadAgain(): void {
    if (window.isDestroyed()) {
      return;
    }
    options.notify('Contexture’s window had stopped working and was loaded again. Nothing that was saved is lost.');
    window.webContents.reload();
  }

  async function ask(): Promise<void> {
    const response = await warnIn(window, {
      message: 'Contexture’s window stopped working twice within a minute.',
      detail: 'Nothing that was saved is lost. The memory that is open may be the reason.',
      buttons: ['Start Without It', 'Try Again', 'Quit'],
      cancelId: 1,
    });
    [options.startWithout, loadAgain, options.quit][response]?.();
  }

  let answers = new AbortController();
  window.on('responsive', () => answers.abort());
  window.on('unresponsive', async () => {
    options.log('error', 'The page does not answer.');
    answers = new AbortController();
    const response = await warnIn(window, {
      message: 'Contexture’s window does not answer.',
      detail: 'What you typed last may be lost if it is loaded again. What was saved is not.',
      buttons: ['Wait', 'Load Again'],
      signal: answers.signal,
    });
    if (response === 1 && !window.isDestroyed()) {
      window.webContents.forcefullyCrashRenderer();
    }
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || options.isClosing()) {
      return;
    }
    options.log('error', `The page’s process ended: ${reason}`);
    const isSecond = Date.now() - lastAt < soonMs;
    lastAt = Date.now();
    if (isSecond) {
      void ask();
    } else {
      // Electron has to be done with the event first.
      setImmediate(loadAgain);
    }
  });
}
