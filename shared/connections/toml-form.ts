import { parse, stringify } from 'smol-toml';
import { splitLines } from '../text/lines.ts';
import {
  isMap,
  plainServer,
  type SettingForm,
  saysTheSame,
  serversIn,
  valueAt,
  withoutEmpty,
  withValue,
} from './setting-form.ts';

/** TOML, where each server is a table of its own below `table`. Servers written within other tables are read, not changed. */
export function tomlForm(table: string): SettingForm {
  return {
    read(text) {
      const settings = settingsIn(text);
      return settings === null ? null : serversIn(settings[table]);
    },
    put(text, name, server) {
      const before = settingsIn(text);
      if (before === null || serversIn(before[table]) === null) {
        return null;
      }
      const value = plainServer(server);
      const lines = stringify({ [table]: { [name]: value } }).trimEnd();
      // A line of a text of several may look like a header.
      const isThere = valueAt(before, [table, name]) !== undefined;
      const place = isThere ? tablesOf(text, [table, name]) : null;
      const end = text.includes('\r\n') ? '\r\n' : '\n';
      const written = lines.replaceAll('\n', end);
      const after =
        place === null
          ? `${withEmptyLine(text, end)}${written}${end}`
          : `${text.slice(0, place.from)}${written}${end}${text.slice(place.to)}`;
      return asMeant(after, withValue(before, [table, name], value));
    },
    remove(text, name) {
      const before = settingsIn(text);
      const place = tablesOf(text, [table, name]);
      if (before === null || valueAt(before, [table, name]) === undefined || place === null) {
        return null;
      }
      const head = text.slice(0, place.from);
      const tail = text.slice(place.to);
      const rest = tail === '' ? head.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1') : head + tail;
      // A table that only servers stood in goes with the last of them.
      return asMeant(rest, withoutEmpty(withValue(before, [table, name], undefined), [table]));
    },
  };
}

/** Null where it is no TOML. */
function settingsIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const settings: unknown = parse(text.replace(/^\uFEFF/, ''));
    return isMap(settings) ? settings : null;
  } catch {
    return null;
  }
}

function asMeant(text: string, meant: unknown): string | null {
  const settings = settingsIn(text);
  return settings !== null && saysTheSame(settings, meant) ? text : null;
}

const withEmptyLine = (text: string, end: string): string => {
  if (text.trim() === '') {
    return text;
  }
  const ended = /[\r\n]$/.test(text) ? text : text + end;
  return /(?:\r?\n)[ \t]*\r?\n$/.test(ended) ? ended : ended + end;
};

/** From the header of a table to the end of it and of the tables within it; null where it has no header. */
function tablesOf(text: string, path: readonly string[]): { readonly from: number; readonly to: number } | null {
  const lines = splitLines(text);
  const names = lines.map(({ from, to }) => headerIn(text.slice(from, to)));
  const isWithin = (header: readonly string[] | null): boolean =>
    header !== null && path.every((name, at) => header[at] === name);
  const first = names.findIndex(isWithin);
  if (first < 0) {
    return null;
  }
  let next = names.findIndex((header, at) => at > first && header !== null && !isWithin(header));
  if (next < 0) {
    next = lines.length;
  }
  // Comments and empty lines before the next header belong to that one.
  let last = next;
  while (last > first + 1 && next < lines.length && isBlankOrComment(text, lines[last - 1])) {
    last -= 1;
  }
  return { from: lines[first]?.from ?? 0, to: last < lines.length ? (lines[last]?.from ?? text.length) : text.length };
}

const isBlankOrComment = (text: string, line: { readonly from: number; readonly to: number } | undefined): boolean =>
  line !== undefined && /^\s*(?:#|$)/.test(text.slice(line.from, line.to));

/** The names of a table’s header; null for any other line. A line within a text of several may look like one: the result is read back. */
function headerIn(line: string): readonly string[] | null {
  const [, inner] = /^\s*\[([^[\]]*)\]\s*(?:#.*)?$/.exec(line) ?? [];
  if (inner === undefined) {
    return null;
  }
  const parts = [...inner.matchAll(/\s*(?:"([^"\\]*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/g)];
  return parts.map(([, quoted, literal, bare]) => quoted ?? literal ?? bare ?? '');
}
