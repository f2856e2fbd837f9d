import type { EntryFields } from '../entries/entry.ts';
import { foldedForSearch } from '../entries/search.ts';
import { trimBlanksEnd, trimBlanksStart } from '../text/blanks.ts';
import { nameHidden } from '../text/visible-characters.ts';

/** Characters that some reader takes for the end of a line. */
const lineBreaks = /[\n\r\v\f\u0085\u2028\u2029]+/;
/** Nearly all lines have none of these, and so nothing to hide. */
const suspicious = /[\p{Cc}\p{Cf}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const blockTag = /<(?=\s*(?:\/\s*)?global-context)/gi;

/** Formats an entry on one line, unseen characters named: it can't pass for two lines, nor hide anything. */
export const lineText = ({ key, value }: Pick<EntryFields, 'key' | 'value'>): string =>
  oneLine(key === null ? value : value === '' ? `${key}:` : `${key}: ${value}`);

/** Formats any text on one line, its hidden characters named. */
export function oneLine(text: string): string {
  const line = joinedLines(text).replaceAll('\t', ' ');
  return suspicious.test(line) ? nameHidden(line) : line;
}

/** Joins the lines of a text with one blank between any two. Blanks at the ends of the whole stay. */
function joinedLines(text: string): string {
  const lines = text.split(lineBreaks);
  const last = lines.length - 1;
  return lines
    .map((line, index) => (index === 0 ? line : trimBlanksStart(line)))
    .map((line, index) => (index === last ? line : trimBlanksEnd(line)))
    .join(' ');
}

/** Formats an entry for the block, which it can neither close nor open; one about someone else says so. */
export function blockText(entry: Pick<EntryFields, 'key' | 'value' | 'flags'>): string {
  const text = lineText(entry);
  const { about } = entry.flags;
  const isNamed = about === null || foldedForSearch(text).includes(foldedForSearch(about.name));
  return withoutBlockTags(isNamed ? text : `${text} (about ${oneLine(about.name)})`);
}

/** Escapes tags, so that a text can neither open nor close a block. */
export const withoutBlockTags = (text: string): string => text.replace(blockTag, '&lt;');
