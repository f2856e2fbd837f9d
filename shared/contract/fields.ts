import { z } from 'zod';
import { hasLostName, lostName } from '../text/lost-name.ts';

export const calendarDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Id of an open workspace within one engine; not a path. */
export const workspaceIdSchema = z.string().min(1).max(128);

/** Id of a version of a file's text: its SHA-256 as 64 hexadecimal digits. */
export const textVersionSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Replaces `from` up to `to` (UTF-16 offsets into a known text, byte order mark included) by `insert`. */
export const editSchema = z.strictObject({ from: z.int().min(0), to: z.int().min(0), insert: z.string() });

/** Author of a version: a person at an interface of ours, an assistant through one, another program, the app itself. */
export const authorSchema = z.enum(['person', 'assistant', 'outside', 'app']);
export type Author = z.infer<typeof authorSchema>;

/** Writer of a version, with a name if there is one: an assistant's is the name it gives itself. */
export const writerSchema = z.strictObject({ who: authorSchema, name: z.string().nullable() });
export type Writer = z.infer<typeof writerSchema>;

/** Numbers of entries that differ between two versions of a file. */
export const changeCountsSchema = z.strictObject({ added: z.int(), changed: z.int(), removed: z.int() });
export type ChangeCounts = z.infer<typeof changeCountsSchema>;

/** Refuses a value with a name that the schema would silently drop, so that all of an accepted value is kept. */
export const withAllNames = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S>, { addIssue }) => {
    if (hasLostName(value)) {
      addIssue(`${lostName} can’t be a name`);
    }
    return value;
  }, schema);

export const jsonSchema = withAllNames(z.json());

export const jsonObjectSchema = withAllNames(z.record(z.string(), z.json()));

export const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(1000).default(200) };

/** Parameters of a call that has none, and the result of one that returns nothing. */
export const nothing = z.strictObject({});
