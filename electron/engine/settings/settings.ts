import { isScalar, isSeq, type Pair } from 'yaml';
import { ContextureError } from '#shared/contract/errors.ts';
import {
  defaultSettings,
  type SettingKey,
  type Settings,
  settingKeys,
  settings,
} from '#shared/contract/features/settings.ts';
import type { Range } from '#shared/entries/entry.ts';
import { applyEdits, type Edit } from '#shared/text/edits.ts';
import { readYaml } from '#shared/text/read-yaml.ts';
import { editList, isPath, newList, readPathList } from './settings-list.ts';

/** Limit on characters of the file. */
const maxLength = 262_144;

export type ReadSettings = {
  readonly settings: Settings;
  /** Sentences about unusable parts of the file, which are replaced by defaults. */
  readonly problems: readonly string[];
  /** Reason why files that the settings list, or may list, are not read. */
  readonly listProblem?: string | undefined;
};

/**
 * Reads a workspace's `settings.yaml`. Never throws; unknown keys are none of our business.
 * @param usual settings for what the file leaves out
 */
export function readSettings(text: string, usual: Settings = defaultSettings): ReadSettings {
  const yaml = readYaml(text, maxLength);
  if (yaml === null) {
    return {
      settings: usual,
      problems: ['settings.yaml can’t be read, so the usual settings apply.'],
      listProblem:
        'settings.yaml can’t be read, so no file that it lists is read either. Correct it in a text editor, and the list is here again.',
    };
  }
  const { document } = yaml;
  const read = settingKeys.map((key) => ({
    key,
    ...readSetting(key, document.get(settings[key].yamlName), usual[key]),
  }));
  const problemsOf = (isAsked: (key: SettingKey) => boolean): string[] =>
    read.flatMap(({ key, problem }) => (isAsked(key) && problem !== undefined ? [problem] : []));
  const listProblems = problemsOf((key) => key === 'memoryFiles');
  return {
    settings: Object.fromEntries(read.map(({ key, value }) => [key, value])) as Settings,
    problems: [...listProblems, ...problemsOf((key) => key !== 'memoryFiles')],
    listProblem: listProblems[0],
  };
}

/** @param written value in the file; undefined if left out */
function readSetting(
  key: SettingKey,
  written: unknown,
  usual: Settings[SettingKey],
): { readonly value: unknown; readonly problem?: string } {
  const { yamlName, patch, unusable } = settings[key];
  const problemThat = (what: string): string => `${yamlName} in settings.yaml ${what}.`;
  if (Array.isArray(usual)) {
    const { paths, problem } = readPathList(isSeq(written) ? written.toJSON() : written, unusable);
    return { value: paths, ...(problem === undefined ? {} : { problem: problemThat(problem) }) };
  }
  const parsed = patch.safeParse(written);
  if (parsed.success) {
    return { value: parsed.data };
  }
  return { value: usual, ...(written === undefined ? {} : { problem: problemThat(unusable) }) };
}

/** Ranges of our settings' names, and of their usable values except lists, in order. */
export function syntaxOfSettings(text: string): readonly Range[] {
  const ranges = (readYaml(text, maxLength)?.pairs ?? []).flatMap(({ key, value }): Range[] => {
    const setting = settingKeys
      .map((each) => settings[each])
      .find(({ yamlName }) => isScalar(key) && key.value === yamlName);
    if (!setting || !isScalar(key)) {
      return [];
    }
    const isUsable = isScalar(value) && !Array.isArray(setting.default) && setting.patch.safeParse(value.value).success;
    return [key, ...(isUsable ? [value] : [])].flatMap(({ range }) =>
      range ? [{ from: range[0], to: range[1] }] : [],
    );
  });
  return ranges.sort((one, other) => one.from - other.from);
}

/** Sets values in the text; comments, order and the rest stay. @throws `settings_invalid` */
export function writeSettings(text: string, values: Partial<Settings>): string {
  const pairs = readYaml(text, maxLength)?.pairs;
  if (pairs === undefined) {
    const message =
      'settings.yaml can’t be read, so nothing was changed in it. Correct it in a text editor, or delete it to start over.';
    throw new ContextureError('settings_invalid', message);
  }
  const edits: Edit[] = [];
  let added = '';
  for (const key of settingKeys) {
    const value = values[key];
    if (value === undefined) {
      continue;
    }
    const { yamlName } = settings[key];
    const pair = pairs.find((item) => isScalar(item.key) && item.key.value === yamlName);
    if (pair) {
      edits.push(editPair(text, yamlName, pair, value));
    } else {
      added += typeof value === 'object' ? newList(yamlName, value) : `${yamlName}: ${value}\n`;
    }
  }
  if (added !== '') {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    edits.push({ from: text.length, to: text.length, insert: gap + added });
  }
  const written = applyEdits(text, edits);
  if (readYaml(written, maxLength) === null) {
    const message =
      'That is more than settings.yaml can hold. Name fewer files, or files with shorter paths. Nothing was changed.';
    throw new ContextureError('settings_invalid', message);
  }
  return written;
}

function editPair(text: string, yamlName: string, { value: node }: Pair, value: Settings[SettingKey]): Edit {
  if (typeof value === 'object' && isSeq(node)) {
    return editList(text, node, value, () => unsavedSettingError(yamlName, 'lists something that is not a path'));
  }
  if (!isScalar(node) || !node.range) {
    const message = `${yamlName} in settings.yaml is not a single value. Correct it in a text editor.`;
    throw new ContextureError('settings_invalid', message);
  }
  if (typeof value === 'object' && node.value !== null && !isPath(node.value)) {
    throw unsavedSettingError(yamlName, 'holds something other than a list');
  }
  const [from, to] = node.range;
  const written = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (from < to) {
    return { from, to, insert: written };
  }
  return { from, to, insert: text[to] === '#' ? ` ${written} ` : ` ${written}` };
}

/** Error for an edit by which something else would be lost, naming it. */
const unsavedSettingError = (yamlName: string, why: string): ContextureError =>
  new ContextureError(
    'settings_invalid',
    `${yamlName} in settings.yaml ${why}, which would be lost. Correct it in a text editor. Nothing was changed.`,
  );
