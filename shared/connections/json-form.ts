import { applyEdits, findNodeAtLocation, modify, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import {
  plainServer,
  type ServerCommand,
  type SettingForm,
  saysTheSame,
  serversIn,
  valueAt,
  withValue,
} from './setting-form.ts';

const byteOrderMark = '\uFEFF';

/**
 * JSON, with comments and trailing commas where a program allows them.
 * @param path the names that lead to the map of servers
 * @param further what each server says besides, such as how it is reached
 */
export function jsonForm(path: readonly string[], further: Readonly<Record<string, string>> = {}): SettingForm {
  const change = (text: string, name: string, to: unknown): string | null => {
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    const plain = text.slice(mark.length);
    const before = settingsIn(plain);
    if (before === null || serversIn(valueAt(before, path)) === null) {
      return null;
    }
    const changed =
      to === undefined
        ? applyEdits(plain, modify(plain, [...path, name], undefined, {}))
        : withProperty(plain, [...path, name], to);
    const after = settingsIn(changed);
    return after !== null && saysTheSame(after, withValue(before, [...path, name], to)) ? mark + changed : null;
  };
  return {
    read(text) {
      const settings = settingsIn(text.startsWith(byteOrderMark) ? text.slice(1) : text);
      return settings === null ? null : serversIn(valueAt(settings, path));
    },
    put: (text, name, server: ServerCommand) => change(text, name, { ...further, ...plainServer(server) }),
    remove: (text, name) => change(text, name, undefined),
  };
}

/** Null where it is no map. An empty text is an empty one. */
function settingsIn(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') {
    return {};
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return errors.length === 0 && isObject ? (value as Readonly<Record<string, unknown>>) : null;
}

/** The text with a value at a path, laid out as it is; what stands there already is left to the byte, unlike by `modify`. */
function withProperty(text: string, path: readonly string[], to: unknown): string {
  const layout = layoutOf(text);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) {
    return `${written(nested(path, to), 0, layout)}${layout.end}${text}`;
  }
  const there = findNodeAtLocation(root, [...path]);
  if (there !== undefined) {
    const value = written(to, depthOf(text, there.offset, layout), layout);
    return replaced(text, there.offset, there.offset + there.length, value);
  }
  // The deepest map on the way that is there takes the rest in.
  const known = path.findLastIndex((_, at) => findNodeAtLocation(root, path.slice(0, at)) !== undefined);
  const map = findNodeAtLocation(root, path.slice(0, known)) ?? root;
  return withMember(text, map, path[known] ?? '', nested(path.slice(known + 1), to), layout);
}

function withMember(text: string, map: Node, name: string, value: unknown, layout: Layout): string {
  const last = map.children?.at(-1);
  const isOnOneLine = !/[\r\n]/.test(text.slice(map.offset, map.offset + map.length));
  if (isOnOneLine && (last !== undefined || !layout.isSpread)) {
    const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const at = last === undefined ? map.offset + 1 : last.offset + last.length;
    return replaced(text, at, at, last === undefined ? member : `, ${member}`);
  }
  const depth = depthOf(text, map.offset, layout) + 1;
  const member = `${layout.end}${layout.indent.repeat(depth)}${JSON.stringify(name)}: ${written(value, depth, layout)}`;
  if (last !== undefined) {
    const at = last.offset + last.length;
    return replaced(text, at, at, `,${member}`);
  }
  const after = isOnOneLine ? layout.end + layout.indent.repeat(depth - 1) : '';
  return replaced(text, map.offset + 1, map.offset + 1, member + after);
}

const replaced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

type Layout = { readonly indent: string; readonly end: string; readonly isSpread: boolean };

/** As the text is written already: what its first indented line begins with, how lines end, and whether it has more than one. */
function layoutOf(text: string): Layout {
  const [, indent] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    indent: indent === undefined ? '  ' : indent.startsWith('\t') ? '\t' : indent,
    end: text.includes('\r\n') ? '\r\n' : '\n',
    isSpread: /[\r\n]\s*\S/.test(text) || /^\s*(?:\{\s*\})?\s*$/.test(text),
  };
}

/** How far the line of an offset is indented. */
function depthOf(text: string, at: number, { indent }: Layout): number {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  const blank = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  return Math.round(blank.length / indent.length);
}

const written = (value: unknown, depth: number, { indent, end }: Layout): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', end + indent.repeat(depth));
