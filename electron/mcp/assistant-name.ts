import { personSource } from '#shared/entries/correction.ts';
import { unknownSource } from '#shared/formats/context/bracket.ts';
import { oneLine } from '#shared/prompt/line-text.ts';

const maxName = 60;
/** Names an assistant that does not say what it is called, or calls itself by a name that is reserved. */
const nameless = 'assistant';
/** Names those who are no assistant: the person, another program, the app itself. */
const ofOthers = ['you', 'me', 'person', 'the person', 'user', 'the user', 'another program', 'outside', 'contexture'];
const reservedNames: readonly string[] = [personSource, unknownSource, ...ofOthers];

/** What a client calls itself, as a source can be written. None can pass for the person. */
export function assistantName(given: string | undefined): string {
  const plain = oneLine(given ?? '')
    .replace(/[|[\]:]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = [...plain].slice(0, maxName).join('').trim();
  const reserved = reservedNames.includes(name.toLowerCase());
  return name === '' || reserved ? nameless : name;
}

/** The source of something learned: the assistant, and what it says of where from. */
export function sourceOf(name: string, said: string | undefined): string {
  const where = said?.trim() ?? '';
  return where === '' || where === name ? name : `${name}: ${where}`;
}
