import type { Conversation } from '../contract/features/conversations.ts';
import { counted, countInWords } from '../text/counts.ts';

/** Names a conversation: by its title, else its file; null if a file with several has no title for it. */
export function nameOfConversation({ title, id }: Pick<Conversation, 'title' | 'id'>): string {
  const [name = '', folder = ''] = id.split(/[/\\]/).toReversed();
  // Amplifier gives all of them this name, each in a separate folder.
  const file = name === 'transcript.jsonl' ? folder : name;
  return title ?? (file.includes('#') || file === '' ? 'Untitled' : file);
}

/** Counts the lines that are not shown, with the reason; null if there are none. */
export function oddLinesInWords(unread: number, unknown: number): string | null {
  const parts = [
    unread > 0 && `${counted(unread, 'line', 'lines')} couldn’t be read`,
    unknown > 0 &&
      (unread > 0
        ? `${countInWords(unknown)} of an unknown kind`
        : `${counted(unknown, 'line is', 'lines are')} of an unknown kind`),
  ];
  return parts.filter(Boolean).join(', ') || null;
}
