import type { MemoryDocument, ParsedEntry } from '../document.ts';
import { contentIn, joinedText } from './content.ts';

/** Heading below which OpenClaw's note of a session has what was said in it, each message as “user: …” or “assistant: …”. */
const said = 'Conversation Summary';

/** Entries of a note of a session: who said one is no key. */
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
