import type { Figures, Target } from './measure.ts';

/** What a row came to. */
export type Outcome = {
  readonly arms: readonly Figures[];
  readonly targets: readonly Target[];
  /** What else is worth knowing, a line each. */
  readonly notes?: readonly string[];
};

/** One row of the table of targets. */
export type Row = {
  /** What it is run by: `npm run bench -- NAME`. */
  readonly name: string;
  readonly what: string;
  /** What it is measured beside; null where the target is absolute. */
  readonly against: string | null;
  /** Minutes it took on two cores (2026-11-28); up to half as long again beside much other work. */
  readonly minutes: number;
  run(bench: Bench): Promise<Outcome>;
};

/** What a row is given to work with. */
export type Bench = {
  /** A new empty folder, removed after the row. */
  folder(): string;
  /** Done after the row, the latest first, whether it worked or not. */
  afterwards(work: () => Promise<unknown>): void;
  /** Tells whoever waits how far it is. */
  progress(what: string): void;
};
