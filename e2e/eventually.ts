import { expect } from 'playwright/test';

type Options = { readonly timeout?: number; readonly intervals?: number[] };

/** Often at first, because most of what is waited for is there within a moment. */
const often = [10, 20, 40, 80, 100];

/**
 * Looks until it is as a test wants it. A file that isn't there yet is null and looked for again: `expect.poll` by
 * itself ends with the first error.
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
