import type { Range } from '../entries/entry.ts';
import type { ParsedEntry } from '../formats/document.ts';

/** An entry of a list that names a topic. */
type Lines = Pick<ParsedEntry, 'raw' | 'topic'>;

const withoutLineEnd = ' (no line end)';

/**
 * An entry on its way to an archive with the text of its topic below its lines, in a fence and indented like the rest of an entry: so it
 * can be searched and read there, and goes back to its file byte for byte.
 */
export function withTopicText<E extends Lines & Pick<ParsedEntry, 'value'>>(entry: E, text: string): E {
  const longest = Math.max(2, ...(text.match(/~+/g) ?? []).map(({ length }) => length));
  const fence = '~'.repeat(longest + 1);
  const [info, end] = text.endsWith('\n') ? ['', ''] : [withoutLineEnd, '\n'];
  const indent = indentBelow(entry);
  const block = `${fence} ${entry.topic}${info}\n${text}${end}${fence}`.replace(/^(?=.)/gm, indent);
  return { ...entry, raw: `${entry.raw}\n${block}`, value: `${entry.value}\n${text.trim()}` };
}

/** The text of a topic as it stands below an archived entry; null where there is none. */
export function topicTextIn(entry: Lines): string | null {
  return heldIn(entry)?.text ?? null;
}

/** The lines of an archived entry without the text of its topic. */
export function ownLinesOf(entry: Lines): string {
  return entry.raw.slice(0, heldIn(entry)?.from);
}

/** What stands below an entry begins with the first line that can begin it, and ends with the last one. */
function heldIn(entry: Lines): (Pick<Range, 'from'> & { readonly text: string }) | null {
  const indent = indentBelow(entry);
  const { raw, topic } = entry;
  const last = raw.slice(raw.lastIndexOf('\n') + 1);
  const fence = last.slice(indent.length);
  // The file may have been called so in characters that are composed in another way.
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

/** Before a line that belongs to an entry of a list. */
const indentBelow = ({ raw }: Lines): string => `${/^[ \t]*/.exec(raw)?.[0] ?? ''}  `;
