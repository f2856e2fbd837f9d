/** What the programs themselves hold of a file of theirs: why one would not take it as it is, or null. */

/** Codex takes a summary by its first line. */
export const codexRefusal = (text: string): string | null =>
  text.split('\n')[0] === 'v1' ? null : 'the first line is not “v1”';

const memories = '## Gemini Added Memories';

/** Gemini CLI finds its section by its heading, up to the next one, and keeps one line for each fact. */
export function geminiRefusal(text: string): string | null {
  const from = text.indexOf(memories);
  if (from < 0) {
    return null;
  }
  if (text.indexOf(memories, from + 1) >= 0) {
    return 'the section is there twice';
  }
  const start = from + memories.length;
  const next = text.indexOf('\n## ', start);
  const lines = text.slice(start, next < 0 ? text.length : next).split('\n');
  const other = lines.find((line) => line.trim() !== '' && !/^- \S/.test(line));
  return other === undefined ? null : `“${other}” is no fact`;
}

/** OpenClaw finds what it promoted by the comment before it, and rates it by what is at its end. */
export function openClawRefusal(text: string): string | null {
  const lines = text.split('\n');
  let promoted = 0;
  for (const [index, line] of lines.entries()) {
    const [, path, from, to] = /^<!-- openclaw-memory-promotion:memory:([^:]+):(\d+):(\d+) -->$/.exec(line) ?? [];
    if (path === undefined) {
      continue;
    }
    promoted += 1;
    const item = itemAt(lines, index + 1);
    if (!item.startsWith('- ') || !item.endsWith(` source=${path}:${from}-${to}]`)) {
      return `“${line}” stands before “${item}”`;
    }
  }
  const rated = lines.filter((line) => / \[score=\S+ recalls=\S+ avg=\S+ source=\S+\]$/.test(line)).length;
  return rated === promoted ? null : `${promoted} comments, but ${rated} items are rated`;
}

/** The lines of an item, those that are indented below its first. */
function itemAt(lines: readonly string[], first: number): string {
  let last = first;
  for (let at = first + 1; at < lines.length && /^(?: {2}|\t|$)/.test(lines[at] ?? ''); at++) {
    last = lines[at] === '' ? last : at;
  }
  return lines.slice(first, last + 1).join('\n');
}
