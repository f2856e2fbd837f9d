import type { Range } from '../entries/entry.ts';
import { isBlankOrTab, trimBlanksEnd } from './blanks.ts';

/** Least number of characters without white space around them: shorter texts occur in too many places. */
export const leastErased = 4;

/** Finds a text that must not be kept wherever it is, and removes it. */
export type Eraser = {
  readonly texts: readonly string[];
  /** True to erase it even if it is syntax: a date, a flag, a section. */
  readonly syntax: boolean;
  occurs(text: string): boolean;
  find(text: string): Range[];
  count(text: string): number;
  /** Removes it from a text, with a blank too many. @param syntax ranges in order in which it stays */
  cut(text: string, syntax?: readonly Range[]): string;
  /** Lists its other spellings in a text: in other capitals, or with underscores between words, as in keys. */
  otherSpellings(text: string): string[];
  /** Removes it from a name or label, which may hold it cut short. */
  cutFromLabel(label: string): string;
  /** Removes it from JSON that can't be read as such, which may hold it with its characters escaped. */
  cutEscaped(text: string): string;
  /** True if it is in the text of JSON, with any of its characters escaped or none. */
  occursInJson(text: string): boolean;
};

/** Creates an eraser that finds texts whatever the white space between words, and however letters are composed. */
export function createEraser(texts: readonly string[], { syntax = false } = {}): Eraser {
  const forms = [...new Set(texts.flatMap(formsOf))].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  const plain = patternOf(forms, (word) => word, String.raw`\s+`);
  const escaped = patternOf(forms, (word) => JSON.stringify(word).slice(1, -1), String.raw`(?:\s|\\[nrt])+`);
  // Compiled once: it is used for each entry, and may be as long as the file.
  const anywhere = new RegExp(plain, 'u');
  const escapedAnywhere = new RegExp(escaped, 'u');
  const loosely = new RegExp(
    patternOf(forms, (word) => word, String.raw`[\s_-]+`),
    'giu',
  );
  const occurs = (text: string): boolean => anywhere.test(text);
  const find = (text: string): Range[] => rangesOf(text, plain);
  const cut = (text: string, kept: readonly Range[] = []): string =>
    piecesOf(text, syntax ? [] : withoutCrossed(text, kept, plain))
      .map((piece) => (piece.kept ? piece.text : cutAll(piece.text, plain)))
      .join('');
  return {
    texts,
    syntax,
    occurs,
    find,
    count: (text) => find(text).length,
    cut,
    otherSpellings: (text) =>
      [...new Set(Array.from(text.matchAll(loosely), ([found]) => found))].filter((found) => !occurs(found)),
    cutFromLabel: (label) => cutStumps(occurs(label) ? cut(label) : label, forms),
    cutEscaped: (text) => cutAll(cutAll(text, plain), escaped),
    occursInJson: (text) => occurs(text) || escapedAnywhere.test(withoutCodes(text)),
  };
}

/** Resolves character codes in JSON text to the usual form of JSON. */
const withoutCodes = (json: string): string =>
  json.replaceAll(/\\u([0-9a-f]{4})|\\\//gi, (_, code?: string) => {
    const character = code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16));
    return character === '"' || character === '\\' ? `\\${character}` : character;
  });

/** Joins name and value of an entry, as people read it: they may be the two halves of the erased text. */
export const joined = ({ key, value }: { readonly key: string | null; readonly value: string }): string =>
  key === null ? value : `${key}: ${value}`;

/** True if an erased text includes all of this, as a whole line includes its entry. */
export const isWithin = ({ texts }: Eraser, part: string): boolean =>
  part.length >= leastErased && texts.some((text) => text.includes(part));

/** Cuts the end of a text that begins in an entry's name from its value. */
export function cutAcross(eraser: Eraser, entry: { readonly key: string | null; readonly value: string }): string {
  const { key, value } = entry;
  if (key === null || eraser.occurs(value) || !eraser.occurs(joined(entry))) {
    return value;
  }
  const start = key.length + 2;
  const end = eraser
    .find(joined(entry))
    .reduce((last, { from, to }) => (from < start && to > start ? to : last), start);
  return value.slice(end - start).trimStart();
}

/** True if no meaningful text is left after erasing. */
export const isNothingElse = (eraser: Eraser, text: string): boolean =>
  eraser.occurs(text) && !/[\p{L}\p{N}]/u.test(eraser.cut(text));

function formsOf(text: string): string[] {
  const trimmed = text.trim();
  return [trimmed, trimmed.normalize('NFC'), trimmed.normalize('NFD')];
}

function patternOf(forms: readonly string[], write: (word: string) => string, between: string): string {
  const plain = (word: string): string => write(word).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const literal = (word: string): string =>
    word.replace(/[^\x20-\x7e]+|[\x20-\x7e]+/g, (part) =>
      isAscii(part) ? plain(part) : [...part].map(either).join(''),
    );
  /** Matches both forms, since a text may have some letters composed and others not. */
  const either = (letter: string): string => {
    const apart = letter.normalize('NFD');
    return apart === letter ? plain(letter) : `(?:${plain(letter)}|${plain(apart)})`;
  };
  const any = forms.map((form) => form.split(/\s+/).map(literal).join(between)).join('|');
  return any === '' ? '(?!)' : any;
}

const rangesOf = (text: string, pattern: string): Range[] =>
  [...text.matchAll(new RegExp(pattern, 'gu'))].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));

/** Drops ranges of syntax that are only a part of the erased text: a whole line that was copied has a date in it. */
function withoutCrossed(text: string, kept: readonly Range[], pattern: string): readonly Range[] {
  const crossed = new Set<Range>();
  let next = 0;
  for (const match of kept.length === 0 ? [] : rangesOf(text, pattern)) {
    while ((kept[next]?.to ?? Number.POSITIVE_INFINITY) <= match.from) {
      next += 1;
    }
    const over: Range[] = [];
    for (let range = kept[next]; range && range.from < match.to; range = kept[next + over.length]) {
      over.push(range);
    }
    if (saysMore(text, match, over)) {
      for (const range of over) {
        crossed.add(range);
      }
    }
  }
  return kept.filter((range) => !crossed.has(range));
}

/** True if a range has words outside the syntax in it. */
function saysMore(text: string, { from, to }: Range, syntax: readonly Range[]): boolean {
  let at = from;
  let outside = '';
  for (const range of syntax) {
    outside += text.slice(at, Math.max(at, range.from));
    at = range.to;
  }
  return /[\p{L}\p{N}]/u.test(outside + text.slice(at, Math.max(at, to)));
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function piecesOf(text: string, kept: readonly Range[]): { readonly text: string; readonly kept: boolean }[] {
  const pieces: { readonly text: string; readonly kept: boolean }[] = [];
  let at = 0;
  for (const { from, to } of kept) {
    pieces.push({ text: text.slice(at, from), kept: false }, { text: text.slice(from, to), kept: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), kept: false }];
}

/** Limit on the passes in which the text on both sides may form it again, before a mark separates them. */
const maxPasses = 30;

/** Repeats cutting until it is gone: the text on both sides may form it again. */
function cutAll(text: string, pattern: string): string {
  let rest = text;
  for (let pass = 1; new RegExp(pattern, 'u').test(rest); pass++) {
    const isParted = pass > maxPasses && !pattern.includes('…');
    rest = isParted ? rest.replace(new RegExp(pattern, 'gu'), '…') : cutOnce(rest, pattern);
  }
  return rest;
}

function cutOnce(text: string, pattern: string): string {
  const pieces: string[] = [];
  let at = 0;
  /** True if only erased text is in this line before `at`. */
  let beginsLine = true;
  for (const { 0: found, index } of text.matchAll(new RegExp(pattern, 'gu'))) {
    const between = text.slice(at, index);
    const upTo = between.length - trimBlanksEnd(between).length;
    const [from, after] = [index - upTo, index + found.length];
    let to = after;
    while (isBlankOrTab(text.charCodeAt(to))) {
      to += 1;
    }
    const line = Math.max(between.lastIndexOf('\n'), between.lastIndexOf('\r'));
    beginsLine = (line >= 0 || beginsLine) && between.slice(line + 1).trim() === '';
    const [blanksBefore, blanksAfter] = [text.slice(from, index), text.slice(after, to)];
    pieces.push(text.slice(at, from));
    if (beginsLine) {
      pieces.push(blanksBefore);
    } else if (!endsLine(text, to) && !(blanksAfter === '' && beforePunctuation(text, from, to))) {
      pieces.push(blanksBefore === '' ? blanksAfter : blanksBefore);
    }
    // If a text ends in another line than it began, its rest is the first on that line.
    beginsLine &&= !/[\r\n]/.test(found);
    at = to;
  }
  return pieces.join('') + text.slice(at);
}

const endsLine = (text: string, at: number): boolean => at >= text.length || /[\r\n]/.test(text[at] as string);

/** True if a blank before it would be left between a word and a comma; after a key it has to stay. */
const beforePunctuation = (text: string, from: number, to: number): boolean =>
  /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) && /^[,.;!?)]/.test(text.slice(to, to + 1));

/** Limit on the part of a text that labels show. */
const maxStump = 400;

/** Cuts the beginnings of long texts from a label, which shows only those, and of several lines the first. */
function cutStumps(label: string, forms: readonly string[]): string {
  let rest = label;
  for (const form of forms) {
    const words = form.replace(/\s+/g, ' ');
    let at = 0;
    const pieces: string[] = [];
    for (const { index: end } of rest.matchAll(/…/g)) {
      pieces.push(rest.slice(at, end - longestStump(rest.slice(Math.max(at, end - maxStump), end), words)));
      at = end;
    }
    rest = pieces.join('') + rest.slice(at);
    const firstLine = form.split(/[\r\n]/, 1)[0]?.trim() ?? '';
    if (firstLine !== form && firstLine.length >= leastErased) {
      rest = rest.replaceAll(`${firstLine}”`, '…”');
    }
  }
  return rest.replaceAll('“”', '“…”').replaceAll('……', '…');
}

/** Finds how much of the end of a text is the beginning of another, if that is enough to identify it. */
function longestStump(text: string, whole: string): number {
  for (let length = Math.min(text.length, whole.length - 1); length >= leastErased; length--) {
    if (text.endsWith(whole.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
