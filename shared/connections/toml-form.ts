import { parse, stringify } from 'smol-toml';
import { splitLines } from '../text/lines.ts';
import { isMap, saysTheSame } from '../text/same-value.ts';
import {
  type ServerCommand,
  type SettingForm,
  serverOver,
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
      const there = valueAt(before, [table, name]);
      const after =
        there === undefined ? withTable(text, table, name, server) : withServer(text, [table, name], server, there);
      return after === null ? null : asMeant(after, withValue(before, [table, name], serverOver(there, server)));
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

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

function withTable(text: string, table: string, name: string, server: ServerCommand): string {
  const end = lineEndOf(text);
  const lines = stringify({ [table]: { [name]: serverOver(undefined, server) } }).trimEnd();
  return `${withEmptyLine(text, end)}${lines.replaceAll('\n', end)}${end}`;
}

/** The text whose table starts what is given, by changing the lines that say so; null where they are not found. */
function withServer(text: string, path: readonly string[], server: ServerCommand, there: unknown): string | null {
  const wanted = serverOver(there, server);
  const place = tablesOf(text, path);
  return Object.entries(wanted)
    .filter(([name, value]) => !saysTheSame(valueAt(there, [name]), value))
    .reduce<string | null>(
      (changed, [name, value]) =>
        changed === null || place === null ? null : withAssignment(changed, place.from, name, value),
      text,
    );
}

const assignmentOf = ([name, value]: readonly [string, unknown]): string => stringify({ [name]: value }).trimEnd();

/** @param table where the header of the table begins that has the name, or takes it in as its first */
function withAssignment(text: string, table: number, name: string, value: unknown): string | null {
  const lines = splitLines(text, table);
  const said = lines.map(({ from, to }) => text.slice(from, to));
  const next = said.findIndex((line, at) => at > 0 && headerIn(line) !== null);
  const own = next < 0 ? said : said.slice(0, next);
  const first = own.findIndex((line) => new RegExp(`^[ \\t]*${name}[ \\t]*=`).test(line));
  const assignment = isMap(value)
    ? `${name} = { ${Object.entries(value).map(assignmentOf).join(', ')} }`
    : assignmentOf([name, value]);
  const header = lines[0];
  if (header === undefined || /[\r\n]/.test(assignment)) {
    return null;
  }
  if (first < 0) {
    return `${text.slice(0, header.to)}${lineEndOf(text)}${assignment}${text.slice(header.to)}`;
  }
  // A list may take several lines: as many as it takes to be read.
  const last = own.findIndex((_, at) => at >= first && settingsIn(own.slice(first, at + 1).join('\n')) !== null);
  const [from, to] = [lines[first]?.from, lines[last]?.to];
  if (from === undefined || to === undefined) {
    return null;
  }
  const indent = /^[ \t]*/.exec(text.slice(from))?.[0] ?? '';
  const comment = /["'\]](?<comment>[ \t]*#[^"'\]]*)$/.exec(text.slice(from, to))?.groups?.['comment'] ?? '';
  return text.slice(0, from) + indent + assignment + comment + text.slice(to);
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
