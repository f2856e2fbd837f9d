/** Values of JSON that other programs write too: read without trusting their kinds. */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };
export type JsonPath = readonly (string | number)[];

/** Number whose text says more than a JavaScript number, such as `1.0`; the nearest number where it is read as one. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

/** True if two values are the same, numbers to the letter, whatever the order of names. */
export function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameJson(item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]))
    );
  }
  return one === other || (isWritten(one) && isWritten(other) && one.text === other.text);
}

const isWritten = (value: unknown): value is WrittenNumber => value instanceof WrittenNumber;

/** Copies a value with all its numbers as numbers, for callers. */
export const plainJson = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Copies a value for callers: a number that would be rounded becomes its text. */
export const toldJson = (value: Json): Json =>
  copyJson(value, (plain) => (isWritten(plain) ? (isLossless(plain.text) ? Number(plain.text) : plain.text) : plain));

/** Copies a value, with the result of a function for each that is no list and no object. */
export function copyJson(value: Json, convert: (plain: Json) => Json = (plain) => plain): Json {
  if (Array.isArray(value)) {
    return value.map((item) => copyJson(item, convert));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyJson(each, convert)]))
    : convert(value);
}

/** Prints a value like `JSON.stringify`, with its numbers to the letter. */
export function printJson(value: Json, unit: string, indent = ''): string {
  const inner = indent + unit;
  const [open, close] = unit === '' ? ['', ''] : [`\n${inner}`, `\n${indent}`];
  const joined = (parts: readonly string[]): string => `${open}${parts.join(`,${open}`)}${close}`;
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${joined(value.map((item) => printJson(item, unit, inner)))}]`;
  }
  if (isObject(value)) {
    const parts = Object.entries(value).flatMap(([name, each]) =>
      each === undefined ? [] : [`${JSON.stringify(name)}:${unit === '' ? '' : ' '}${printJson(each, unit, inner)}`],
    );
    return parts.length === 0 ? '{}' : `{${joined(parts)}}`;
  }
  return isWritten(value) ? value.text : JSON.stringify(value);
}

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const objectOf = (value: Json | undefined): Readonly<JsonObject> => (isObject(value) ? value : {});
export const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => {
    if (Array.isArray(at)) {
      return typeof name === 'number' ? at[name] : undefined;
    }
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, value);
}

export const textAt = (value: Json | undefined, path: JsonPath): string | null => textOf(valueAt(value, path));
export const listAt = (value: Json | undefined, path: JsonPath): readonly Json[] => listOf(valueAt(value, path));
export const objectsAt = (value: Json | undefined, path: JsonPath): readonly Readonly<JsonObject>[] =>
  listAt(value, path).map(objectOf);

/** True if a number as written in JSON has no more digits than a JavaScript number keeps. */
export function isLossless(text: string): boolean {
  const digits = (text.split(/e/i)[0] ?? '').replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  // Up to 17 digits tell a number from its neighbours; of more, the last ones are lost.
  const isShort = digits.length <= 17 && Number.isFinite(Number(text));
  return digits === '' || (isShort && digitsOf(Number(text), digits.length) === digits);
}

const digitsOf = (value: number, count: number): string =>
  (value.toExponential(count - 1).split('e')[0] ?? '').replace(/[-.]/g, '');
