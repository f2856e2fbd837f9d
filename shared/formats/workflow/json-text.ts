import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { ContextureError } from '../../contract/errors.ts';
import { applyEdits, type Edit } from '../../text/edits.ts';
import { lineStartBefore } from '../../text/lines.ts';
import { jsonNesting, maxNesting } from '../../text/nesting.ts';
import {
  copyJson,
  isObject,
  isSameJson,
  type Json,
  type JsonObject,
  type JsonPath,
  printJson,
  valueAt,
  WrittenNumber,
} from './json-values.ts';

/** JSON that other programs write too, changed by edits of its text: spacing, order and comments stay. */

/** Value for a path, values for the end of its list, or removal of a name. Missing objects on the way are made. */
export type JsonTextChange =
  | { readonly path: JsonPath; readonly value: Json }
  | { readonly path: JsonPath; readonly push: readonly Json[] }
  | { readonly path: JsonPath; readonly remove: true };

const bom = '\uFEFF';

/** Parses a text, ignoring comments and trailing commas; undefined if it is no JSON, or nested too deeply. */
export function readJsonText(text: string): Json | undefined {
  const root = treeOf(text);
  return root === undefined ? undefined : (getNodeValue(root) as Json);
}

/** Parses it with numbers as they are written there ({@link WrittenNumber}), for values that are written again. */
export function readJsonExactly(text: string): Json | undefined {
  const root = treeOf(text);
  return root && exactly(root, withoutMark(text));
}

function exactly(node: Node, text: string): Json {
  const { type, children = [], offset, length } = node;
  if (type === 'array') {
    return children.map((item) => exactly(item, text));
  }
  if (type === 'object') {
    const named = children.flatMap(({ children: [name, value] = [] }) =>
      name && value ? [[name.value, exactly(value, text)] as const] : [],
    );
    return Object.fromEntries(named);
  }
  const written = text.slice(offset, offset + length);
  return type === 'number' && written !== String(node.value)
    ? (new WrittenNumber(written) as unknown as Json)
    : node.value;
}

/** Parses a tree with offsets of the text without a byte order mark. */
function treeOf(text: string): Node | undefined {
  if (text.length > maxNesting && jsonNesting(text) > maxNesting) {
    return undefined;
  }
  const errors: ParseError[] = [];
  const root = parseTree(withoutMark(text), errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : root;
}

/** Finds names that occur more than once in one object, by the paths to them; none in a text that is no JSON. */
export function namesTwice(text: string): JsonPath[] {
  const root = treeOf(text);
  return root === undefined ? [] : twiceIn(root, []);
}

function twiceIn({ type, children = [] }: Node, path: JsonPath): JsonPath[] {
  const inside = children.flatMap((child, index) => {
    const [name, value] = type === 'object' ? (child.children ?? []) : [];
    return type === 'array'
      ? twiceIn(child, [...path, index])
      : name && value
        ? twiceIn(value, [...path, name.value])
        : [];
  });
  const names = type === 'object' ? children.map(({ children: [name] = [] }) => String(name?.value)) : [];
  const seen = new Set<string>();
  const twice = new Set(names.filter((name) => seen.size === seen.add(name).size));
  return [...[...twice].map((name) => [...path, name]), ...inside];
}

const withoutMark = (text: string): string => (text.startsWith(bom) ? text.slice(1) : text);

/** Applies changes by few edits. @throws `value_invalid` if it is no JSON, a place is no object, or a name is twice */
export function changeJsonText(text: string, changes: readonly JsonTextChange[]): string {
  const root = treeOf(text);
  if (root === undefined) {
    throw new ContextureError(
      'value_invalid',
      'The file isn’t valid JSON, so it was left as it is. Mend it, then try again.',
    );
  }
  const plain = withoutMark(text);
  const style = styleOf(plain);
  const edits: Edit[] = [];
  const added = new Map<Node, Addition>();
  for (const change of changes.filter((each) => !('remove' in each))) {
    const { node, rest } = walk(root, change.path);
    if (rest.length === 0 && 'value' in change) {
      edits.push(replacement(node, change.value, plain, style));
    } else {
      add(added, node, rest, change);
    }
  }
  for (const [node, addition] of added) {
    edits.push(...insertion(node, addition, plain, style));
  }
  const changed = changes.reduce(
    (rest, change) => ('remove' in change ? applyEdits(rest, editsWithout(rest, change.path)) : rest),
    applyEdits(plain, edits),
  );
  const after = `${text.slice(0, text.length - plain.length)}${changed}`;
  checkReadsAs(after, withChanges(exactly(root, plain), changes));
  return after;
}

/** Applies the same changes to a copy of the value: removals go last. */
export function withChanges(value: Json, changes: readonly JsonTextChange[]): Json {
  const copy = copyJson(value);
  for (const change of [...changes].sort((one, other) => Number('remove' in one) - Number('remove' in other))) {
    if (change.path.length === 0) {
      return 'value' in change ? change.value : copy;
    }
    if ('remove' in change && valueAt(copy, change.path.slice(0, -1)) === undefined) {
      continue;
    }
    setDeep(copy, change.path, change);
  }
  return copy;
}

function checkReadsAs(text: string, value: Json): void {
  if (!isSameJson(readJsonExactly(text), value)) {
    throw new ContextureError(
      'value_invalid',
      'A name is twice in the file, so it can’t be told which of them is meant. Nothing was changed. Take one of them out.',
    );
  }
}

/** Additions to an object, by name, or to the end of a list. */
type Addition = { readonly names: JsonObject; readonly items: Json[] };

function walk(root: Node, path: JsonPath): { readonly node: Node; readonly rest: JsonPath } {
  let node = root;
  for (const [index, name] of path.entries()) {
    const next = childOf(node, name);
    if (next === undefined) {
      return { node, rest: path.slice(index) };
    }
    node = next;
  }
  return { node, rest: [] };
}

function childOf({ type, children = [] }: Node, name: string | number): Node | undefined {
  if (type === 'array') {
    return typeof name === 'number' ? children[name] : undefined;
  }
  return children.find((property) => property.children?.[0]?.value === String(name))?.children?.[1];
}

function add(added: Map<Node, Addition>, node: Node, rest: JsonPath, change: JsonTextChange): void {
  const addition = added.get(node) ?? { names: {}, items: [] };
  added.set(node, addition);
  if (rest.length === 0 && 'push' in change) {
    if (node.type !== 'array') {
      throw wrongTypeError('a list', change.path);
    }
    addition.items.push(...change.push);
    return;
  }
  if (node.type !== 'object') {
    throw wrongTypeError('an object', change.path.slice(0, change.path.length - rest.length));
  }
  setDeep(addition.names, rest, change);
}

const wrongTypeError = (what: 'a list' | 'an object', path: JsonPath): ContextureError =>
  new ContextureError(
    'value_invalid',
    `“${path.join('.')}” in the file isn’t ${what}, so nothing can be added to it. Nothing was changed. Mend it first.`,
    { path: path.join('.') },
  );

function setDeep(into: Json, path: JsonPath, change: JsonTextChange): void {
  const [name = '', ...rest] = path;
  const isItem = Array.isArray(into) && typeof name === 'number' && name < into.length;
  if (!isObject(into) && !isItem) {
    throw wrongTypeError('an object', path);
  }
  const holder = into as JsonObject;
  if ('remove' in change && !(isObject(into) && Object.hasOwn(into, name))) {
    return;
  }
  if (rest.length > 0) {
    const inner = Object.hasOwn(holder, name) ? holder[name] : undefined;
    const next = inner === undefined ? {} : inner;
    own(holder, name, next);
    setDeep(next, rest, change);
  } else if ('value' in change) {
    own(holder, name, change.value);
  } else if ('remove' in change) {
    delete holder[name];
  } else {
    const before = Object.hasOwn(holder, name) ? holder[name] : [];
    if (!Array.isArray(before)) {
      throw wrongTypeError('a list', change.path);
    }
    own(holder, name, [...before, ...change.push]);
  }
}

/** Sets an own property, also `__proto__`, which assigning would not make one. */
function own(object: JsonObject, name: string | number, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** White space and comments. */
const trivia = String.raw`(?:\s|//[^\n]*\n|/\*[\s\S]*?\*/)*`;
const afterTrivia = new RegExp(`^(${trivia}),`);
/** Comment that ends on its line. */
const comment = String.raw`[ \t]*(?://[^\r\n]*|/\*(?:(?!\*/)[^\r\n])*\*/)`;
/** Comments on the rest of a line, which are about the text before them. */
const commentsBeside = new RegExp(String.raw`^(?:${comment})+(?=[ \t]*[\r\n])`);
const restOfLine = new RegExp(String.raw`^[ \t]*(,?)(?:${comment})*[ \t]*(?:\r\n|\r|\n)`);

/** Plans the edits that remove a value with its name, comma and comments. @param path to it; not empty */
export function editsWithout(text: string, path: JsonPath): Edit[] {
  const root = treeOf(text);
  const parent = path.slice(0, -1).reduce<Node | undefined>((node, name) => node && childOf(node, name), root);
  const siblings = parent?.children ?? [];
  const name = path.at(-1);
  // If a name occurs twice, the last counts.
  const at = siblings.findLastIndex((each, index) =>
    each.type === 'property' ? each.children?.[0]?.value === String(name) : index === name,
  );
  const child = siblings[at];
  if (parent === undefined || child === undefined) {
    return [];
  }
  const plain = withoutMark(text);
  const begin = text.length - plain.length;
  const cut = (from: number, to: number): Edit => ({ from: begin + from, to: begin + to, insert: '' });
  const { offset } = child;
  const end = endOf(child);
  const before = siblings[at - 1];
  const isLast = at === siblings.length - 1;
  const comma = afterTrivia.exec(plain.slice(end))?.[0] ?? '';
  // The comma before the last one goes, unless one ended the object after it.
  const keptEnd = before === undefined ? parent.offset + 1 : endOf(before);
  const between = isLast && comma === '' ? (afterTrivia.exec(plain.slice(keptEnd, offset))?.[0].length ?? 0) : 0;
  const edits = between > 0 ? [cut(keptEnd + between - 1, keptEnd + between)] : [];
  const from = lineStartBefore(plain, offset);
  const [rest, lineComma] = restOfLine.exec(plain.slice(end)) ?? [];
  if (rest !== undefined && (isLast || lineComma === ',') && plain.slice(from, offset).trim() === '') {
    return [...edits, cut(from, end + rest.length)];
  }
  const after = end + comma.length;
  const blank = /^[ \t]*(?:\r?\n[ \t]*)?/.exec(plain.slice(after))?.[0] ?? '';
  return isLast ? [...edits, cut(plain.slice(0, offset).trimEnd().length, after)] : [cut(offset, after + blank.length)];
}

const endOf = ({ offset, length }: Node): number => offset + length;

type Style = { readonly unit: string; readonly eol: string; readonly isOneLine: boolean };

function styleOf(text: string): Style {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { unit, eol, isOneLine: !text.trim().includes('\n') && text.trim() !== '{}' };
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function printed(value: Json, indent: string, { unit, eol, isOneLine }: Style): string {
  if (!isOneLine) {
    return printJson(value, unit).replaceAll('\n', `${eol}${indent}`);
  }
  return Array.isArray(value) ? `[${value.map((item) => printJson(item, '')).join(', ')}]` : printJson(value, '');
}

/** Keeps a list or an object on one line if it was. */
function replacement({ offset, length, children = [] }: Node, value: Json, text: string, style: Style): Edit {
  const to = offset + length;
  const isOneLine = style.isOneLine || (children.length > 0 && !text.slice(offset, to).includes('\n'));
  return { from: offset, to, insert: printed(value, indentAt(text, offset), { ...style, isOneLine }) };
}

function insertion(node: Node, { names, items }: Addition, text: string, style: Style): Edit[] {
  const { offset, length, children = [] } = node;
  const last = children.at(-1);
  const outer = indentAt(text, offset);
  const isSpread = last === undefined ? !style.isOneLine : /\n/.test(text.slice(offset, last.offset));
  const indent = last !== undefined && isSpread ? indentAt(text, last.offset) : outer + style.unit;
  const within = isSpread ? style : { ...style, isOneLine: true };
  const all = [
    ...Object.entries(names).map(([name, value]) => `${JSON.stringify(name)}: ${printed(value, indent, within)}`),
    ...items.map((item) => printed(item, indent, within)),
  ];
  if (all.length === 0) {
    return [];
  }
  const before = isSpread ? `${style.eol}${indent}` : ' ';
  const besideAt = (at: number): number => at + (isSpread ? (commentsBeside.exec(text.slice(at))?.[0].length ?? 0) : 0);
  if (last !== undefined) {
    const at = endOf(last);
    const comma = afterTrivia.exec(text.slice(at, offset + length - 1))?.[0];
    // A comma that ended the list already stays at its end.
    return comma === undefined
      ? [inserted(at, ','), inserted(besideAt(at), all.map((each) => `${before}${each}`).join(','))]
      : [inserted(besideAt(at + comma.length), all.map((each) => `${before}${each},`).join(''))];
  }
  const inside = text.slice(offset + 1, offset + length - 1);
  const isBlank = inside.trim() === '';
  const close = isSpread && isBlank ? `${style.eol}${outer}` : '';
  const insert = `${all.map((each) => `${isSpread ? before : ''}${each}`).join(isSpread ? ',' : ', ')}${close}`;
  const from = besideAt(offset + 1);
  return [{ from, to: isBlank ? from + inside.length : from, insert }];
}

const inserted = (at: number, insert: string): Edit => ({ from: at, to: at, insert });
