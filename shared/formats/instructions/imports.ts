import { lineEndAfter } from '../../text/lines.ts';
import type { MemoryDocument } from '../document.ts';
import type { Import, ImportedText } from '../format.ts';
import { readMarkdown } from '../markdown/read-markdown.ts';

/** Loads a file of instructions as Claude Code does. */
export const instructionsLoaded = (text: string): ImportedText => ({
  text: withoutBlockComments(readMarkdown(text)),
  imports: importsIn(text),
});

const written = /(?<![^\s\uFEFF])@((?:[^\s\\]|\\ )+)/g;

/** Rest of a path behind a blank that should have been written `\ `. */
const goesOn = /^ [^\s@]*[/.][^\s@]*/;

/** Finds the files that a text imports by `@path`, in order, except in code and comments. */
export function importsIn(text: string): readonly Import[] {
  if (!text.includes('@')) {
    return [];
  }
  const plain = withoutCodeSpans(withoutBlocks(text));
  const imports: Import[] = [];
  let [line, counted] = [1, 0];
  for (const match of plain.matchAll(written)) {
    const path = (match[1] ?? '').replace(/#.*$/, '').replaceAll('\\ ', ' ');
    if (/^(?:~\/|[\w./-])/.test(path) && path !== '/') {
      line += plain.slice(counted, match.index).match(/\r\n|\r|\n/g)?.length ?? 0;
      counted = match.index;
      const hasEnding = /\.[A-Za-z0-9]+$/.test(path);
      const isCut = !hasEnding && goesOn.test(plain.slice(match.index + match[0].length));
      imports.push({ path, line, isMeant: isCut || hasEnding || /^[.~/]/.test(path), ...(isCut && { isCut: true }) });
    }
  }
  return imports;
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** Replaces code blocks and comments by blanks. */
function withoutBlocks(text: string): string {
  let left = '';
  let at = 0;
  for (const { syntax, range } of readMarkdown(text).entries) {
    if (syntax.form === 'fence' || syntax.form === 'code') {
      left += text.slice(at, range.from) + blank(text.slice(range.from, range.to));
      at = range.to;
    }
  }
  return withoutFences(withoutComments(left + text.slice(at)));
}

function withoutComments(text: string): string {
  let left = '';
  let at = 0;
  for (let from = text.indexOf('<!--'); from >= 0; from = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', from + 4);
    const to = end < 0 ? text.length : end + 3;
    left += text.slice(at, from) + blank(text.slice(from, to));
    at = to;
  }
  return left + text.slice(at);
}

/** Removes fences, also in an item or a quote; one that never ends goes on to the end. */
function withoutFences(text: string): string {
  let open: string | null = null;
  return text.replace(/[^\r\n]+/g, (line) => {
    const [, marks = ''] = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (open === null) {
      open = marks === '' ? null : marks;
      return open === null ? line : blank(line);
    }
    if (marks.startsWith(open) && line.trimEnd().endsWith(marks)) {
      open = null;
    }
    return blank(line);
  });
}

/** Removes code in a paragraph, which ends with as many marks as it begins with. */
function withoutCodeSpans(text: string): string {
  return text
    .split(/((?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n))/)
    .map((part) => {
      const runs = [...part.matchAll(/`+/g)];
      const nextOf = new Map<number, number>();
      const closing = runs.map(() => -1);
      for (let at = runs.length - 1; at >= 0; at--) {
        const length = runs[at]?.[0].length ?? 0;
        closing[at] = nextOf.get(length) ?? -1;
        nextOf.set(length, at);
      }
      let left = '';
      let end = 0;
      for (let at = 0; at < runs.length; at++) {
        const to = runs[closing[at] ?? -1];
        const from = runs[at];
        if (from && to) {
          left += part.slice(end, from.index) + blank(part.slice(from.index, to.index));
          end = to.index;
          at = closing[at] ?? at;
        }
      }
      return left + part.slice(end);
    })
    .join('');
}

/** Removes the comments on lines of their own, which Claude Code leaves out. */
export function withoutBlockComments({ text, notUnderstood }: MemoryDocument): string {
  let left = '';
  let at = 0;
  for (const block of notUnderstood) {
    const said = text.slice(block.from, block.to);
    if (said.includes('<!--') && said.replace(/<!--[\s\S]*?-->/g, '').trim() === '') {
      left += text.slice(at, block.from);
      at = lineEndAfter(text, block.to);
    }
  }
  return left + text.slice(at);
}
