import { isScalar, type Scalar, stringify, type YAMLSeq } from 'yaml';
import type { Edit } from '#shared/text/edits.ts';

/** The lines of a list that is new to a YAML file. */
export function newList(name: string, values: readonly string[]): string {
  return values.length === 0
    ? `${name}: []\n`
    : `${name}:\n${values.map((value) => `  - ${scalar(value)}\n`).join('')}`;
}

/**
 * The edit that makes a list of a YAML file hold these values. An item that stays goes to its new place with its own line
 * and the comments above it; everything outside the list stays.
 *
 * @param seq the list as `yaml` reads it
 */
export function editList(text: string, seq: YAMLSeq, values: readonly string[]): Edit {
  const [from, to] = seq.range ?? [0, 0];
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const indent = text.slice(lineStart, from);
  const start = withCommentsAbove(text, lineStart);
  const chunks = indent.trim() === '' ? chunksOf(text, start, lineEndAfter(text, to), indent, seq) : null;
  if (chunks === null || values.length === 0) {
    // A list within one line stays one.
    const atLine = indent.trim() === '';
    const insert = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
    const end = text[to - 1] === '\n' ? to - 1 : to;
    return { from: atLine ? lineStart : from, to: end, insert: atLine ? `  ${insert}` : insert };
  }
  const lines = values.map((value) => {
    const known = chunks.findIndex((chunk) => chunk.value === value);
    return known < 0 ? `${indent}- ${scalar(value)}\n` : (chunks.splice(known, 1)[0]?.text ?? '');
  });
  const end = lineEndAfter(text, to);
  const insert = lines.join('');
  return { from: start, to: end, insert: text[end - 1] === '\n' ? insert : insert.replace(/\n$/, '') };
}

type Chunk = { readonly value: string; readonly text: string };

/** Each item's line with the comments above it; null where the items are not one line each. */
function chunksOf(text: string, from: number, to: number, indent: string, seq: YAMLSeq): Chunk[] | null {
  const lines = text
    .slice(from, to)
    .split('\n')
    .filter((line, index, all) => index < all.length - 1 || line !== '');
  const chunks: Chunk[] = [];
  let above = '';
  for (const line of lines) {
    if (!line.startsWith(`${indent}-`)) {
      above += `${line}\n`;
      continue;
    }
    const item = seq.items[chunks.length];
    if (!isScalar(item)) {
      return null;
    }
    chunks.push({ value: String((item as Scalar).value), text: `${above}${line}\n` });
    above = '';
  }
  return chunks.length === seq.items.length ? chunks : null;
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
