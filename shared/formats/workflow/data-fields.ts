import type { z } from 'zod';
import { bareSchema, type DataPart, dataSchemaOf, definedBy, shapeOf } from './data-schemas.ts';
import type { Json, JsonPath } from './json-values.ts';
import { schemaFindings } from './problems.ts';

/** Kind of a field's value. `texts` is a list of texts; `other` is for other lists, objects, and unknown kinds. */
export type FieldKind =
  | { readonly kind: 'text' | 'number' | 'yes-no' | 'day' | 'texts' | 'other' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

/** Lists the names that a type has for the fields of a part, in its order; none for an unknown type. */
export const dataFieldNames = (type: string, part: DataPart): readonly string[] =>
  Object.keys(shapeOf(dataSchemaOf(type)[part]));

/** @param path of the field, within the part */
export function fieldKind(type: string, part: DataPart, path: JsonPath): FieldKind {
  const schema = fieldSchema(type, part, path);
  const def = schema?._zod.def as { type: string; format?: string; entries?: Record<string, string> } | undefined;
  switch (def?.type) {
    case 'enum':
      return { kind: 'choice', choices: Object.values(def.entries ?? {}) };
    case 'array':
      return { kind: schema && definedBy(schema).element?._zod.def.type === 'string' ? 'texts' : 'other' };
    case 'boolean':
      return { kind: 'yes-no' };
    case 'number':
      return { kind: 'number' };
    case 'string':
      return { kind: def.format === 'date' ? 'day' : 'text' };
    default:
      return { kind: 'other' };
  }
}

/** Describes a value's conflict with its type, in a sentence; null if there is none, or no such field. */
export function fieldProblem(type: string, part: DataPart, path: JsonPath, value: Json): string | null {
  const schema = fieldSchema(type, part, path);
  return (schema && schemaFindings(schema, value, path.map(String))[0]?.message) ?? null;
}

function fieldSchema(type: string, part: DataPart, path: JsonPath): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>((at, name) => {
    const own = bareSchema(at);
    if (own === undefined) {
      return undefined;
    }
    return bareSchema(typeof name === 'number' ? definedBy(own).element : shapeOf(own)[name]);
  }, dataSchemaOf(type)[part]);
}
