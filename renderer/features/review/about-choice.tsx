import { useMemo } from 'react';
import { foldedName, type Subject, subjectsOf } from '#shared/entries/subjects.ts';
import { useContextStore } from '../../api/context-store.ts';
import { Select } from '../../ui/field.tsx';
import { showAboutOnly, useReview } from './review-store.ts';

const everything = 'all';
const anyoneElse = 'others';
const named = (name: string): string => `name ${name}`;

/** Subjects the memory says something about, as shown; empty if it is about the person alone. */
export function useSubjects(): readonly Subject[] {
  const entries = useContextStore((context) => (context.kind === 'ready' ? context.entries : null));
  return useMemo(() => subjectsOf(entries ?? []), [entries]);
}

/** Shows all entries, those about others, or those about one of them. */
export function AboutChoice() {
  const chosen = useReview((state) => state.about);
  const subjects = useSubjects();
  if (subjects.length === 0 && chosen === null) {
    return null;
  }
  const isGone = chosen?.name != null && !subjects.some(({ name }) => foldedName(name) === chosen.name);
  const others = subjects.reduce((sum, { entries }) => sum + entries, 0);
  const options = [
    { value: everything, label: 'About anyone' },
    { value: anyoneElse, label: `About others (${others})` },
    ...subjects.map(({ name, entries }) => ({ value: named(foldedName(name)), label: `${name} (${entries})` })),
    ...(isGone ? [{ value: named(chosen.name), label: `${chosen.name} (0)` }] : []),
  ];
  return (
    <Select
      aria-label="About"
      look="quiet"
      value={chosen === null ? everything : chosen.name === null ? anyoneElse : named(chosen.name)}
      options={options}
      onChange={(value) =>
        showAboutOnly(
          value === everything ? null : { name: value === anyoneElse ? null : value.slice(named('').length) },
        )
      }
    />
  );
}
