/** The values of JSON that other programs write too: looked at without trusting what they are. */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };
export type JsonPath = readonly (string | number)[];

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const objectOf = (value: Json | undefined): Readonly<JsonObject> => (isObject(value) ? value : {});
export const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** What stands at a place; undefined for nothing. */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  return path.reduce<Json | undefined>((at, name) => {
    if (Array.isArray(at)) {
      return typeof name === 'number' ? at[name] : undefined;
    }
    return isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }, value);
}
