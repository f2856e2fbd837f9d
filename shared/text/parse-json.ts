import { jsonNesting, maxNesting } from './nesting.ts';

/** Parses JSON; undefined if it is none, such as a line that a crash cut short, or is nested too deeply. */
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
