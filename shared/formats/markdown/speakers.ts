import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { contentIn, joinedText } from './content.ts';

/** Heading above the conversation in OpenClaw's note of a session, each message as “user: …” or “assistant: …”. */
const said = 'Conversation Summary';

/** Turns the speakers in a note of a session into text: they are no keys. */
export function withoutSpeakers(
  text: string,
  { sections, entries }: Pick<MemoryDocument, 'sections' | 'entries'>,
): readonly ParsedEntry[] {
  const from = sections.findIndex(({ title }) => title === said);
  return from < 0
    ? entries
    : entries.map((entry) =>
        entry.syntax.section >= from &&
        entry.syntax.form === 'paragraph' &&
        /^(?:user|assistant)$/.test(entry.key ?? '')
          ? { ...entry, key: null, value: joinedText(text, contentIn(text, entry)) }
          : entry,
      );
}
