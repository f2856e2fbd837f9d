import { parse, stringify } from 'smol-toml';
import { splitLines } from '../text/lines.ts';
import { isMap, saysTheSame } from '../text/same-value.ts';
import {
  type ServerCommand,
  type SettingForm,
  serverOver,
  serversIn,
  settingValueAt,
  withoutEmpty,
  withValue,
} from './setting-form.ts';

/** Makes the form of TOML settings, with a table per server below `table`. Servers written otherwise are only read. */
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
      const there = settingValueAt(before, [table, name]);
      const meant = withValue(before, [table, name], serverOver(there, server));
      return there === undefined
        ? checkReadsAs(withTable(text, table, name, server), meant)
        : firstOf(tablesOf(text, [table, name]), ({ from }) => {
            const after = withServer(text, from, server, there);
            return after === null ? null : checkReadsAs(after, meant);
          });
    },
    remove(text, name) {
      const before = settingsIn(text);
      if (before === null || settingValueAt(before, [table, name]) === undefined) {
        return null;
      }
      const meant = withValue(before, [table, name], undefined);
      return firstOf(tablesOf(text, [table, name]), ({ from, to }) => {
        const head = text.slice(0, from);
        const tail = text.slice(to);
        const rest = tail === '' ? head.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1') : head + tail;
        // A table of servers only goes with the last of them, unless it has its own header.
        return checkReadsAs(rest, withoutEmpty(meant, [table])) ?? checkReadsAs(rest, meant);
      });
    },
  };
}

const firstOf = <T>(values: readonly T[], answer: (value: T) => string | null): string | null =>
  values.map(answer).find((found) => found !== null) ?? null;

function settingsIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const settings: unknown = parse(text.replace(/^\uFEFF/, ''));
    return isMap(settings) ? settings : null;
  } catch {
    return null;
  }
}

function checkReadsAs(text: string, meant: unknown): string | null {
  const settings = settingsIn(text);
  return settings !== null && saysTheSame(settings, meant) ? text : null;
}

const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

function withTable(text: string, table: string, name: string, server: ServerCommand): string {
  const end = lineEndOf(text);
  const lines = stringify({ [table]: { [name]: serverOver(undefined, server) } }).trimEnd();
  return `${withEmptyLine(text, end)}${lines.replaceAll('\n', end)}${end}`;
}

/** Changes the command in the table at `from` by changing its lines; null if they are not found. */
function withServer(text: string, from: number, server: ServerCommand, there: unknown): string | null {
  return Object.entries(serverOver(there, server))
    .filter(([name, value]) => !saysTheSame(settingValueAt(there, [name]), value))
    .reduce<string | null>(
      (changed, [name, value]) => (changed === null ? null : withAssignment(changed, from, name, value)),
      text,
    );
}

const assignmentOf = ([name, value]: readonly [string, unknown]): string => stringify({ [name]: value }).trimEnd();

/** @param table start of the header of the table that has the name, or gets it as its first */
function withAssignment(text: string, table: number, name: string, value: unknown): string | null {
  const lines = splitLines(text, table);
  const contents = lines.map(({ from, to }) => text.slice(from, to));
  const next = contents.findIndex((line, at) => at > 0 && headerIn(line) !== null);
  const own = next < 0 ? contents : contents.slice(0, next);
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
  // A list may take several lines: as many as it takes to be parsed.
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

/** Finds the stretches from a table's header to its end, tables within it included: several if texts look like one. */
function tablesOf(text: string, path: readonly string[]): readonly { readonly from: number; readonly to: number }[] {
  const lines = splitLines(text);
  const names = lines.map(({ from, to }) => headerIn(text.slice(from, to)));
  const isWithin = (header: readonly string[] | null | undefined): boolean =>
    Boolean(header && path.every((name, at) => header[at] === name));
  return names.flatMap((header, first) => {
    if (!isWithin(header)) {
      return [];
    }
    const following = names.findIndex((other, at) => at > first && other !== null && !isWithin(other));
    const next = following < 0 ? lines.length : following;
    // Comments and empty lines before the next header belong to that one.
    let last = next;
    while (last > first + 1 && next < lines.length && isBlankOrComment(text, lines[last - 1])) {
      last -= 1;
    }
    const to = last < lines.length ? (lines[last]?.from ?? text.length) : text.length;
    return [{ from: lines[first]?.from ?? 0, to }];
  });
}

const isBlankOrComment = (text: string, line: { readonly from: number; readonly to: number } | undefined): boolean =>
  line !== undefined && /^\s*(?:#|$)/.test(text.slice(line.from, line.to));

/** Reads the names of a table’s header; null for other lines. Lines of a text may look like one: results are read. */
function headerIn(line: string): readonly string[] | null {
  const [, inner] = /^\s*\[([^[\]]*)\]\s*(?:#.*)?$/.exec(line) ?? [];
  if (inner === undefined) {
    return null;
  }
  const parts = [...inner.matchAll(/\s*(?:"([^"\\]*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/g)];
  return parts.map(([, quoted, literal, bare]) => quoted ?? literal ?? bare ?? '');
}
