import { findNodeAtLocation, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import { applyEdits } from '../text/edits.ts';
import { editsWithout } from '../text/json-without.ts';
import { lineStartBefore } from '../text/lines.ts';
import { isMap, saysTheSame } from '../text/same-value.ts';
import { type ServerCommand, type SettingForm, serverOver, serversIn, valueAt, withValue } from './setting-form.ts';

const byteOrderMark = '\uFEFF';

/**
 * JSON, with comments and trailing commas where a program allows them.
 * @param path the names that lead to the map of servers
 * @param further what each server says besides, such as how it is reached
 */
export function jsonForm(path: readonly string[], further: Readonly<Record<string, string>> = {}): SettingForm {
  const change = (text: string, name: string, to: (there: unknown) => unknown): string | null => {
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    const plain = text.slice(mark.length);
    const before = settingsIn(plain);
    if (before === null || serversIn(valueAt(before, path)) === null) {
      return null;
    }
    const place = [...path, name];
    const there = valueAt(before, place);
    const wanted = to(there);
    const changed =
      wanted === undefined
        ? withoutProperty(plain, place)
        : isMap(there) && isMap(wanted)
          ? withProperties(plain, place, there, wanted)
          : withProperty(plain, place, wanted);
    const after = settingsIn(changed);
    return after !== null && saysTheSame(after, withValue(before, place, wanted)) ? mark + changed : null;
  };
  return {
    read(text) {
      const settings = settingsIn(text.startsWith(byteOrderMark) ? text.slice(1) : text);
      return settings === null ? null : serversIn(valueAt(settings, path));
    },
    put: (text, name, server: ServerCommand) =>
      change(text, name, (there) => serverOver(isMap(there) ? there : further, server)),
    remove: (text, name) => change(text, name, () => undefined),
  };
}

/** Null where it is no map. An empty text is an empty one. */
function settingsIn(text: string): Settings | null {
  if (text.trim() === '') {
    return {};
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return errors.length === 0 && isObject ? (value as Readonly<Record<string, unknown>>) : null;
}

type Settings = Readonly<Record<string, unknown>>;

/** The text with a map at a path that says what is wanted, of which only what differs is written. */
const withProperties = (text: string, path: readonly string[], there: Settings, wanted: Settings): string =>
  Object.entries(wanted)
    .filter(([name, value]) => !saysTheSame(there[name], value))
    .reduce((changed, [name, value]) => withProperty(changed, [...path, name], value), text);

/** The text with a value at a path, laid out as it is; what stands there already is left to the byte, unlike by `modify`. */
function withProperty(text: string, path: readonly string[], to: unknown): string {
  const layout = layoutOf(text);
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) {
    return `${written(nested(path, to), 0, layout)}${layout.end}${text}`;
  }
  const there = findNodeAtLocation(root, [...path]);
  if (there !== undefined) {
    const end = there.offset + there.length;
    const isSpread = /[\r\n]/.test(text.slice(there.offset, end));
    const value = isSpread ? written(to, depthOf(text, there.offset, layout), layout) : onOneLine(to);
    return replaced(text, there.offset, end, value);
  }
  // The deepest map on the way that is there takes the rest in.
  const known = path.findLastIndex((_, at) => findNodeAtLocation(root, path.slice(0, at)) !== undefined);
  const map = findNodeAtLocation(root, path.slice(0, known)) ?? root;
  if (map.type === 'null') {
    const value = written(nested(path.slice(known), to), depthOf(text, map.offset, layout), layout);
    return replaced(text, map.offset, map.offset + map.length, value);
  }
  return withMember(text, map, path[known] ?? '', nested(path.slice(known + 1), to), layout);
}

/** The text without what stands at a path; a line of its own goes with its comment, and others keep theirs. */
function withoutProperty(text: string, path: readonly string[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const property = root && findNodeAtLocation(root, [...path])?.parent;
  const beside = property?.parent?.children ?? [];
  const at = property === undefined ? -1 : beside.indexOf(property);
  if (property === undefined || at < 0) {
    return text;
  }
  const from = lineStartBefore(text, property.offset);
  const end = property.offset + property.length;
  const [rest, comma] = restOfLine.exec(text.slice(end)) ?? [];
  if (rest === undefined || text.slice(from, property.offset).trim() !== '') {
    return applyEdits(text, editsWithout(text, path));
  }
  const before = at === beside.length - 1 && comma === '' ? beside[at - 1] : undefined;
  const afterBefore = before === undefined ? 0 : before.offset + before.length;
  // What is the last now had a comma only because of this one.
  const head =
    before === undefined
      ? text.slice(0, from)
      : text.slice(0, afterBefore) + withoutComma(text.slice(afterBefore, from));
  return head + text.slice(end + rest.length);
}

/** A comma, comments and the line end. */
const restOfLine = /^[ \t]*(,?)(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/))*[ \t]*(?:\r\n|\r|\n)/;

const withoutComma = (text: string): string =>
  text.replace(/^((?:\s|\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*),/, '$1');

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
  const before = last === undefined ? map.offset + 1 : last.offset + last.length;
  const [beside = '', comma = ''] = commentBeside.exec(text.slice(before)) ?? [];
  const at = before + beside.length;
  if (last === undefined) {
    const after = isOnOneLine ? layout.end + layout.indent.repeat(depth - 1) : '';
    return replaced(text, at, at, member + after);
  }
  return comma === ','
    ? replaced(text, at, at, `${member},`)
    : `${text.slice(0, before)},${text.slice(before, at)}${member}${text.slice(at)}`;
}

/** Comments on the rest of a line are about what stands before them, and so is a comma before those. */
const commentBeside = /^[ \t]*(,?)(?:[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/))+(?=[ \t]*[\r\n])/;

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

const onOneLine = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value);

const written = (value: unknown, depth: number, { indent, end }: Layout): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', end + indent.repeat(depth));
