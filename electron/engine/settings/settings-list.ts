import { isScalar, stringify, type YAMLSeq } from 'yaml';
import type { Edit } from '#shared/text/edits.ts';

/** The lines of a list that is new to a YAML file. */
export function newList(name: string, values: readonly string[]): string {
  return values.length === 0
    ? `${name}: []\n`
    : `${name}:\n${values.map((value) => `  - ${scalar(value)}\n`).join('')}`;
}

/** Whether an item names a file. */
export const isPath = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/**
 * The edit that makes a list of a YAML file hold these values. An item that stays goes to its new place with its own line
 * and the comments above it; an item that is no path stays where it is; everything outside the list stays.
 *
 * @param seq the list as `yaml` reads it
 * @param lost the error where an item that is no path could not be kept
 */
export function editList(text: string, seq: YAMLSeq, values: readonly string[], lost: () => Error): Edit {
  const [from, to] = seq.range ?? [0, 0];
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const indent = text.slice(lineStart, from);
  const start = withCommentsAbove(text, lineStart);
  const end = lineEndAfter(text, to);
  const lines = indent.trim() === '' ? linesOf(text, start, end, indent, seq) : null;
  const keepsOthers = !(seq.toJSON() as unknown[]).every(isPath);
  if (lines === null && keepsOthers) {
    throw lost();
  }
  if (lines === null || (values.length === 0 && !keepsOthers)) {
    // A list within one line stays one.
    const atLine = indent.trim() === '';
    const insert = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    const endOfItems = text[to - 1] === '\n' ? to - 1 : to;
    return { from: atLine ? lineStart : from, to: endOfItems, insert: atLine ? `  ${insert}` : insert };
  }
  const insert = [...arranged(lines.items, values, indent), lines.after].join('');
  return { from: start, to: end, insert: text[end - 1] === '\n' ? insert : insert.replace(/\n$/, '') };
}

/** An item's line with the comments above it; null for what is no path. */
type ItemLine = { readonly path: string | null; readonly text: string };

/** The lines of these values in their order, those of other items at their places among them. */
function arranged(items: readonly ItemLine[], values: readonly string[], indent: string): string[] {
  const left = items.filter(({ path }) => path !== null);
  const lines = values.map((value) => {
    const known = left.findIndex(({ path }) => path === value);
    return known < 0 ? `${indent}- ${scalar(value)}\n` : (left.splice(known, 1)[0]?.text ?? '');
  });
  items.forEach(({ path, text }, index) => {
    if (path === null) {
      lines.splice(index, 0, text);
    }
  });
  return lines;
}

/** Each item's line, and the comments after the last; null where the items are not one line each. */
function linesOf(
  text: string,
  from: number,
  to: number,
  indent: string,
  seq: YAMLSeq,
): { readonly items: readonly ItemLine[]; readonly after: string } | null {
  const lines = text
    .slice(from, to)
    .split('\n')
    .filter((line, index, all) => index < all.length - 1 || line !== '');
  const items: ItemLine[] = [];
  let above = '';
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) {
      above += `${line}\n`;
      continue;
    }
    const item = seq.items[items.length];
    if (!line.startsWith(`${indent}-`) || !isScalar(item)) {
      return null;
    }
    items.push({ path: isPath(item.value) ? item.value : null, text: `${above}${line}\n` });
    above = '';
  }
  return items.length === seq.items.length ? { items, after: above } : null;
}

function withCommentsAbove(text: string, lineStart: number): number {
  let start = lineStart;
  for (;;) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (before >= start || !/^[ \t]+#/.test(text.slice(before, start))) {
      return start;
    }
    start = before;
  }
}

function lineEndAfter(text: string, at: number): number {
  if (text[at - 1] === '\n') {
    return at;
  }
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

const scalar = (value: string): string => stringify(value).trimEnd();
