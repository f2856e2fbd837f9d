import { jsonNesting, maxNesting } from './nesting.ts';

/**
 * Parses JSON; undefined if it is none, such as a line that a crash cut short, or if it is nested too deeply for its
 * checks.
 */
export function parseJson(text: string): unknown {
  if (text.length > maxNesting && jsonNesting(text) > maxNesting) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
