import { isBlankOrTab, trimBlanks } from './blanks.ts';

/** What a heading says after its level: without the `#` that may close it. */
export function headingTitle(written: string): string {
  const title = trimBlanks(written);
  let closing = title.length;
  while (title[closing - 1] === '#') {
    closing -= 1;
  }
  const isClosed = closing === 0 || isBlankOrTab(title.charCodeAt(closing - 1));
  return (isClosed ? title.slice(0, closing) : title).trim();
}
