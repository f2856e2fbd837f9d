import { toContextureError } from '#shared/contract/errors.ts';
import type { Ports } from './ports.ts';

/** Runs work whose failure is only logged, and returns undefined then. @param failed log message before the reason */
export async function orLogged<T>(
  { log }: Pick<Ports, 'log'>,
  failed: string,
  work: () => Promise<T>,
  level: 'warn' | 'error' = 'warn',
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log(level, `${failed}: ${toContextureError(error).message}`);
    return undefined;
  }
}
