import type { EntryView } from '#shared/contract/features/memory.ts';
import { isAboutAny, type Subject, subjectsNamed, subjectsOf } from '#shared/entries/subjects.ts';
import { blockText, oneLine } from '#shared/prompt/line-text.ts';
import { countInWords, plural } from '#shared/text/counts.ts';
import type { Session } from './session.ts';

export type ListedLine = { readonly line: number; readonly text: string };

/** People, projects and things that a session's memory has entries about, beside the person. */
export const subjectsIn = (session: Session): Subject[] =>
  subjectsOf(session.lines().lines.flatMap(({ entry }) => entry ?? []));

/** Finds the subjects a name means, others with a similar name, and the lines about the former. */
export function recalled(
  session: Session,
  name: string,
): ReturnType<typeof subjectsNamed> & { readonly lines: readonly ListedLine[] } {
  const { meant, others } = subjectsNamed(subjectsIn(session), name);
  const lines = session
    .lines()
    .lines.flatMap(({ entry }, line) =>
      entry !== null && isAboutAny(entry, meant) ? [{ line, text: withNumbers(line, entry) }] : [],
    );
  return { meant, others, lines };
}

export const withNumbers = (line: number, entry: EntryView): string => `${line}-- ${blockText(entry)}`;

const maxNamed = 200;

/** Lists subjects: “Sarah Chen (person, 2 lines), Acme (project, 1 line)”. */
export function subjectsInWords(subjects: readonly Subject[]): string {
  const listed = subjects
    .slice(0, maxNamed)
    .map(({ name, kind, entries }) => `${oneLine(name)} (${kind}, ${plural(entries, 'line', 'lines')})`);
  const more = subjects.length > maxNamed ? [`${countInWords(subjects.length - maxNamed)} more`] : [];
  return [...listed, ...more].join(', ');
}
