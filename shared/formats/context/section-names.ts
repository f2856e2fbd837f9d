import type { Category } from '../../entries/entry.ts';

/** Which category the heading of a section stands for, and how we write the heading. */
export type SectionNames = {
  readonly categoryOf: (title: string) => Category | null;
  readonly titleOf: (category: Category) => string;
  /** What a section is called in a sentence. */
  readonly nameOf: (category: Category) => string;
};

const names: Readonly<Record<Category, string>> = {
  preference: 'Preferences',
  pattern: 'Patterns',
  fact: 'Facts',
  insight: 'Insights',
};
const categoryByName = new Map(
  (Object.entries(names) as [Category, string][]).map(([category, name]) => [name.toLowerCase(), category]),
);
const confidenceOf: Readonly<Record<Category, string>> = {
  preference: 'certain',
  pattern: 'likely',
  fact: 'certain',
  insight: 'tentative',
};

/** `Preferences (certain)`: with or without the parenthesis, in any case. */
const titleShape = /^([\p{L}]+)[ \t]*(?:\([^()]*\))?$/u;
const archivedShape = /^archived[ \t]+([\p{L}]+)[ \t]*(?:\([^()]*\))?$/iu;

/** The headings of the active context: `## Preferences (certain)`. */
export const contextSections: SectionNames = {
  categoryOf: (title) => categoryByName.get(titleShape.exec(title)?.[1]?.toLowerCase() ?? '') ?? null,
  titleOf: (category) => `${names[category]} (${confidenceOf[category]})`,
  nameOf: (category) => names[category],
};

/** The headings of an archive file: `## Archived Insights`. */
export const archivedSections: SectionNames = {
  categoryOf: (title) => categoryByName.get(archivedShape.exec(title)?.[1]?.toLowerCase() ?? '') ?? null,
  titleOf: (category) => `Archived ${names[category]}`,
  nameOf: (category) => `Archived ${names[category]}`,
};
