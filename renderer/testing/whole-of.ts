import type { Sliced } from '../ui/sliced.ts';

/** All of it in one go. */
export function wholeOf<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) {
      return step.value;
    }
  }
}
