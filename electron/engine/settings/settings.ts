import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Settings } from '#shared/contract/features/settings.ts';
import { measureNames } from '#shared/entries/measure.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import { editList, isPath, newList } from './settings-list.ts';

export const defaultSettings: Settings = {
  tokenLimit: 2000,
  overLimit: 'ask',
  measure: 'estimate',
  historyDays: 90,
  historyMegabytes: 200,
  holdAgainstCorrections: true,
  memoryFiles: [],
  maxTokens: 200_000,
};

const names = {
  tokenLimit: 'token_limit',
  overLimit: 'over_limit',
  measure: 'measure',
  historyDays: 'history_days',
  historyMegabytes: 'history_megabytes',
  holdAgainstCorrections: 'hold_against_corrections',
  memoryFiles: 'memory_files',
  maxTokens: 'max_tokens',
} as const;

export type ReadSettings = {
  readonly settings: Settings;
  /** What in the file can't be used, in sentences; the defaults stand in for it. */
  readonly problems: readonly string[];
  /** Why files that the settings list, or may list, are not read. */
  readonly listProblem?: string | undefined;
};

/** Reads a workspace's `settings.yaml`. Never throws; unknown keys are none of our business. */
export function readSettings(text: string): ReadSettings {
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) {
    return {
      settings: defaultSettings,
      problems: ['settings.yaml can’t be read, so the usual settings apply.'],
      listProblem:
        'settings.yaml can’t be read, so no file that it lists is read either. Correct it in a text editor, and the list is here again.',
    };
  }
  const problems: string[] = [];
  const wholeNumber = (
    key: 'tokenLimit' | 'historyDays' | 'historyMegabytes' | 'maxTokens',
    least: number,
    most: number,
  ): number => {
    const value = document.get(names[key]);
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) {
      return value;
    }
    if (value !== undefined) {
      const range = `${least} to ${most.toLocaleString('en-US')}`;
      problems.push(
        `${names[key]} in settings.yaml is not a whole number from ${range}, so ${defaultSettings[key]} applies.`,
      );
    }
    return defaultSettings[key];
  };
  const hold = (): boolean => {
    const value = document.get(names.holdAgainstCorrections);
    if (value !== undefined && typeof value !== 'boolean') {
      problems.push(
        'hold_against_corrections in settings.yaml is neither true nor false, so what you corrected is held.',
      );
    }
    return typeof value === 'boolean' ? value : defaultSettings.holdAgainstCorrections;
  };
  const { paths, problem: listProblem } = readPaths(document.get(names.memoryFiles));
  if (listProblem !== undefined) {
    problems.push(listProblem);
  }
  const over = document.get(names.overLimit);
  const tokenLimit = wholeNumber('tokenLimit', 100, 1_000_000);
  const overLimit = over === 'ask' || over === 'always' ? over : null;
  if (over !== undefined && overLimit === null) {
    problems.push('over_limit in settings.yaml is neither “ask” nor “always”, so you will be asked.');
  }
  const written = document.get(names.measure);
  const measure = measureNames.find((name) => name === written);
  if (written !== undefined && measure === undefined) {
    problems.push('measure in settings.yaml is neither “estimate” nor “count”, so the estimate is the measure.');
  }
  return {
    settings: {
      tokenLimit,
      overLimit: overLimit ?? defaultSettings.overLimit,
      measure: measure ?? defaultSettings.measure,
      historyDays: wholeNumber('historyDays', 1, 36_500),
      historyMegabytes: wholeNumber('historyMegabytes', 1, 1_000_000),
      holdAgainstCorrections: hold(),
      memoryFiles: paths,
      maxTokens: wholeNumber('maxTokens', 100, 100_000_000),
    },
    problems,
    listProblem,
  };
}

/** The paths of a list. What in it is none is said and passed over: one bad item must not cost the others. */
function readPaths(list: unknown): { readonly paths: string[]; readonly problem?: string } {
  const values: unknown[] = isSeq(list) ? list.toJSON() : list === undefined || list === null ? [] : [list];
  const paths = values.filter(isPath);
  const bad = values.filter((value) => !isPath(value));
  if (bad.length === 0) {
    return { paths };
  }
  if (paths.length === 0) {
    return { paths, problem: 'memory_files in settings.yaml is not a list of paths, so none are read.' };
  }
  const named = bad.map((value) => `“${shortOf(value)}”`).join(', ');
  const problem =
    bad.length === 1
      ? `memory_files in settings.yaml lists ${named}, which is no path, so it is passed over.`
      : `memory_files in settings.yaml lists ${named}, which are no paths, so they are passed over.`;
  return { paths, problem };
}

function shortOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** What would be lost with an edit stays instead, and the person is told. */
const notAList = (name: string, why: string): ContextureError =>
  new ContextureError(
    'settings_invalid',
    `${name} in settings.yaml ${why}, which would be lost. Correct it in a text editor. Nothing was changed.`,
  );

/**
 * The text of `settings.yaml` with values set; comments, order and everything else stay.
 * @throws `settings_invalid` for a file that can't be read as YAML
 */
export function writeSettings(text: string, values: Partial<Settings>): string {
  const document = parseDocument(text, { logLevel: 'silent' });
  const { contents } = document;
  if (document.errors.length > 0 || (contents !== null && !isMap(contents))) {
    throw new ContextureError(
      'settings_invalid',
      'settings.yaml can’t be read, so nothing was changed in it. Correct it in a text editor, or delete it to begin anew.',
    );
  }
  const edits: Edit[] = [];
  let added = '';
  for (const key of Object.keys(names) as (keyof typeof names)[]) {
    const value = values[key];
    if (value === undefined) {
      continue;
    }
    const pair = contents?.items.find((item) => isScalar(item.key) && item.key.value === names[key]);
    if (typeof value === 'object' && isSeq(pair?.value)) {
      edits.push(editList(text, pair.value, value, () => notAList(names[key], 'lists something that is no path')));
    } else if (typeof value === 'object' && !pair) {
      added += newList(names[key], value);
    } else if (pair && isScalar(pair.value) && pair.value.range) {
      if (typeof value === 'object' && pair.value.value !== null && !isPath(pair.value.value)) {
        throw notAList(names[key], 'is something else than a list');
      }
      const [from, to] = pair.value.range;
      const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
      edits.push({ from, to, insert: from === to ? ` ${written}` : written });
    } else if (pair) {
      throw new ContextureError(
        'settings_invalid',
        `${names[key]} in settings.yaml is not a single value. Correct it in a text editor.`,
      );
    } else {
      added += `${names[key]}: ${value}\n`;
    }
  }
  if (added !== '') {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    edits.push({ from: text.length, to: text.length, insert: gap + added });
  }
  return applyEdits(text, edits);
}
