import type { Block, Conversation, ConversationItem } from '../../contract/features/conversations.ts';

/** Conversation as Markdown, for a person to keep: each message with its author, and all calls and answers of tools. */

export function markdownHead({ title, assistant, project, startedAt, path }: Conversation): string {
  const facts = [
    `- Assistant: ${assistant}`,
    ...(project === null ? [] : [`- Project: ${project.path ?? project.name}`]),
    ...(startedAt === null ? [] : [`- Began: ${timeInWords(startedAt)}`]),
    `- File: ${path}`,
  ];
  return `# ${title ?? 'Conversation'}\n\n${facts.join('\n')}\n`;
}

export const markdownOf = (item: ConversationItem): string =>
  [`\n## ${headingOf(item)}\n`, ...item.blocks.map((block) => `\n${blockText(block)}\n`)].join('');

/** Writes the lines that are not shown; empty if there are none. */
export const markdownOfOdd = (
  title: string,
  lines: readonly { readonly text: string; readonly missing: number }[],
): string =>
  lines.length === 0
    ? ''
    : `\n## ${title}\n\n${lines.map(({ text, missing }) => fenced(missing === 0 ? text : `${text}… ${missing} more characters`, '')).join('\n\n')}\n`;

const authors = { person: 'You', assistant: 'Assistant', tool: 'Tool', program: 'Program' } as const;
const marks = {
  side: 'sub-agent',
  rewound: 'taken back',
  summary: 'summary',
  injected: 'put in by the program',
  error: 'error',
  queued: 'sent while the assistant worked',
} as const;

function headingOf({ kind, author, time, model, marks: known, compaction, turns }: ConversationItem): string {
  const facts = [model, time === null ? null : timeInWords(time), ...known.map((mark) => marks[mark])].filter(Boolean);
  const after = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  switch (kind) {
    case 'compaction': {
      const { before, after: left } = compaction ?? { before: null, after: null };
      const tokens = before === null ? '' : `: ${before} tokens${left === null ? '' : ` became ${left}`}`;
      return `Compacted${tokens}${after}`;
    }
    case 'rewind':
      return `Taken back: the last ${turns === 1 ? 'message' : `${turns} messages`} of yours, and what followed${after}`;
    case 'message':
      return `${authors[author]}${after}`;
  }
}

/** Formats minutes in universal time: a file may be read anywhere. */
const timeInWords = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'thinking':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'call':
      return `**Called ${block.name || 'a tool'}**\n\n${fenced(block.input, 'json')}`;
    case 'result':
      return `**${block.isError ? 'Failed' : 'Answered'}**\n\n${fenced(block.text, '')}`;
    case 'other':
      return block.text === '' ? `*[${block.type}]*` : `*[${block.type}]*\n\n${fenced(block.text, '')}`;
  }
}

/** Puts plain text between fences longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
