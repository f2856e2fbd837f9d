import { isBlankOrTab, trimBlanks } from './blanks.ts';

/** Returns the title of a heading as written: after its `#`, or over its underline; null for any other text. */
export function titleOfHeading(written: string): string | null {
  const [, marked] = /^ {0,3}#{1,6}(?![^ \t\r\n])(.*)$/s.exec(written) ?? [];
  if (marked !== undefined) {
    return headingTitle(marked);
  }
  const [, underlined] = /^([^\r\n]+)(?:\r\n|\r|\n) {0,3}(?:={3,}|-{3,})[ \t]*$/.exec(written) ?? [];
  return underlined === undefined ? null : trimBlanks(underlined);
}

/** Returns the text of a heading after its level: without the `#` that may close it. */
export function headingTitle(written: string): string {
  const title = trimBlanks(written);
  let closing = title.length;
  while (title[closing - 1] === '#') {
    closing -= 1;
  }
  const isClosed = closing === 0 || isBlankOrTab(title.charCodeAt(closing - 1));
  return (isClosed ? title.slice(0, closing) : title).trim();
}
