import { type Category, defaultConfidence, sectionNames } from '../../entries/entry.ts';

/** Categories by the headings of sections, and the headings we write. */
export type SectionNames = {
  readonly categoryOf: (title: string) => Category | null;
  readonly titleOf: (category: Category) => string;
  readonly nameOf: (category: Category) => string;
};

const categoryByName = new Map(
  (Object.entries(sectionNames) as [Category, string][]).map(([category, name]) => [name.toLowerCase(), category]),
);

/** `Preferences (certain)`: with or without the parenthesis, in any case. */
const titleShape = /^([\p{L}]+)[ \t]*(?:\([^()]*\))?$/u;
const archivedShape = /^archived[ \t]+([\p{L}]+)[ \t]*(?:\([^()]*\))?$/iu;

const ourHeading = /^#{1,6}[ \t]+(?:archived[ \t]+)?(?:preferences|patterns|facts|insights)\b/i;
export const isOurHeading = (line: string): boolean => ourHeading.test(line);

/** Headings of the active context: `## Preferences (certain)`. */
export const contextSections: SectionNames = {
  categoryOf: (title) => categoryByName.get(titleShape.exec(title)?.[1]?.toLowerCase() ?? '') ?? null,
  titleOf: (category) => `${sectionNames[category]} (${defaultConfidence[category]})`,
  nameOf: (category) => sectionNames[category],
};

/** Headings of an archive file: `## Archived Insights`. */
export const archivedSections: SectionNames = {
  categoryOf: (title) => categoryByName.get(archivedShape.exec(title)?.[1]?.toLowerCase() ?? '') ?? null,
  titleOf: (category) => `Archived ${sectionNames[category]}`,
  nameOf: (category) => `Archived ${sectionNames[category]}`,
};
