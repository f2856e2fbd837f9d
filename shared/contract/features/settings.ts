import { z } from 'zod';
import { measureNames } from '../../entries/measure.ts';
import { workspaceIdSchema } from '../fields.ts';
import { impactSchema } from './memory.ts';

/** The settings of a workspace. */

const workspace = workspaceIdSchema;

export const settingsSchema = z.strictObject({
  /** Tokens the context may hold, 100 to 1,000,000. */
  tokenLimit: z.int(),
  /** After someone else wrote over the limit: ask before archiving, or always archive. */
  overLimit: z.enum(['ask', 'always']),
  /** What the limit is measured in: the format’s estimate of words × 1.3, or what a real tokenizer counts. */
  measure: z.enum(measureNames),
  /** Days and megabytes (of 1,000,000 bytes, compressed) beyond which the history lets earlier versions go. */
  historyDays: z.int(),
  historyMegabytes: z.int(),
  /** Whether an assistant's update waits for the person where it would overwrite a correction with less confidence. */
  holdAgainstCorrections: z.boolean(),
  /** Files an assistant reads before the memory, in order: from the workspace (`./`), the home folder (`~/`) or anywhere. */
  memoryFiles: z.array(z.string()),
  /** Tokens all an assistant starts with may have, 100 to 100,000,000. */
  maxTokens: z.int(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsPatchSchema = z.strictObject({
  tokenLimit: z.int().min(100).max(1_000_000).optional(),
  overLimit: z.enum(['ask', 'always']).optional(),
  measure: z.enum(measureNames).optional(),
  historyDays: z.int().min(1).max(36_500).optional(),
  historyMegabytes: z.int().min(1).max(1_000_000).optional(),
  holdAgainstCorrections: z.boolean().optional(),
  memoryFiles: z.array(z.string().trim().min(1).max(4096)).max(200).optional(),
  maxTokens: z.int().min(100).max(100_000_000).optional(),
});

export const settingsMethods = {
  'settings.read': () => ({
    about: 'The workspace’s settings.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({ settings: settingsSchema, path: z.string(), problems: z.array(z.string()) }),
  }),
  'settings.preview': () => ({
    about: 'What another limit, or another measure, would mean for the context. `unavailable` if it can’t be counted.',
    params: z.strictObject({ workspace, values: settingsPatchSchema.pick({ tokenLimit: true, measure: true }) }),
    result: impactSchema,
  }),
  'settings.write': () => ({
    about: 'Changes settings; comments and unknown keys in the file stay.',
    params: z.strictObject({ workspace, values: settingsPatchSchema }),
    result: settingsSchema,
  }),
} as const;

export const settingsEvents = {
  /** The workspace's settings, or what in their file can't be used, changed. */
  'settings.changed': z.strictObject({ workspace, settings: settingsSchema, problems: z.array(z.string()) }),
} as const;
