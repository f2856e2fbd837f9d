import { z } from 'zod';
import { usualThreshold } from '../../conversations/compaction/budget.ts';
import { tokenMeasures } from '../../entries/measure.ts';
import { countInWords } from '../../text/counts.ts';
import { type Capabilities, fileFormatIds, formatIds } from '../capabilities.ts';
import { impactSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';

/** Settings: a record here and a control on the settings page; schemas, defaults and settings.yaml follow from it. */

type SettingDeclaration = {
  readonly yamlName: string;
  /** Schema of the value once it is read. */
  readonly value: z.ZodType;
  /** Schema of a new value. */
  readonly patch: z.ZodType;
  readonly default: unknown;
  /** Accepted values, worded for someone who types one. */
  readonly asked?: string;
  /** Continues “NAME in settings.yaml …” if the value there can't be used. */
  readonly unusable: string;
};

function wholeNumber(yamlName: string, { min, max, usual }: { min: number; max: number; usual: number }) {
  const range = `${countInWords(min)} to ${countInWords(max)}`;
  return {
    yamlName,
    asked: `a whole number from ${range}`,
    value: z.int(),
    patch: z.int().min(min).max(max),
    default: usual,
    unusable: `is not a whole number from ${range}, so ${usual} applies`,
  };
}

function choice<S extends z.ZodType>(yamlName: string, schema: S, usual: z.output<S>, unusable: string) {
  return { yamlName, value: schema, patch: schema, default: usual, unusable };
}

const taken = ['.contexture', '.git', 'logs/context', 'logs/storages', 'logs/conversations'];

/** True for a path of a folder in the workspace that neither holds nor lies in one in use. */
function isOwnFolder(path: string): boolean {
  const names = path.split('/');
  const isName = (name: string): boolean => !/^\.{0,2}$|[\u0000-\u001f\u007f\\]/.test(name) && !/^[A-Za-z]:/.test(name);
  const folder = `${path.toLowerCase()}/`;
  return names.every(isName) && !taken.some((one) => folder.startsWith(`${one}/`) || `${one}/`.startsWith(folder));
}

export const settings = {
  /** Tokens the context may hold. */
  tokenLimit: wholeNumber('token_limit', { min: 100, max: 1_000_000, usual: 2000 }),
  /** Action after another program exceeded the limit: ask before archiving, or always archive. */
  overLimit: choice(
    'over_limit',
    z.enum(['ask', 'always']),
    'ask',
    'is neither “ask” nor “always”, so you will be asked',
  ),
  /** Unit of the limit: the format’s estimate of words × 1.3, or the count of a real tokenizer. */
  measure: choice(
    'measure',
    z.enum(tokenMeasures),
    'estimate',
    'is neither “estimate” nor “count”, so the estimate is used',
  ),
  /** True to leave entries about someone else out of what an assistant starts with: it recalls them by name. */
  recallAbout: choice(
    'recall_about',
    z.boolean(),
    false,
    'is neither true nor false, so assistants start with what is about others, too',
  ),
  /** Days and megabytes (of 1,000,000 bytes, compressed) beyond which the history prunes earlier versions. */
  historyDays: wholeNumber('history_days', { min: 1, max: 36_500, usual: 90 }),
  historyMegabytes: wholeNumber('history_megabytes', { min: 1, max: 1_000_000, usual: 200 }),
  /** True to hold assistants' updates that would overwrite what the person corrected, confirmed or pinned. */
  holdAgainstCorrections: choice(
    'hold_against_corrections',
    z.boolean(),
    true,
    'is neither true nor false, so what you corrected is held',
  ),
  /** Files an assistant reads before the memory, in order: from the workspace (`./`), the home folder (`~/`) or anywhere. */
  memoryFiles: {
    yamlName: 'memory_files',
    value: z.array(z.string()),
    patch: z.array(z.string().trim().min(1).max(4096)).max(200),
    default: [],
    unusable: 'is not a list of paths, so none are read',
  },
  /** Format of a memory that is one file: the recognised one, or one the person chose. */
  readAs: choice(
    'read_as',
    z.enum(['recognised', ...fileFormatIds]),
    'recognised',
    'is not a form that a file can be read in, so it is read as what it is recognised as',
  ),
  maxTokens: wholeNumber('max_tokens', { min: 100, max: 100_000_000, usual: 200_000 }),
  /** Part of their limit from which the messages of a conversation are compacted for a model. */
  compactThreshold: choice(
    'compact_threshold',
    z.number().gt(0).max(1),
    usualThreshold,
    `is not a number over 0, up to 1, so ${usualThreshold} applies`,
  ),
  /** Folder of the workspace for agents' workflows, by its path there, once the workspace is next opened. */
  workFolder: choice(
    'work_folder',
    z.string().max(1000).refine(isOwnFolder, {
      error: 'it has to be the path of a folder in the workspace that nothing else is kept in',
    }),
    '.aifriday',
    'is not the path of a folder in the workspace that nothing else is kept in, so .aifriday is used',
  ),
  /** Days that workflows stay in the list after their completion; then they are archived. */
  workArchiveAfterDays: wholeNumber('work_archive_after_days', { min: 1, max: 36_500, usual: 90 }),
  workRemoveArchived: choice(
    'work_remove_archived',
    z.boolean(),
    false,
    'is neither true nor false, so no archived workflow is removed',
  ),
  /** Days since its completion, or else its last change, after which an archived workflow counts as old. */
  workRemoveAfterDays: wholeNumber('work_remove_after_days', { min: 1, max: 36_500, usual: 365 }),
} satisfies Record<string, SettingDeclaration>;

type SettingList = typeof settings;
export type SettingKey = keyof SettingList;
export const settingKeys = Object.keys(settings) as SettingKey[];

function each<P extends 'value' | 'patch' | 'default'>(part: P) {
  const parts = settingKeys.map((key) => [key, settings[key][part]]);
  return Object.fromEntries(parts) as { readonly [K in SettingKey]: SettingList[K][P] };
}

const settingsSchema = z.strictObject(each('value'));
export type Settings = z.infer<typeof settingsSchema>;
export const settingsPatchSchema = z.strictObject(each('patch')).partial();
export const defaultSettings: Settings = each('default');

/** True if entries about someone else are left out of an assistant's start: if no program reads the whole file. */
export const leavesOthersOut = (settings: Settings, { recall }: Pick<Capabilities, 'recall'>): boolean =>
  recall && settings.recallAbout;

export const settingsMethods = {
  'settings.read': () => ({
    about: 'The workspace’s settings.',
    params: z.strictObject({ workspace }),
    result: z.strictObject({
      settings: settingsSchema,
      path: z.string(),
      problems: z.array(z.string()),
      /** Recognised format of a memory that is one file, and its other choices; null for any other memory. */
      readAs: z.strictObject({ recognised: z.enum(formatIds), choices: z.array(z.enum(fileFormatIds)) }).nullable(),
    }),
  }),
  'settings.preview': () => ({
    about:
      'Previews what another limit, or another measure, would mean for the memory. `unavailable` if it can’t be counted.',
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
  'settings.changed': z.strictObject({ workspace, settings: settingsSchema, problems: z.array(z.string()) }),
} as const;
