import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Confidence } from '#shared/entries/entry.ts';
import { archivedFirst } from '#shared/wording/rules.ts';
import { subjectFrom } from '#shared/wording/subjects.ts';
import { confidenceNames, cutToCharacters, sectionLabels } from '../../../wording/names.ts';

type SpokenEntry = Pick<EntryView, 'category' | 'section' | 'key' | 'value' | 'confidence'>;

const dots: Readonly<Record<Confidence, string>> = { certain: 'three dots', likely: 'two dots', tentative: 'one dot' };

/** Explains sections and confidence in three sentences with the person's own first entries; fewer if a memory has neither. */
export function introSentences(
  entries: readonly SpokenEntry[],
  { sections, confidence }: { readonly sections: boolean; readonly confidence: boolean },
  writable: boolean,
): readonly string[] {
  const [first] = entries;
  if (first === undefined) {
    return [];
  }
  const section = sections ? sectionLabels[first.category ?? 'unsorted'] : first.section;
  const other = entries.find((entry) => entry.confidence !== first.confidence);
  const inWords = (entry: SpokenEntry): string => `${sureness(entry)} (${dots[entry.confidence]})`;
  const others = other === undefined ? '' : `, “${nameOf(other)}” is ${inWords(other)}`;
  return [
    ...(section === '' ? [] : [`“${nameOf(first)}” is in ${section}: sections say what kind of thing an entry is.`]),
    ...(confidence
      ? [
          `“${nameOf(first)}” is ${inWords(first)}${others}: that is how sure your assistant is.`,
          ...(writable
            ? [`Confirm what is right and correct what isn’t: when the memory is full, ${archivedFirst}.`]
            : []),
        ]
      : !writable
        ? []
        : ['Correct what isn’t right and confirm what is: your words stay, whatever your assistant writes.']),
  ];
}

const sureness = ({ confidence }: SpokenEntry): string => confidenceNames[confidence].toLowerCase();
const nameOf = ({ key, value }: SpokenEntry): string => cutToCharacters(key === null ? value : subjectFrom(key), 40);
