import { useEffect, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { categories, refOf } from '#shared/entries/entry.ts';
import type { ReadyContext } from '../../../api/context-store.ts';
import { Select } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { type CategoryOrUnsorted, sectionLabels } from '../../../wording/names.ts';
import { change } from '../changes.ts';
import { aboveHeadings, headingsIn } from '../own-headings.ts';

/** Moves an entry to another section. No entry can be moved out of all sections. */
export function SectionChoice({ entry }: Readonly<{ entry: EntryView }>) {
  const choices: readonly CategoryOrUnsorted[] = entry.category === null ? ['unsorted', ...categories] : categories;
  return (
    <PlaceChoice
      label="Section"
      entry={entry}
      now={entry.category ?? 'unsorted'}
      options={choices.map((one) => ({ value: one, label: sectionLabels[one] }))}
      moveTo={(entry, section) => {
        const category = categories.find((one) => one === section);
        return category && category !== entry.category ? { op: 'move', entry: refOf(entry), category } : null;
      }}
    />
  );
}

export function HeadingChoice({ entry, context }: Readonly<{ entry: EntryView; context: ReadyContext }>) {
  const choices = [...(entry.section === '' ? [''] : []), ...headingsIn(context)];
  if (choices.length < 2) {
    return <VisibleText text={entry.section || aboveHeadings} />;
  }
  return (
    <PlaceChoice
      label="Heading"
      entry={entry}
      now={entry.section}
      options={choices.map((one) => ({ value: one, label: one === '' ? aboveHeadings : one }))}
      moveTo={(entry, section) =>
        section === entry.section || section === ''
          ? null
          : { op: 'move', entry: refOf(entry), category: null, section }
      }
    />
  );
}

/** Keys pass through places on the way to the intended one; resting this long on one chooses it. */
const restFor = 700;

type PlaceChoiceProps<T extends string> = Readonly<{
  label: string;
  entry: EntryView;
  now: T;
  options: readonly { readonly value: T; readonly label: string }[];
  /** Null if it is there already. */
  moveTo: (entry: EntryView, section: T) => Operation | null;
}>;

function PlaceChoice<T extends string>({ label, entry, now, options, moveTo }: PlaceChoiceProps<T>) {
  const [draft, setDraft] = useState<{ readonly entry: EntryView; readonly section: T } | null>(null);
  const byPointer = useRef(false);
  const move = (to: { readonly entry: EntryView; readonly section: T }): void => {
    const operation = moveTo(to.entry, to.section);
    if (operation) {
      void change([operation]);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice begins the wait again.
  useEffect(() => {
    if (draft === null) {
      return;
    }
    const timer = setTimeout(() => {
      setDraft(null);
      move(draft);
    }, restFor);
    return () => clearTimeout(timer);
  }, [draft]);
  const settle = (): void => {
    if (draft !== null) {
      setDraft(null);
      move(draft);
    }
  };
  return (
    <Select
      aria-label={label}
      value={draft?.entry.id === entry.id ? draft.section : now}
      options={options}
      onPointerDown={() => {
        byPointer.current = true;
      }}
      onKeyDown={(event) => {
        byPointer.current = false;
        if (event.key === 'Enter') {
          settle();
        }
      }}
      onBlur={settle}
      onChange={(section) => {
        if (byPointer.current) {
          move({ entry, section });
        } else {
          setDraft({ entry, section });
        }
      }}
    />
  );
}
