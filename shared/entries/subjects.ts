import type { About } from './about.ts';
import { foldedForSearch, hasWords, searchWords } from './search.ts';

/** Subject of entries: the same name in any case is the same, whatever its kind. */
export type Subject = About & { readonly entries: number };

export const foldedName = (name: string): string => foldedForSearch(name.trim());

type SubjectEntry = { readonly flags: { readonly about: About | null } };

export function subjectsOf(entries: Iterable<SubjectEntry>): Subject[] {
  const byName = new Map<string, Subject>();
  for (const {
    flags: { about },
  } of entries) {
    if (about !== null) {
      const name = foldedName(about.name);
      const subject = byName.get(name) ?? { ...about, entries: 0 };
      byName.set(name, { ...subject, entries: subject.entries + 1 });
    }
  }
  return [...byName.values()].sort((one, other) => (foldedName(one.name) < foldedName(other.name) ? -1 : 1));
}

/** Finds the subjects of a name: the one of that name in any case, else those with all its words; and other such. */
export function subjectsNamed(
  subjects: readonly Subject[],
  name: string,
): { readonly meant: readonly Subject[]; readonly others: readonly Subject[] } {
  const wanted = foldedName(name);
  const words = searchWords(name);
  const exact = subjects.filter((subject) => foldedName(subject.name) === wanted);
  const alike = words.length === 0 ? [] : subjects.filter((subject) => hasWords(foldedName(subject.name), words));
  const others = alike.filter((subject) => !exact.includes(subject));
  return exact.length > 0 ? { meant: exact, others } : { meant: others, others: [] };
}

export const isAboutAny = ({ flags: { about } }: SubjectEntry, subjects: readonly Pick<About, 'name'>[]): boolean =>
  about !== null && subjects.some(({ name }) => foldedName(name) === foldedName(about.name));
