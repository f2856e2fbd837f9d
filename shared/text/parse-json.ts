import { jsonNesting, maxNesting } from './nesting.ts';

/**
 * The value that a text is the JSON of; undefined where it is none, such as a line that a crash cut short, and where it is
 * nested deeper than what checks it can follow.
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
