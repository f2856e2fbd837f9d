import { expect } from 'playwright/test';

type Options = { readonly timeout?: number; readonly intervals?: number[] };

/** Short intervals first: most conditions are met within a moment. */
const often = [10, 20, 40, 80, 100];

/**
 * Polls until the value is as the test expects. A missing file counts as null and is read again; `expect.poll` alone
 * stops at the first error.
 */
export function eventually<T>(
  look: () => T | Promise<T>,
  options: Options = {},
): ReturnType<typeof expect.poll<T | null>> {
  return expect.poll(() => orNull(look), { intervals: often, ...options });
}

async function orNull<T>(look: () => T | Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}
