import type { EntryView } from '#shared/contract/model.ts';
import { categories, categorySchema, refOf } from '#shared/entries/entry.ts';
import { Select } from '../../ui/field.tsx';
import { type CategoryOrUnsorted, sectionNames } from '../../wording/names.ts';
import { change } from '../review/changes.ts';

/** Moves an entry to another section. Nothing can be moved out of all sections. */
export function SectionChoice({ entry }: Readonly<{ entry: EntryView }>) {
  const value: CategoryOrUnsorted = entry.category ?? 'unsorted';
  const choices: readonly CategoryOrUnsorted[] = entry.category === null ? ['unsorted', ...categories] : categories;
  return (
    <Select
      aria-label="Section"
      value={value}
      options={choices.map((one) => ({ value: one, label: sectionNames[one] }))}
      onChange={(chosen) => {
        const category = categorySchema.safeParse(chosen);
        if (category.success && category.data !== entry.category) {
          void change([{ op: 'move', entry: refOf(entry), category: category.data }]);
        }
      }}
    />
  );
}
