import type { ParsedEntry } from '../formats/document.ts';

/**
 * An entry on its way to an archive with the text of its topic below its line, indented like the rest of an entry: so it
 * can be searched and read there, and goes back to its file.
 */
export function withTopicText<E extends Pick<ParsedEntry, 'raw' | 'value'>>(entry: E, text: string): E {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const indented = lines.map((line) => (line.trim() === '' ? '' : `  ${line}`)).join('\n');
  return { ...entry, raw: `${entry.raw}\n${indented}`, value: `${entry.value}\n${lines.join('\n')}` };
}

/** The text of a topic as it stands below an archived entry; null where there is none. */
export function topicTextIn({ raw }: Pick<ParsedEntry, 'raw'>): string | null {
  const [, ...lines] = raw.split(/\r\n|\r|\n/);
  return lines.length === 0 ? null : `${lines.map((line) => line.replace(/^ {1,2}/, '')).join('\n')}\n`;
}
