import type { Figures, Target } from './measure.ts';

/** Outcome of a row. */
export type Outcome = {
  readonly arms: readonly Figures[];
  readonly targets: readonly Target[];
  /** Notes, a line each. */
  readonly notes?: readonly string[];
};

/** One row of the table of targets. */
export type Row = {
  /** Name in the command: `npm run bench -- NAME`. */
  readonly name: string;
  readonly what: string;
  /** Baseline that the row is compared with; null for an absolute target. */
  readonly against: string | null;
  /** Minutes it took on two cores (2026-11-28); up to half as long again on a busy machine. */
  readonly minutes: number;
  run(bench: Bench): Promise<Outcome>;
};

/** Tools that a row gets for its run. */
export type Bench = {
  /** Creates an empty folder, which is removed after the row. */
  folder(): string;
  /** Registers work to do after the row, even if it fails. The latest runs first. */
  afterwards(work: () => Promise<unknown>): void;
  /** Reports progress. */
  progress(what: string): void;
};
