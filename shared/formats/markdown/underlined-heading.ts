import { longestTitle } from '../document.ts';
import { readMarkdownKey } from './keys.ts';

/** Underline of three or more and nothing else: a row of dashes with blanks between them is always a rule. */
const underline = /^ {0,3}(?:(={3,})|-{3,})[ \t]*$/;

/** Line with which git separates two versions of a text. */
const conflictMiddle = '=======';

/**
 * Returns the level of a heading that is one line of text over an underline; null if it is none. A line `---` below a
 * sentence, or below a name and its value, as in a frontmatter, separates that from the following lines, and is a rule.
 * @param title the line above, without blanks around it
 * @param line the one below it
 * @param isInConflict true if it may separate two versions which git could not merge
 */
export function levelOfUnderlined(title: string, line: string, isInConflict: boolean): 1 | 2 | null {
  const found = underline.exec(line);
  if (!found || title.length > longestTitle) {
    return null;
  }
  if (found[1] !== undefined) {
    return isInConflict && line === conflictMiddle ? null : 1;
  }
  return readMarkdownKey(title) !== null || /[.!。！…;,]$/.test(title) ? null : 2;
}
