import { z } from 'zod';
import { categorySchema } from '../../entries/entry.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';

/** Lists that are no assistant's memory: pasted from one on the web, or exported by a memory store. */

const broughtItemSchema = z.strictObject({
  key: z.string().nullable(),
  value: z.string(),
  /** Heading it was listed under, or empty. */
  from: z.string(),
  /** Day it was learned, as `YYYY-MM-DD`, if the list gives one. */
  date: z.string().nullable(),
  category: categorySchema.nullable(),
  /** `same`: the memory says that; `differs`: something else under that name; `repeated`: as an earlier item. */
  state: z.enum(['new', 'same', 'differs', 'repeated']),
  /** Text of the memory on it, or null. */
  known: z.string().nullable(),
});
export type BroughtItem = z.infer<typeof broughtItemSchema>;

export const bringInMethods = {
  'bringIn.read': () => ({
    about:
      'Reads a pasted list or the JSON of a memory store, and says what of it a memory knows. Writes nothing: context.change adds what is chosen.',
    params: z.strictObject({ workspace, text: z.string().max(4_000_000) }),
    result: z.strictObject({ items: z.array(broughtItemSchema) }),
  }),
} as const;
