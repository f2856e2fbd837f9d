import { skipBlanks } from '../../text/blanks.ts';
import { isKeyLength } from '../read-key.ts';

/** Key in the first line of an entry: the range of its text, without bold around it, and the start of the value. */
export type WrittenKey = {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly valueAt: number;
};

const boldStart = /^(\*{2,3}|_{2,3})(?=\S)/;
const identifierKey = /^\p{L}[\p{L}\p{N}_-]*:(?!\/\/|[:\\]|(?<=\d:)\d)/u;
/** Offset after which a colon ends no key: keys are at most 64 characters long. */
const farthest = 160;
/** Text in brackets or quotes goes on until they end. */
const closings: Readonly<Record<string, string>> = {
  '(': ')',
  '（': '）',
  '{': '}',
  '「': '」',
  '『': '』',
  '《': '》',
  '【': '】',
  '“': '”',
  '"': '"',
};
/** End of a sentence with another after it: before it is a word that is too long for an abbreviation, or a mark. */
const sentenceEnd = /(?:\p{L}{5}|[`)”"*_])[.!?][*_”")]*\s+(?!\p{Ll})|[。！？].*\S/su;

const mostWords = 6;
const mostWordsWithComma = 3;

/** True if the text before a colon is a sentence or the beginning of one, rather than a name. */
function isProse(beginning: string): boolean {
  const plain = beginning.replace(/[(（][^)）]*[)）]/g, '');
  const words = plain.split(/\s+/).length;
  return (
    words > mostWords ||
    (words > mostWordsWithComma && plain.includes(', ')) ||
    plain.includes('，') ||
    sentenceEnd.test(beginning)
  );
}

/**
 * Reads `Key: value`, `**Key:** value`, `**Key**: value`, and the same with a full-width colon; null for prose. A colon
 * in a link, in code, in brackets or quotes, or within bold ends no key, nor does one behind a sentence that is not in
 * bold.
 */
export function readMarkdownKey(line: string): WrittenKey | null {
  const bold = boldAtStart(line);
  if (bold && /[:：]$/.test(bold.said)) {
    return keyIn(line, { from: bold.from, to: bold.to - 1 }, bold.end);
  }
  const identifier = identifierKey.exec(line)?.[0];
  const colon = identifier ? identifier.length - 1 : keyColon(line, bold?.end ?? -1);
  if (colon === null || line.startsWith('[')) {
    return null;
  }
  const isBold = bold !== null && line.slice(bold.end, colon).trim() === '';
  if (!isBold && isProse(line.slice(0, colon))) {
    return null;
  }
  return keyIn(line, isBold ? bold : { from: 0, to: colon }, colon + 1);
}

function keyIn(line: string, { from, to }: { from: number; to: number }, end: number): WrittenKey | null {
  const written = line.slice(from, to);
  const key = written.trim();
  if (key === '' || !isKeyLength(key)) {
    return null;
  }
  const start = from + written.length - written.trimStart().length;
  return { key, from: start, to: start + key.length, valueAt: skipBlanks(line, end, line.length) };
}

/** Finds bold text at the start of a line, and its end; null if there is none. */
function boldAtStart(line: string) {
  const marks = boldStart.exec(line)?.[1];
  const close = marks === undefined ? -1 : line.indexOf(marks, marks.length);
  return marks === undefined || close < 0
    ? null
    : { from: marks.length, to: close, said: line.slice(marks.length, close), end: close + marks.length };
}

/** A quote may open right behind a word in languages without blanks between words. */
const endsWord = /[\p{L}\p{N}](?<![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])/u;
const isBracket = (sign: string): boolean => sign !== '"' && sign !== '“';
/** True for a time, 17:30, also with a full-width colon. */
const isTime = (line: string, at: number): boolean => /^\d[:：]\d/.test(line.slice(Math.max(0, at - 1), at + 2));

/** @param boldEnd end of bold at the start: a colon there needs no blank behind it */
function keyColon(line: string, boldEnd: number): number | null {
  const open = new Set<string>();
  /** Skips something that begins here and may hold a colon itself. */
  const after = (at: number, opening: string, closing: string): number => {
    const end = open.has(opening) ? -1 : line.indexOf(closing, at + opening.length);
    if (end < 0) {
      open.add(opening);
      return at + opening.length;
    }
    return end + closing.length;
  };
  for (let at = 0; at < Math.min(line.length, farthest); ) {
    const character = line.charAt(at);
    const next = line[at + 1];
    if (isTime(line, at)) {
      at += 1;
      continue;
    }
    if (character === '：' || (character === ':' && (next === undefined || /\s/.test(next) || at === boldEnd))) {
      return at;
    }
    const closing = closings[character];
    if (character === '`') {
      at = after(at, runAt(line, at), runAt(line, at));
    } else if (character === '[') {
      const end = after(at, '[', ']');
      at = line[end] === '(' && line[end - 1] === ']' ? after(end, '(', ')') : end;
    } else if (closing !== undefined && (character !== '"' || !endsWord.test(line.charAt(at - 1)))) {
      // A bracket that ends in another line has no key within it.
      if (isBracket(character) && !line.includes(closing, at)) {
        return null;
      }
      at = after(at, character, closing);
    } else if (character === '<' && next !== undefined && /\S/.test(next)) {
      at = after(at, '<', '>');
    } else if (character === '*' || (character === '_' && !/[\p{L}\p{N}]/u.test(line.charAt(at - 1)))) {
      const run = runAt(line, at);
      at = /^\S/.test(line.slice(at + run.length, at + run.length + 1)) ? after(at, run, run) : at + run.length;
    } else {
      at += 1;
    }
  }
  return null;
}

function runAt(line: string, at: number): string {
  let end = at + 1;
  while (line[end] === line[at]) {
    end += 1;
  }
  return line.slice(at, end);
}

/** Start of a further sentence. Shorter words before the full stop are mostly abbreviations. */
const furtherSentence = /\p{L}{3}[.!?]\s+\p{Lu}|[。！？]\s*[^\s:：]/u;

/** Limit above which a label is an ordinary text. */
const longestLabel = 200;

/** Returns the words of a text that only heads the lines after it, in bold or with a colon at its end; else null. */
export function labelOf(line: string): string | null {
  if (line.length > longestLabel) {
    return null;
  }
  const plain = withoutBold(line);
  if (plain === line.trim() && furtherSentence.test(plain)) {
    return null;
  }
  return plain !== line.trim() || /[:：]$/.test(plain) ? asTitle(plain.replace(/[:：]$/, '')) : null;
}

/** Returns the text of an item as a heading to those below it. Null if it is too long to be one. */
export const headingOfItem = (line: string): string | null =>
  line.length > longestLabel ? null : (labelOf(line) ?? asTitle(line));

const asTitle = (line: string): string | null => line.replaceAll('**', '').trim() || null;

function withoutBold(line: string): string {
  const text = line.trim();
  const bold = boldAtStart(text);
  if (bold === null || bold.said.trim() === '') {
    return text;
  }
  return bold.end === text.length || /^[:：]$/.test(text.slice(bold.end)) ? bold.said.trim() : text;
}

/** True if a line begins with a key in bold, or is a label in bold: then it begins a separate entry. */
export function beginsWithBoldKey(line: string): boolean {
  const bold = boldAtStart(line);
  if (bold === null) {
    return false;
  }
  const rest = line.slice(bold.end);
  return /[:：]$/.test(bold.said) || /^[ \t]*[:：]/.test(rest) || (rest.trim() === '' && labelOf(line) !== null);
}
