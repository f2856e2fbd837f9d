import { parseJson } from '../../../text/parse-json.ts';
import { readJsonExactly } from '../json-text.ts';
import { isObject, type Json, type JsonObject, objectOf, toldJson } from '../json-values.ts';
import type { Torn } from './run.ts';

const maxTornText = 500;

/** Reads the JSON objects of a file of lines, each with its number, and the lines that are none. */
export function readLines(file: string, text: string) {
  const lines = text.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const records: JsonObject[] = [];
  const torn: Torn[] = [];
  for (const { line, number } of lines.filter(({ line: each }) => each !== '')) {
    const value = parsed(line);
    if (isObject(value)) {
      records.push(value);
    } else {
      torn.push({ file, line: number, text: line.slice(0, maxTornText) });
    }
  }
  return { records, torn };
}

/** Reads a JSON file; an unreadable one is noted and empty. */
export function readRunFile(
  file: string,
  text: string,
): { readonly value: Readonly<JsonObject>; readonly torn: Torn[] } {
  const value = parsed(text);
  return isObject(value)
    ? { value, torn: [] }
    : { value: objectOf(value), torn: [{ file, line: 0, text: text.slice(0, maxTornText) }] };
}

/** Parses JSON, with numbers that would be rounded as they are written. */
function parsed(text: string): Json | undefined {
  const value = mayHaveLongNumber.test(text) ? readJsonExactly(text) : undefined;
  return value === undefined ? (parseJson(text) as Json | undefined) : toldJson(value);
}

/** Test for long numbers, without which parsing is faster. */
const mayHaveLongNumber = /[\d.]{16}|\d[eE][+-]?\d{3}/;
