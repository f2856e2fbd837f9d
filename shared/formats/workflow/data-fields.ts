import type { z } from 'zod';
import { dataSchemaOf } from './data-schemas.ts';
import type { Json, JsonPath } from './json-values.ts';
import { findingsOf } from './problems.ts';

export const dataParts = ['inputs', 'working_data', 'outputs', 'references'] as const;
export type DataPart = (typeof dataParts)[number];

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
      return { kind: schema && defOf(schema).element?._zod.def.type === 'string' ? 'texts' : 'other' };
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
  const result = fieldSchema(type, part, path)?.safeParse(value);
  const [first] = result?.success === false ? findingsOf(result.error.issues, path.map(String)) : [];
  return first?.message ?? null;
}

type Schema = z.ZodType;
type Def = {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly shape?: Record<string, Schema>;
};

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;

/** Strips the wrappers by which it may be missing or null. */
function bare(schema: Schema | undefined): Schema | undefined {
  const inner = schema && defOf(schema).innerType;
  return inner === undefined ? schema : bare(inner);
}

function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const own = bare(schema);
  return (own && defOf(own).shape) ?? {};
}

function fieldSchema(type: string, part: DataPart, path: JsonPath): Schema | undefined {
  return path.reduce<Schema | undefined>((at, name) => {
    const own = bare(at);
    if (own === undefined) {
      return undefined;
    }
    return typeof name === 'number' ? bare(defOf(own).element) : bare(shapeOf(own)[name]);
  }, dataSchemaOf(type)[part]);
}
