import { changeJsonText, type JsonTextChange, readJsonText } from '../formats/workflow/json-text.ts';
import type { Json } from '../formats/workflow/json-values.ts';
import { isMap, saysTheSame } from '../text/same-value.ts';
import { type ServerCommand, type SettingForm, serverOver, serversIn, settingValueAt } from './setting-form.ts';

/** Makes the form of JSON settings. @param path names down to the map of servers @param further fields of each one */
export function jsonForm(path: readonly string[], further: Readonly<Record<string, string>> = {}): SettingForm {
  const change = (text: string, changesOf: (settings: unknown) => readonly JsonTextChange[]): string | null => {
    const begun = text.trim() === '' ? `${text}{}\n` : text;
    const settings = readJsonText(begun);
    if (!isMap(settings) || serversIn(settingValueAt(settings, path)) === null) {
      return null;
    }
    try {
      return changeJsonText(begun, changesOf(settings));
    } catch {
      // A name on the way occurs twice, or is no map.
      return null;
    }
  };
  return {
    read(text) {
      const settings = text.trim() === '' ? {} : readJsonText(text);
      return isMap(settings) ? serversIn(settingValueAt(settings, path)) : null;
    },
    put: (text, name, server: ServerCommand) =>
      change(text, (settings) => {
        const serverPath = [...path, name];
        const there = settingValueAt(settings, serverPath);
        const wanted = serverOver(isMap(there) ? there : further, server);
        return isMap(there)
          ? Object.entries(wanted)
              .filter(([each, value]) => !saysTheSame(there[each], value))
              .map(([each, value]) => ({ path: [...serverPath, each], value: value as Json }))
          : [valueBelowNull(settings, serverPath, wanted as Json)];
      }),
    remove: (text, name) =>
      isMap(settingValueAt(readJsonText(text), path))
        ? change(text, () => [{ path: [...path, name], remove: true }])
        : null,
  };
}

/** Sets a value at a path; a map replaces null on the way. */
function valueBelowNull(settings: unknown, path: readonly string[], value: Json): JsonTextChange {
  const nullAt = path.findIndex((_, at) => settingValueAt(settings, path.slice(0, at)) === null);
  return nullAt < 0
    ? { path, value }
    : {
        path: path.slice(0, nullAt),
        value: path.slice(nullAt).reduceRight<Json>((inner, name) => ({ [name]: inner }), value),
      };
}
