import { titleOfHeading } from '#shared/text/heading-title.ts';
import { type ReadyContext, readyContext } from '../../api/context-store.ts';

export const aboveHeadings = 'Before the first heading';

/** The headings that entries of a memory can stand under, in file order, and after them those without an entry. */
export function headingsIn({ entries, summary }: Pick<ReadyContext, 'entries' | 'summary'>): readonly string[] {
  const withEntries = entries.map(({ section }) => section);
  const empty = summary.otherLines.map(({ text }) => titleOfHeading(text) ?? '');
  return [...new Set([...withEntries, ...empty])].filter((heading) => heading !== '');
}

export const headingsNow = (): readonly string[] => {
  const context = readyContext();
  return context === null ? [] : headingsIn(context);
};
