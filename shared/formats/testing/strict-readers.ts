/** Checks of the programs themselves: the reason a program would not accept a file unchanged, or null. */

/** Codex recognizes a summary by its first line. */
export const codexRefusal = (text: string): string | null =>
  text.split('\n')[0] === 'v1' ? null : 'the first line is not “v1”';

/** Codex finds an item's rollout by the brackets at its end. */
export const recapRefusal = (text: string): string | null =>
  text
    .split('\n')
    .find(
      (line) =>
        line.includes('updated_at=') &&
        !/ \(cwd=\/home\/ann\/my app, rollout_path=\S+, updated_at=\S+, thread_id=t\d+, useful\)$/.test(line),
    ) ?? null;

const memories = '## Gemini Added Memories';

/** Gemini CLI finds its section by heading, up to the next one, with one line for each fact. */
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

/** OpenClaw finds promoted items by the comment before them, and their ratings at the end. */
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

/** Lines of an item: the first and the indented lines below it. */
function itemAt(lines: readonly string[], first: number): string {
  let last = first;
  for (let at = first + 1; at < lines.length && /^(?: {2}|\t|$)/.test(lines[at] ?? ''); at++) {
    last = lines[at] === '' ? last : at;
  }
  return lines.slice(first, last + 1).join('\n');
}

/** The manager that our format comes from reads line by line: frontmatter, headings, bullets, and lines below them. */
export function ownRefusal(text: string): string | null {
  const [, top = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const value = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(top)?.[1] ?? '';
  if (Number.isNaN(Date.parse(value('last_updated'))) || !/^[1-9]\d*$/.test(value('version'))) {
    return `“${top}” is no frontmatter`;
  }
  const words = text.split(/[\s\x1c-\x1f\x85]+/).filter((word) => word !== '').length;
  if (Number(value('token_estimate')) !== Math.trunc(words * 1.3)) {
    return `“${value('token_estimate')}” is not the estimate of ${words} words`;
  }
  const other = body.split('\n').find((line) => line.trim() !== '' && !/^(?:#{1,6} |- \S| {2})/.test(line));
  return other === undefined ? null : `“${other}” is neither a heading nor of an entry`;
}

/** Claude Code follows the lines of its index to the files and reads their frontmatter. */
export function claudeRefusal(files: Readonly<Record<string, string>>): string | null {
  const { 'MEMORY.md': index = '', ...topics } = files;
  const named = [...index.matchAll(/^- \[[^\]\n]+\]\(([\w.-]+\.md)\)(?: — .*)?$/gm)].map(([, name]) => name);
  const lost = named.find((name) => name === undefined || topics[name] === undefined);
  if (lost !== undefined) {
    return `a line leads to “${lost}”, which is not there`;
  }
  for (const [name, text] of Object.entries(topics)) {
    if (!named.includes(name)) {
      return `no line leads to “${name}”`;
    }
    if (!/^---\nname: \S.*\ndescription: \S.*\ntype: \S.*\n---\n/.test(text)) {
      return `“${text}” does not say what it is`;
    }
  }
  return null;
}

/**
 * Programs read instructions as markdown with their original frontmatter: code and comments must still end in their
 * places, and no row may have more cells than its table.
 */
export function instructionsRefusal(text: string, began: string): string | null {
  const top = /^---\n[\s\S]*?\n---\n/.exec(began)?.[0] ?? '';
  if (!text.startsWith(top)) {
    return 'the frontmatter is not what it was';
  }
  let fence: string | null = null;
  let cells: number | null = null;
  const lines = text.slice(top.length).split('\n');
  for (const [at, line] of lines.entries()) {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (marks !== undefined && (fence === null || (marks.startsWith(fence) && line.trim() === marks))) {
      fence = fence === null ? marks : null;
    } else if (fence === null) {
      const count = line.trim().startsWith('|') ? line.replaceAll('\\|', '').split('|').length - 2 : null;
      if (count !== null && /^\|[-|: ]+\|$/.test(lines[at + 1]?.trim() ?? '')) {
        cells = count;
      } else if (count === null || cells === null) {
        cells = null;
      } else if (count > cells) {
        return `“${line}” has more cells than its table`;
      }
    }
  }
  const comments = text.split('<!--').length - text.split('-->').length;
  return fence !== null ? 'a block of code never ends' : comments > 0 ? 'a comment never ends' : null;
}
