import type * as Electron from 'electron';
import type { Page } from 'playwright/test';

/** Modules available to code that a test runs in the main process: Electron's, or their stand-ins. */
type MainModules = typeof Electron;
type Evaluated<R, A> = (modules: MainModules, value: A) => R | Promise<R>;

/** The running desktop app, in Electron or on the stand-in. */
export type DesktopApp = {
  /** Runs a function in the main process. It is sent as text, so it sees only its parameters, and returns JSON. */
  evaluate<R, A = undefined>(run: Evaluated<R, A>, value?: A): Promise<R>;
  /** Waits for a window and returns the page of the one shown last. */
  shownPage(): Promise<Page>;
  /** Starts the program a second time while it is open; resolves with its exit code. */
  startAgain(args: readonly string[]): Promise<number | null>;
  /** Drops a file from the system on the page. */
  drop(page: Page, path: string): Promise<void>;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the exit code once the app has ended. */
  readonly ended: Promise<number | null>;
  /** Asks the app to end, as the system does at the end of a session, and waits. */
  stop(): Promise<number | null>;
  /** Ends the app without warning, as a crash would. */
  kill(): Promise<void>;
};
