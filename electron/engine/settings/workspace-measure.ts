import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import { countingMeasure, estimate, leavingOut, type MeasureName, type TextMeasure } from '#shared/entries/measure.ts';
import { rememberingCounter } from '#shared/entries/remembering-counter.ts';
import type { Ports } from '../ports.ts';

/**
 * Measures a workspace's limits. If the tokenizer can't be loaded, the estimate is used instead.
 * @param own the format's measure, whatever the settings say; null if they decide
 * @param chosen gives the measure in the settings
 * @param leavesOut true if entries about someone else don't count
 */
export function createWorkspaceMeasure(
  ports: Pick<Ports, 'tokenizer' | 'log'>,
  own: TextMeasure | null,
  chosen: () => MeasureName,
  leavesOut: () => boolean,
) {
  let counting: TextMeasure | null = null;
  let forget = (): void => undefined;
  let inForce = own ?? estimate;
  let problem: string | null = null;

  /** Measure by its name, whatever the settings say. @throws `unavailable` if no tokenizer is available */
  const named = async (name: MeasureName): Promise<TextMeasure> => withoutOthers(await plain(name));
  const withoutOthers = (measure: TextMeasure): TextMeasure => (leavesOut() ? leavingOut(measure) : measure);

  async function plain(name: MeasureName): Promise<TextMeasure> {
    if (own !== null) {
      return own;
    }
    if (name === 'estimate') {
      return estimate;
    }
    try {
      if (counting === null) {
        const counter = rememberingCounter(await ports.tokenizer());
        counting = countingMeasure(counter.count);
        forget = counter.forget;
      }
      return counting;
    } catch (error) {
      ports.log('warn', `The tokenizer could not be loaded: ${toContextureError(error).message}`);
      const message =
        'Tokens can’t be counted, because the tokenizer could not be loaded. Reinstall and restart Contexture.';
      throw new ContextureError('unavailable', message);
    }
  }

  return {
    named,
    current: (): TextMeasure => inForce,
    forget: (): void => forget(),
    /** Reason why it is not the measure in the settings; null if it is. */
    problem: (): string | null => problem,
    /** Follows the settings; true if the measure changed. Never rejects, and never retries until they change. */
    async follow(): Promise<boolean> {
      const before = inForce;
      try {
        [inForce, problem] = [await named(chosen()), null];
      } catch (error) {
        const why = toContextureError(error).message;
        [inForce, problem] = [withoutOthers(estimate), `${why} Until then the limit is measured by the estimate.`];
      }
      return inForce !== before;
    },
  };
}
export type WorkspaceMeasure = ReturnType<typeof createWorkspaceMeasure>;
