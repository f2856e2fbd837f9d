import { splitVisible } from '#shared/text/visible-characters.ts';

/** Look of a part of a text, by its light markdown, or `sign` for the markdown itself. */
type Look = 'strong' | 'emphasis' | 'code' | 'link' | 'sign';

/** A part of a text with one look. Joined, the chunks are the whole text. */
export type TextChunk =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly look: Look | null;
      readonly href?: string;
      readonly hit: boolean;
    }
  /** Invisible characters in a row, with the code and name of the first. */
  | {
      readonly kind: 'hidden';
      readonly text: string;
      readonly code: string;
      readonly name: string;
      readonly count: number;
    };

type Range = { readonly from: number; readonly to: number };
type LookRange = Range & { readonly look: Look; readonly href?: string };

/** Longer texts are shown plainly: nobody sees that much of one in a row. */
const maxLookedAt = 4000;

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
      const last = chunks.at(-1);
      const character = String.fromCodePoint(Number.parseInt(part.code.slice(2), 16));
      if (last?.kind === 'hidden') {
        chunks[chunks.length - 1] = { ...last, text: last.text + character, count: last.count + 1 };
      } else {
        chunks.push({ ...part, text: character, count: 1 });
      }
      at += character.length;
      continue;
    }
    const end = at + part.text.length;
    if (at >= start.length) {
      chunks.push({ kind: 'text', text: part.text, look: null, hit: false });
      at = end;
      continue;
    }
    for (const to of [...new Set(cuts.filter((cut) => cut > at && cut < end)), end]) {
      const { look = null, href } = looks.find(covers(at)) ?? {};
      const hit = hits.some(covers(at));
      chunks.push({ kind: 'text', text: text.slice(at, to), look, hit, ...(href !== undefined && { href }) });
      at = to;
    }
  }
  return chunks;
}

/** Places of words in a text, in any case; overlapping ones are joined. */
function hitsIn(text: string, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const lower = lowerAsLong(text);
  for (const word of words) {
    for (let at = lower.indexOf(word); word !== '' && at >= 0; at = lower.indexOf(word, at + word.length)) {
      ranges.push({ from: at, to: at + word.length });
    }
  }
  const merged: Range[] = [];
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** Lower case with every character in its place: the few that grow longer in lower case are left. */
function lowerAsLong(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from(text, (character) => {
        const small = character.toLowerCase();
        return small.length === character.length ? small : character;
      }).join('');
}

/** Links, code, strong and emphasised text within a line; not an underscore in a word, a lone star, or `__init__`. */
const markdownMarks =
  /\[(?<label>[^\]\n]{1,500})\]\((?<href>(?:https?:\/\/|mailto:)[^\s()]{1,2000})\)|(?<address>\bhttps?:\/\/[^\s<>"`]{1,2000})|(?<code>(?<!`)`+)(?!`)[^`\n]+\k<code>(?!`)|(?<strong>\*\*|(?<!\w)__(?!\w+__))(?=\S)[^\n*_]*[^\s*_]\k<strong>(?!\w)|(?<em>(?<![\w*])\*|(?<![\w_])_)(?=[^\s*_])[^\n*_]*[^\s*_]\k<em>(?![\w*])/g;

function looksIn(text: string): LookRange[] {
  return [...text.matchAll(markdownMarks)].flatMap((match): LookRange[] => {
    const { label, href, address, code, strong, em } = match.groups ?? {};
    const from = match.index;
    if (address !== undefined) {
      const named = withoutEnd(address);
      return [{ from, to: from + named.length, look: 'link', href: named }];
    }
    const before = label !== undefined ? 1 : (code ?? strong ?? em ?? '').length;
    const length = match[0].length - before - (label !== undefined ? (href ?? '').length + 3 : before);
    const look: Look =
      label !== undefined ? 'link' : code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'emphasis';
    return [
      { from, to: from + before, look: 'sign' },
      { from: from + before, to: from + before + length, look, ...(href !== undefined && { href }) },
      { from: from + before + length, to: from + match[0].length, look: 'sign' },
    ];
  });
}

/** An address without the character that ends the sentence or closes the brackets around it. */
function withoutEnd(address: string): string {
  const named = address.replace(/[.,;:!?'*\]}]+$/, '');
  const isClosing = named.endsWith(')') && named.split(')').length > named.split('(').length;
  return isClosing ? withoutEnd(named.slice(0, -1)) : named;
}
