import { appendFileSync } from 'node:fs';

/** Set by `npm run test:faults`; in `npm run test:more` the same tests run small. */
const isFull = process.env['CONTEXTURE_FAULTS'] === 'full';

/** Share of a fault test to run. */
export function sized<T>(size: { readonly full: T; readonly small: T }): T {
  return isFull ? size.full : size.small;
}

/** Time limit of a fault test: it catches hanging, and measures nothing. */
export const patience = { timeout: sized({ full: 60 * 60_000, small: 120_000 }) };

/** Random seed of this run; `CONTEXTURE_SEED` repeats one. */
export const seed = Number(process.env['CONTEXTURE_SEED'] ?? sized({ full: Date.now() % 1_000_000, small: 20261121 }));

type Figures = Readonly<Record<string, number>>;

/**
 * Reports the figures of a row to `npm run test:faults`; several reports of one row are added up.
 * @param control the method of a control that has to fail; left out for our own
 */
export function report(row: string, figures: Figures, control: string | null = null): void {
  const path = process.env['CONTEXTURE_FAULTS_REPORT'];
  if (path !== undefined) {
    appendFileSync(path, `${JSON.stringify({ row, control, figures })}\n`);
  }
}
