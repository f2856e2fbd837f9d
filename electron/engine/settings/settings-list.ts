import { isScalar, stringify, type YAMLSeq } from 'yaml';
import { cutTo } from '#shared/text/cut-to.ts';
import type { Edit } from '#shared/text/edits.ts';

export const isPath = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Reads the paths of a list, and reports items that are no path. @param unusable message if there is no path at all */
export function readPathList(written: unknown, unusable: string) {
  const values: unknown[] = Array.isArray(written) ? written : written == null ? [] : [written];
  const paths = values.filter(isPath);
  const bad = values.filter((value) => !isPath(value));
  if (bad.length === 0) {
    return { paths };
  }
  if (paths.length === 0) {
    return { paths, problem: unusable };
  }
  const quotedItems = bad.map((value) => `“${shortOf(value)}”`).join(', ');
  const passedOver =
    bad.length === 1 ? 'which is not a path, so it is skipped' : 'which are not paths, so they are skipped';
  return { paths, problem: `lists ${quotedItems}, ${passedOver}` };
}

const shortOf = (value: unknown): string =>
  cutTo(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 40);

export function newList(name: string, values: readonly string[]): string {
  return values.length === 0
    ? `${name}: []\n`
    : `${name}:\n${values.map((value) => `  - ${scalar(value)}\n`).join('')}`;
}

const scalar = (value: string): string => stringify(value).trimEnd();

/**
 * Edit that makes a list hold these values. Items keep their lines and the comments above them.
 * @param seq list as `yaml` reads it
 * @param lost makes the error if an item that is no path could not be kept
 */
export function editList(text: string, seq: YAMLSeq, values: readonly string[], lost: () => Error): Edit {
  const items = itemsOf(text, seq);
  const keepsOthers = !(seq.toJSON() as unknown[]).every(isPath);
  if (items === null && keepsOthers) {
    throw lost();
  }
  if (items === null || (values.length === 0 && !keepsOthers)) {
    return onOneLine(text, seq, values);
  }
  const [from, to] = [items[0]?.from ?? 0, items.at(-1)?.to ?? 0];
  const insert = arranged(items, values, indentOf(text, seq)).join('');
  return { from, to, insert: text[to - 1] === '\n' ? insert : insert.replace(/\n$/, '') };
}

/** An item's lines with the comments above them; the path is null if the item isn't one. */
type Item = { readonly path: string | null; readonly from: number; readonly to: number; readonly text: string };

/** Items of a list with a line for each; null for any other. */
function itemsOf(text: string, seq: YAMLSeq): Item[] | null {
  if (seq.flow || indentOf(text, seq).trim() !== '' || !seq.items.every(isScalar)) {
    return null;
  }
  let from = commentsAbove(text, lineStart(text, seq));
  const dashes = dashesOf(seq);
  return seq.items.map(({ value, range }, index) => {
    const [begin, end] = range ?? [0, 0];
    // An empty item has no range: it ends with the line of its dash.
    const to = lineEnd(text, begin < end ? end : (dashes[index] ?? from) + 1);
    const item = { path: isPath(value) ? value : null, from, to, text: text.slice(from, to).replace(/\n?$/, '\n') };
    from = to;
    return item;
  });
}

function dashesOf({ srcToken }: YAMLSeq): number[] {
  const items = srcToken?.type === 'block-seq' ? srcToken.items : [];
  return items.flatMap(({ start }) => start.filter(({ type }) => type === 'seq-item-ind').map(({ offset }) => offset));
}

/** Lines of these values in their order, with the lines of other items at their places among them. */
function arranged(items: readonly Item[], values: readonly string[], indent: string): string[] {
  const left = items.filter(({ path }) => path !== null);
  const lines = values.map((value) => {
    const at = left.findIndex(({ path }) => path === value);
    return at < 0 ? `${indent}- ${scalar(value)}\n` : (left.splice(at, 1)[0]?.text ?? '');
  });
  items.forEach(({ path, text }, index) => {
    if (path === null) {
      lines.splice(index, 0, text);
    }
  });
  return lines;
}

function onOneLine(text: string, seq: YAMLSeq, values: readonly string[]): Edit {
  const [from, to] = seq.range ?? [0, 0];
  const insert = `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
  const end = text[to - 1] === '\n' ? to - 1 : to;
  // A separate line has to be indented below the list's name.
  const ownLine = indentOf(text, seq).trim() === '';
  return { from: ownLine ? lineStart(text, seq) : from, to: end, insert: ownLine ? `  ${insert}` : insert };
}

const lineStart = (text: string, { range }: YAMLSeq): number => text.lastIndexOf('\n', (range?.[0] ?? 0) - 1) + 1;

const indentOf = (text: string, seq: YAMLSeq): string => text.slice(lineStart(text, seq), seq.range?.[0] ?? 0);

/** Beginning of the indented comments directly above a line. */
function commentsAbove(text: string, at: number): number {
  let from = at;
  while (from > 0) {
    const line = text.lastIndexOf('\n', from - 2) + 1;
    if (line === 0 || !/^[ \t]+#/.test(text.slice(line, from))) {
      break;
    }
    from = line;
  }
  return from;
}

function lineEnd(text: string, at: number): number {
  const end = text[at - 1] === '\n' ? at : text.indexOf('\n', at) + 1;
  return end === 0 ? text.length : end;
}
