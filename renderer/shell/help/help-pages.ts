import { type HelpPageId, helpPages } from '#shared/help-pages.ts';

/** The page that a link of another page leads to; null where it leads elsewhere. */
export const helpPageOf = (href: string): HelpPageId | null =>
  helpPages.find(({ id }) => href === `${id}.md` || href.startsWith(`${id}.md#`))?.id ?? null;
