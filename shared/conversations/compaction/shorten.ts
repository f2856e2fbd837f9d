import { firstCharacters, lastCharacters } from '../../text/characters.ts';
import { countInWords } from '../../text/counts.ts';
import type { Message } from '../message.ts';

/** Characters that a shortened result keeps of its beginning, which mostly identifies it, and of its end. */
const [atBeginning, atEnd] = [200, 100];

/** Cuts long texts of a tool's result in the middle; other blocks stay. Null if nothing is long. */
export function shortened(message: Message): Message | null {
  const content = shortenedContent(message['content']);
  return content === null ? null : { ...message, content };
}

function shortenedContent(content: unknown): unknown {
  if (typeof content === 'string') {
    return shortenedText(content);
  }
  if (!Array.isArray(content)) {
    return null;
  }
  const blocks = content.map((block: unknown) => shortenedBlock(block));
  return blocks.some((block) => block !== null) ? content.map((block, index) => blocks[index] ?? block) : null;
}

function shortenedBlock(block: unknown): object | null {
  if (typeof block !== 'object' || block === null) {
    return null;
  }
  const { type, text, content } = block as Record<string, unknown>;
  if (type === 'tool_result') {
    const shorter = shortenedContent(content);
    return shorter === null ? null : { ...block, content: shorter };
  }
  const shorter = type === 'text' && typeof text === 'string' ? shortenedText(text) : null;
  return shorter === null ? null : { ...block, text: shorter };
}

function shortenedText(text: string): string | null {
  // A slightly longer text is left alone: its replacement takes room too.
  if (text.length <= 2 * (atBeginning + atEnd)) {
    return null;
  }
  const [beginning, end] = [firstCharacters(text, atBeginning), lastCharacters(text, atEnd)];
  const left = text.length - beginning.length - end.length;
  return `${beginning}\n[${countInWords(left)} characters left out]\n${end}`;
}
