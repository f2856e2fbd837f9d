import { isCalendarDate } from '../text/dates.ts';
import type { MemoryDocument } from './document.ts';
import type { ArchiveFormat } from './format.ts';

/** Archive files for a format that has none: one for each day, with the date and reason in its frontmatter. */
export const dayArchive: Pick<ArchiveFormat, 'nameOf' | 'dayOf' | 'facts' | 'isCategoryGuessed'> = {
  nameOf: (day) => `${day}.md`,
  dayOf: (name) => {
    const day = /^(\d{4}-\d{2}-\d{2})\.md$/.exec(name)?.[1];
    return day !== undefined && isCalendarDate(day) ? day : null;
  },
  facts: (document) => ({ date: fact(document, 'archived_date'), reason: fact(document, 'reason') }),
  isCategoryGuessed: () => false,
};

/** Writes the beginning of such a file. @param byHand true if a person archives, rather than the size rule */
export const dayArchiveHead = (today: string, byHand: boolean): string =>
  `---\narchived_date: ${today}\nreason: ${byHand ? 'user_request' : 'size_management'}\n---\n`;

function fact({ text, frontmatter: { body } }: MemoryDocument, name: string): string | null {
  const lines = body ? text.slice(body.from, body.to).split(/\r\n|\r|\n/) : [];
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
}
