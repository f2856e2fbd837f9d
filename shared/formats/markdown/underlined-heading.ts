import { longestTitle } from '../document.ts';
import { readMarkdownKey } from './keys.ts';

/** Three or more, and nothing else: a row of dashes with blanks between them is a rule wherever it stands. */
const underline = /^ {0,3}(?:(={3,})|-{3,})[ \t]*$/;

/** By which git parts two versions of a text. */
const conflictMiddle = '=======';

/**
 * How deep a heading is that is one line of text over a line of its own; null where it is none. A line `---` below a sentence, or
 * below a name and its value, as in a frontmatter, parts that from what follows, and is a rule.
 * @param title the line above, without blanks around it
 * @param line the one below it
 * @param isInConflict whether that may part two versions which git could not merge
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
