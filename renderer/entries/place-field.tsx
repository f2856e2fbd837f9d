import { type Category, categories } from '#shared/entries/entry.ts';
import { SelectField, TextField } from '../ui/field.tsx';
import { sectionLabels } from '../wording/names.ts';

type PlaceFieldProps = Readonly<{
  /** True if the memory has the category sections. */
  sections: boolean;
  /** Its own headings; null if it has none. */
  headings: readonly string[] | null;
  category: Category;
  heading: string;
  hint: string;
  onCategory: (category: Category) => void;
  onHeading: (heading: string) => void;
}>;

/** Place for entries in a memory, if its format has places: a section, a heading, or nothing to choose. */
export function PlaceField({ sections, headings, category, heading, hint, onCategory, onHeading }: PlaceFieldProps) {
  if (sections) {
    return (
      <SelectField
        label="Section"
        hint={hint}
        value={category}
        options={categories.map((one) => ({ value: one, label: sectionLabels[one] }))}
        onChange={onCategory}
      />
    );
  }
  return headings === null ? null : (
    <TextField
      label="Heading (optional)"
      hint="An existing heading, or a new one."
      dir="auto"
      known={headings}
      value={heading}
      onType={onHeading}
    />
  );
}
