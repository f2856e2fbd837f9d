import type { AssistantPart } from '../contract/features/assistant.ts';
import { countInWords, plural } from '../text/counts.ts';

const blockEnd = '\n</global-context>';

type Cut = {
  readonly text: string;
  readonly lines: number;
};

/** Cuts a text at its last line within so many UTF-16 units, and says how many are left out and `why`. */
export function cutToLines(text: string, most: number, name: string, why: string): Cut {
  const end = text.endsWith(blockEnd) ? blockEnd : '';
  const lines = (end === '' ? text : text.slice(0, -end.length)).split('\n');
  if (text.length <= most) {
    return { text, lines: lines.length };
  }
  // The lines that open and close the block stay, and are not counted.
  let keptLines = end === '' ? 0 : 1;
  let length = lines.slice(0, keptLines).join('').length + keptLines - 1;
  for (let line = lines[keptLines]; line !== undefined && length + line.length + 1 <= most; line = lines[keptLines]) {
    length += line.length + 1;
    keptLines += 1;
  }
  const left = lines.length - keptLines;
  if (left === 0) {
    return { text, lines: keptLines };
  }
  const notice = `[Cut off here: ${plural(left, 'line', 'lines')} of ${name} ${left === 1 ? 'is' : 'are'} left out. ${why}]`;
  const shown = `${lines.slice(0, keptLines).join('\n').trimEnd()}${end}`;
  return { text: shown === '' ? notice : `${shown}\n\n${notice}`, lines: keptLines };
}

type LimitedText = {
  readonly text: string;
  readonly parts: readonly AssistantPart[];
  /** End of the part within the limit. */
  readonly fits: number;
  readonly tokens: { readonly total: number; readonly limit: number };
};

/** Advice on reading the rest; a sentence. */
type Elsewhere = { readonly file: string; readonly memory: string };

/** Cuts a start to its limit, file by file and then the memory, each at a line that says so. Guidance stays. */
export function withinLimit<S extends LimitedText>(start: S, elsewhere: Elsewhere): S {
  const { text, fits, tokens } = start;
  if (fits >= text.length) {
    return start;
  }
  let whole = '';
  const parts = start.parts.map((part) => {
    const own = text.slice(part.from, part.to);
    const where = part.kind === 'file' ? elsewhere.file : elsewhere.memory;
    const most = part.kind === 'guidance' ? own.length : fits - part.from;
    const cut = cutToLines(own, most, part.name, [overLimit(tokens), where].join(' ').trim()).text;
    const from = whole === '' ? 0 : whole.length + 2;
    whole += whole === '' ? cut : `\n\n${cut}`;
    return { ...part, from, to: whole.length };
  });
  return { ...start, text: whole, parts };
}

/** Counts the UTF-16 units of the memory within the limit. */
export function roomForMemory({ text, parts, fits }: LimitedText): number {
  const memory = parts.find(({ kind }) => kind === 'context');
  return fits >= text.length || memory === undefined ? Number.POSITIVE_INFINITY : fits - memory.from;
}

export const overLimit = ({ total, limit }: LimitedText['tokens']): string =>
  `All an assistant starts with has ${countInWords(total)} tokens, over the limit of ${countInWords(limit)}.`;
