import type { Range } from '../entries/entry.ts';
import { isBlankOrTab, trimBlanksEnd } from './blanks.ts';

/** Fewer characters than this, white space around them aside, stand in too many places to be erased from all of them. */
export const leastErased = 4;

/** Finds a text that must not be kept wherever it stands, and takes it away. */
export type Eraser = {
  /** The texts it is about, as they were given. */
  readonly texts: readonly string[];
  /** Whether it goes where it is syntax too: a date, a flag, a section. */
  readonly syntax: boolean;
  occurs(text: string): boolean;
  /** How many times it stands in a text. */
  count(text: string): number;
  /**
   * The text without it, and without a blank too many where it stood. The same text if it does not occur.
   * @param syntax ranges in order where it stays, unless it goes from syntax too
   */
  cut(text: string, syntax?: readonly Range[]): string;
  /** The same for what names things: there it may stand cut short, which is taken away as well. */
  cutFromLabel(label: string): string;
  /** The same for JSON that can't be read as such, where it may stand with its characters escaped. */
  cutEscaped(text: string): string;
};

/** Finds texts whatever their white space between words, wrapped or indented, and however letters are composed. */
export function createEraser(texts: readonly string[], { syntax = false } = {}): Eraser {
  const forms = [...new Set(texts.flatMap(formsOf))].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  const plain = patternOf(forms, (word) => word, String.raw`\s+`);
  const escaped = patternOf(forms, (word) => JSON.stringify(word).slice(1, -1), String.raw`(?:\s|\\[nrt])+`);
  const occurs = (text: string): boolean => new RegExp(plain, 'u').test(text);
  const cut = (text: string, kept: readonly Range[] = []): string =>
    piecesOf(text, syntax ? [] : kept)
      .map((piece) => (piece.kept ? piece.text : cutAll(piece.text, plain)))
      .join('');
  return {
    texts,
    syntax,
    occurs,
    count: (text) => [...text.matchAll(new RegExp(plain, 'gu'))].length,
    cut,
    cutFromLabel: (label) => cutStumps(occurs(label) ? cut(label) : label, forms),
    cutEscaped: (text) => cutAll(cutAll(text, plain), escaped),
  };
}

/** Whether nothing that says anything is left of a text once it is erased from it. */
export function isNothingElse(eraser: Eraser, text: string): boolean {
  return eraser.occurs(text) && !/[\p{L}\p{N}]/u.test(eraser.cut(text));
}

function formsOf(text: string): string[] {
  const trimmed = text.trim();
  return [trimmed, trimmed.normalize('NFC'), trimmed.normalize('NFD')];
}

function patternOf(forms: readonly string[], write: (word: string) => string, between: string): string {
  const literal = (word: string): string => write(word).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const any = forms.map((form) => form.split(/\s+/).map(literal).join(between)).join('|');
  return any === '' ? '(?!)' : any;
}

/** A text in pieces: what stays as it is, and what is between. */
function piecesOf(text: string, kept: readonly Range[]): { readonly text: string; readonly kept: boolean }[] {
  const pieces: { readonly text: string; readonly kept: boolean }[] = [];
  let at = 0;
  for (const { from, to } of kept) {
    pieces.push({ text: text.slice(at, from), kept: false }, { text: text.slice(from, to), kept: true });
    at = to;
  }
  return [...pieces, { text: text.slice(at), kept: false }];
}

/** So often what stands on both sides of a text may make it up again before a mark parts them. */
const maxPasses = 30;

/** Again until it is gone: what stood on both sides of it may make it up again. */
function cutAll(text: string, pattern: string): string {
  let rest = text;
  for (let pass = 1; new RegExp(pattern, 'u').test(rest); pass++) {
    const isParted = pass > maxPasses && !pattern.includes('…');
    rest = isParted ? rest.replace(new RegExp(pattern, 'gu'), '…') : cutOnce(rest, pattern);
  }
  return rest;
}

function cutOnce(text: string, pattern: string): string {
  const kept: string[] = [];
  let at = 0;
  /** Whether nothing stands in this line before `at` but what goes. */
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
    kept.push(text.slice(at, from));
    if (beginsLine) {
      kept.push(blanksBefore);
    } else if (!endsLine(text, to) && !(blanksAfter === '' && beforePunctuation(text, from, to))) {
      kept.push(blanksBefore === '' ? blanksAfter : blanksBefore);
    }
    // What is left of a text that ends in another line than it began stands before all else there.
    beginsLine &&= !/[\r\n]/.test(found);
    at = to;
  }
  return kept.join('') + text.slice(at);
}

const endsLine = (text: string, at: number): boolean => at >= text.length || /[\r\n]/.test(text[at] as string);

/** Whether a blank before it would be left between a word and a comma; after a key it has to stay. */
function beforePunctuation(text: string, from: number, to: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, from - 2), from)) && /^[,.;!?)]/.test(text.slice(to, to + 1));
}

/** No label shows more of a text. */
const maxStump = 400;

/** Labels show the beginning of a long text, and of several lines the first. */
function cutStumps(label: string, forms: readonly string[]): string {
  let rest = label;
  for (const form of forms) {
    const words = form.replace(/\s+/g, ' ');
    let at = 0;
    const kept: string[] = [];
    for (const { index: end } of rest.matchAll(/…/g)) {
      kept.push(rest.slice(at, end - longestStump(rest.slice(Math.max(at, end - maxStump), end), words)));
      at = end;
    }
    rest = kept.join('') + rest.slice(at);
    const firstLine = form.split(/[\r\n]/, 1)[0]?.trim() ?? '';
    if (firstLine !== form && firstLine.length >= leastErased) {
      rest = rest.replaceAll(`${firstLine}”`, '…”');
    }
  }
  return rest.replaceAll('“”', '“…”').replaceAll('……', '…');
}

/** How much of the end of a text is the beginning of another, if that is enough to tell anything. */
function longestStump(text: string, whole: string): number {
  for (let length = Math.min(text.length, whole.length - 1); length >= leastErased; length--) {
    if (text.endsWith(whole.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
