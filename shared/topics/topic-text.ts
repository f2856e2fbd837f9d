import type { Range } from '../entries/entry.ts';
import type { ParsedEntry } from '../formats/document.ts';

type Lines = Pick<ParsedEntry, 'raw' | 'topic'>;

const withoutLineEnd = ' (no line end)';

/** Adds the text of its topic below an archived entry, in a fence: it is searched, and returns byte for byte. */
export function withTopicText<E extends Lines & Pick<ParsedEntry, 'value'>>(entry: E, text: string): E {
  const longest = Math.max(2, ...(text.match(/~+/g) ?? []).map(({ length }) => length));
  const fence = '~'.repeat(longest + 1);
  const [info, end] = text.endsWith('\n') ? ['', ''] : [withoutLineEnd, '\n'];
  const indent = indentBelow(entry);
  const block = `${fence} ${entry.topic}${info}\n${text}${end}${fence}`.replace(/^(?=.)/gm, indent);
  return { ...entry, raw: `${entry.raw}\n${block}`, value: `${entry.value}\n${text.trim()}` };
}

/** Returns the text of a topic below an archived entry; null if there is none. */
export const topicTextIn = (entry: Lines): string | null => bodyRange(entry)?.text ?? null;

export const ownLinesOf = (entry: Lines): string => entry.raw.slice(0, bodyRange(entry)?.from);

/** Finds the text below an entry, between the first line that can begin it and the last that can end it. */
function bodyRange(entry: Lines): (Pick<Range, 'from'> & { readonly text: string }) | null {
  const indent = indentBelow(entry);
  const { raw, topic } = entry;
  const last = raw.slice(raw.lastIndexOf('\n') + 1);
  const fence = last.slice(indent.length);
  // The file's name may have been composed in another way.
  const names = topic === undefined ? [] : [topic, topic.normalize('NFC'), topic.normalize('NFD')];
  const begin = names.map((name) => `\n${indent}${fence} ${name}`).find((each) => raw.includes(each));
  if (!/^~{3,}$/.test(fence) || begin === undefined) {
    return null;
  }
  const from = raw.indexOf(begin);
  const block = raw.slice(from + begin.length, raw.length - last.length);
  const isCut = block.startsWith(withoutLineEnd);
  const text = block.slice(block.indexOf('\n') + 1, isCut ? -1 : undefined);
  return { from, text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), '') };
}

const indentBelow = ({ raw }: Lines): string => `${/^[ \t]*/.exec(raw)?.[0] ?? ''}  `;
