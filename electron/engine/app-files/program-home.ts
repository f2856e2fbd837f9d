import { recordOf } from '#shared/conversations/formats/json-fields.ts';
import type { ProgramHome, ProgramSetting } from '#shared/programs/program.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { Ports } from '../ports.ts';

/** Folder of a program's data on this computer; null if it has none, or only an unset variable would name it. */
export function homeOf({ paths, homeFolder, variable }: Ports, home: ProgramHome | undefined): string | null {
  const fromVariable = home?.variable === undefined ? null : variable(home.variable);
  const byDefault = home?.folder == null ? null : paths.join(homeFolder, home.folder);
  const folder = fromVariable ?? byDefault;
  return folder === null ? null : paths.resolve(folder);
}

const maxSettingsBytes = 1024 * 1024;

/** Content of a program's small JSON file; null if it can’t be read as such. */
export async function readJsonObject({ files, decodeText }: Ports, path: string) {
  const read = await files.read(path, { maxBytes: maxSettingsBytes }).catch(() => null);
  const text = read?.state === 'present' ? decodeText(read.bytes) : null;
  return recordOf(text === null ? null : parseJson(text));
}

/** Value of a setting in a program's home; undefined if there is none. */
export const settingIn = async (ports: Ports, home: string, { file, setting }: ProgramSetting): Promise<unknown> =>
  (await readJsonObject(ports, ports.paths.join(home, file)))?.[setting];
