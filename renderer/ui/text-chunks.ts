import { splitVisible } from '#shared/text/visible-characters.ts';

/** How a part of a text looks: as light markdown means it, or as a sign of that markdown itself. */
type Look = 'strong' | 'emphasis' | 'code' | 'sign';

/** A part of a text that looks the same throughout. Put together, the chunks are the whole text. */
export type TextChunk =
  | { readonly kind: 'text'; readonly text: string; readonly look: Look | null; readonly hit: boolean }
  | { readonly kind: 'hidden'; readonly code: string; readonly name: string };

type Range = { readonly from: number; readonly to: number };
type LookRange = Range & { readonly look: Look };

/** Beyond it a text is shown as it stands: nobody sees that much of it in a row. */
const maxLookedAt = 4000;

/** Splits a text by what of it can't be seen, what a search found, and what light markdown says of it. */
export function chunksOf(text: string, words: readonly string[], markdown: boolean): TextChunk[] {
  const start = text.slice(0, maxLookedAt);
  const hits = hitsIn(start, words);
  const looks = markdown ? looksIn(start) : [];
  const cuts = [...hits, ...looks].flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
  const covers = (at: number) => (range: Range) => range.from <= at && at < range.to;
  const chunks: TextChunk[] = [];
  let at = 0;
  for (const part of splitVisible(text)) {
    if (part.kind === 'hidden') {
      chunks.push(part);
      at += String.fromCodePoint(Number.parseInt(part.code.slice(2), 16)).length;
      continue;
    }
    const end = at + part.text.length;
    if (at >= start.length) {
      chunks.push({ kind: 'text', text: part.text, look: null, hit: false });
      at = end;
      continue;
    }
    for (const to of [...new Set(cuts.filter((cut) => cut > at && cut < end)), end]) {
      const look = looks.find(covers(at))?.look ?? null;
      chunks.push({ kind: 'text', text: text.slice(at, to), look, hit: hits.some(covers(at)) });
      at = to;
    }
  }
  return chunks;
}

/** Where words occur in a text, in any case; overlapping ones as one. */
function hitsIn(text: string, words: readonly string[]): Range[] {
  const found: Range[] = [];
  const lower = lowerAsLong(text);
  for (const word of words) {
    for (let at = lower.indexOf(word); word !== '' && at >= 0; at = lower.indexOf(word, at + word.length)) {
      found.push({ from: at, to: at + word.length });
    }
  }
  const merged: Range[] = [];
  for (const range of found.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** In lower case, each character in its place: a few grow longer in lower case, and those stay. */
function lowerAsLong(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from(text, (character) => {
        const small = character.toLowerCase();
        return small.length === character.length ? small : character;
      }).join('');
}

/** Code, strong and emphasised text within a line. An underscore in a word, or a lone star, is a character like others. */
const markdownMarks =
  /(?<code>(?<!`)`+)(?!`)[^`\n]+\k<code>(?!`)|(?<strong>\*\*|(?<!\w)__)(?=\S)[^\n*_]*[^\s*_]\k<strong>(?!\w)|(?<em>(?<![\w*])\*|(?<![\w_])_)(?=[^\s*_])[^\n*_]*[^\s*_]\k<em>(?![\w*])/g;

function looksIn(text: string): LookRange[] {
  return [...text.matchAll(markdownMarks)].flatMap((match) => {
    const { code, strong, em } = match.groups ?? {};
    const sign = (code ?? strong ?? em ?? '').length;
    const look: Look = code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'emphasis';
    const [from, to] = [match.index, match.index + match[0].length];
    return [
      { from, to: from + sign, look: 'sign' as const },
      { from: from + sign, to: to - sign, look },
      { from: to - sign, to, look: 'sign' as const },
    ];
  });
}
