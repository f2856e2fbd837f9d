import { z } from 'zod';
import { digestKinds } from '../../digest/digest-kinds.ts';
import { calendarDay, writerSchema } from '../fields.ts';
import { historyPositionSchema } from './history.ts';
import { whichMemorySchema } from './memories.ts';

/** What happened to memories in some days, by what is recorded; nothing is opened or written. */

const countsSchema = z.record(z.enum(digestKinds), z.int());

const wordsSchema = z.strictObject({ key: z.string().nullable(), value: z.string() });

const digestItemSchema = writerSchema.extend({
  kind: z.enum(digestKinds),
  /** Path of its memory. */
  memory: z.string(),
  day: calendarDay,
  /** Milliseconds since 1970; null if only the day is known. */
  at: z.number().nullable(),
  /** Position in its memory’s history; null if it is not in it. */
  position: historyPositionSchema.nullable(),
  /** Secrets are masked, and long texts cut. */
  entry: wordsSchema,
  /** Words it replaced; null if it is not a rewording. */
  before: wordsSchema.nullable(),
});
export type DigestItem = z.infer<typeof digestItemSchema>;

const digestedMemorySchema = whichMemorySchema.extend({
  counts: countsSchema,
  /** Time its history begins, in milliseconds since 1970; null without one. */
  begins: z.number().nullable(),
  /** False if so much happened that the earliest changes of the period were not read. */
  isWhole: z.boolean(),
  /** Reason it was not read, in a sentence; null if it was. */
  problem: z.string().nullable(),
});
export type DigestedMemory = z.infer<typeof digestedMemorySchema>;

export const digestMethods = {
  'digest.read': () => ({
    about:
      'What was learned, corrected, contradicted, archived and came back in some days, in the memories opened before. `invalid_request` for no day or more than 366.',
    params: z.strictObject({
      /** First day, and the first one after the last. */
      from: calendarDay,
      before: calendarDay,
      /** Path of the only memory to look at, opened before or not. */
      memory: z.string().min(1).optional(),
      /** Path of a memory to look at too, such as the open one, which may be a sample. */
      also: z.string().min(1).optional(),
      /** Most items of each kind; the counts count all. */
      items: z.int().min(0).max(1000).default(5),
    }),
    result: z.strictObject({
      counts: countsSchema,
      days: z.array(z.strictObject({ day: calendarDay, counts: countsSchema })),
      memories: z.array(digestedMemorySchema),
      /** Latest first within each kind. */
      items: z.array(digestItemSchema),
    }),
  }),
} as const;
