import { settingKeys, settings } from '#shared/contract/features/settings.ts';
import type { WorkspaceLayout } from '../workspace/layout.ts';

const settingLine = new RegExp(`^(?:${settingKeys.map((key) => settings[key].yamlName).join('|')})[ \\t]*:`, 'm');

/** Guesses from a text alone which file of a workspace it is a version of. @returns its name in the history */
export function fileOfText(
  { archive, archivePath, nameOf, contextName, settingsPath, format }: WorkspaceLayout,
  text: string,
) {
  const day = archive?.format.facts(archive.format.read(text)).date;
  if (archive && day) {
    return nameOf(archivePath(archive.format.nameOf(day)));
  }
  const isSettings = settingsPath !== null && settingLine.test(text) && format.read(text).entries.length === 0;
  return isSettings ? nameOf(settingsPath) : contextName;
}
