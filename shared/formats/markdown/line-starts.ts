import { skipBlanks } from '../../text/blanks.ts';
import type { Line } from '../../text/lines.ts';

/** Kinds of blocks that a line of free markdown begins, by its first characters. `tag` is a line with one tag only. */
export type LineStart =
  | 'heading'
  | 'bullet'
  | 'number'
  | 'quote'
  | 'fence'
  | 'comment'
  | 'rule'
  | 'divider'
  | 'conflict'
  | 'tag'
  | 'text';

const heading = /^#{1,6}(?:[ \t]|$)/;
const rule = /^(?:([-*_])[ \t]*(?:\1[ \t]*){2,}|={3,}[ \t]*)$/;
const bullet = /^[-*+](?:[ \t]|$)/;
const number = /^\d{1,9}[.)](?=[ \t]|$)/;
const fence = /^(?:`{3,}[^`]*$|~{3,})/;
const tag = /^<\/?[a-z][^<>]*>[ \t]*$/i;
const conflict = /^(?:<{7}|\|{7}|>{7})(?: |$)/;
const divider = /^§\s*$/;

/** @param from start of the line, after a byte order mark; it is not blank */
export function lineStart(text: string, from: number, to: number): LineStart {
  const at = skipBlanks(text, from, to);
  const first = text.charAt(at);
  if (!/[#*+\-_=`~<>|§\d]/.test(first)) {
    return 'text'; // as most lines do
  }
  const content = text.slice(at, to);
  switch (first) {
    case '#':
      return at === from && heading.test(content) ? 'heading' : 'text';
    case '-':
    case '*':
    case '+':
    case '_':
    case '=':
      return rule.test(content) ? 'rule' : bullet.test(content) ? 'bullet' : 'text';
    case '`':
    case '~':
      return fence.test(content) ? 'fence' : 'text';
    case '<':
      if (content.startsWith('<!--')) {
        return 'comment';
      }
      return at === from && conflict.test(content) ? 'conflict' : tag.test(content) ? 'tag' : 'text';
    case '|':
      return at === from && conflict.test(content) ? 'conflict' : 'text';
    case '>':
      return at === from && conflict.test(content) ? 'conflict' : 'quote';
    case '§':
      return divider.test(content) ? 'divider' : 'text';
    default:
      return number.test(content) ? 'number' : 'text';
  }
}

/** Skips the bullet or number that begins at a place. */
export const markerEnd = (text: string, at: number, to: number): number =>
  at + (number.exec(text.slice(at, Math.min(to, at + 12)))?.[0].length ?? 1);

const checkBox = /^\[[ xX]\](?=[ \t]|$)/;

/** Finds the start of an item's text: after its bullet or number, and its check box. */
export function itemText(text: string, marker: number, to: number): number {
  const at = skipBlanks(text, markerEnd(text, marker, to), to);
  return checkBox.test(text.slice(at, Math.min(to, at + 4))) ? skipBlanks(text, at + 3, to) : at;
}

/** Finds the last line of the fenced code or the comment that begins in a line; `lines.length` if that never ends. */
export function lastLineOf(
  what: 'fence' | 'comment',
  text: string,
  lines: readonly { readonly from: number; readonly to: number }[],
  first: number,
): number {
  const contentOf = (index: number): string => text.slice(lines[index]?.from, lines[index]?.to);
  const opening = contentOf(first);
  if (what === 'comment' && opening.indexOf('-->', opening.indexOf('<!--') + 4) >= 0) {
    return first;
  }
  const marks = /(`{3,}|~{3,})/.exec(opening)?.[1] ?? '';
  const isEnd =
    what === 'comment'
      ? (line: string): boolean => line.includes('-->')
      : (line: string): boolean => isClosing(line, marks);
  for (let at = first + 1; at < lines.length; at++) {
    if (isEnd(contentOf(at))) {
      return at;
    }
  }
  return lines.length;
}

/** True for a line of only the marks that opened a fence, at least as many. */
function isClosing(line: string, marks: string): boolean {
  const from = skipBlanks(line, 0, line.length);
  let at = from;
  while (line[at] === marks[0]) {
    at += 1;
  }
  return at - from >= marks.length && skipBlanks(line, at, line.length) === line.length;
}

/** Lines of a text, and its start after a byte order mark. */
export type Lines = { readonly text: string; readonly lines: readonly Line[]; readonly start: number };
