import { z } from 'zod';

/**
 * Checks an object by a schema, and returns it unchanged: the schema itself would put the fields that it knows first,
 * whatever their order was.
 * @param described the schema as JSON Schema, in addition to that of any object
 */
export function inGivenOrder<Schema extends z.ZodObject>(
  schema: Schema,
  described: { readonly required: readonly string[]; readonly properties: Readonly<Record<string, object>> },
) {
  const checked = z.looseObject({}).check((given) => {
    for (const issue of schema.safeParse(given.value).error?.issues ?? []) {
      given.issues.push({ ...issue, input: given.value } as z.core.$ZodRawIssue);
    }
  });
  return checked.meta(described) as unknown as z.ZodType<z.infer<Schema>>;
}
