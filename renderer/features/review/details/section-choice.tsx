import { useEffect, useRef, useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { categories, categorySchema, refOf } from '#shared/entries/entry.ts';
import { Select } from '../../../ui/field.tsx';
import { type CategoryOrUnsorted, sectionNames } from '../../../wording/names.ts';
import { change } from '../changes.ts';

type Draft = { readonly entry: EntryView; readonly section: CategoryOrUnsorted };

/** Keys pass through sections on their way to the one that is meant; resting this long on one means it. */
const restFor = 700;

/** Moves an entry to another section. Nothing can be moved out of all sections. */
export function SectionChoice({ entry }: Readonly<{ entry: EntryView }>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const byPointer = useRef(false);
  const now: CategoryOrUnsorted = entry.category ?? 'unsorted';
  const choices: readonly CategoryOrUnsorted[] = entry.category === null ? ['unsorted', ...categories] : categories;
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
      aria-label="Section"
      value={draft?.entry.id === entry.id ? draft.section : now}
      options={choices.map((one) => ({ value: one, label: sectionNames[one] }))}
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

function move({ entry, section }: Draft): void {
  const category = categorySchema.safeParse(section);
  if (category.success && category.data !== entry.category) {
    void change([{ op: 'move', entry: refOf(entry), category: category.data }]);
  }
}
