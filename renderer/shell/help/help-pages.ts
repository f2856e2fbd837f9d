import { type HelpPageId, helpPages } from '#shared/help-pages.ts';

/** A page of the help, and a section of it by its anchor; null for its beginning. */
export type HelpPlace = { readonly page: HelpPageId; readonly section: string | null };

/** Target of a link in a page; null if it is outside the help. */
export function helpPlaceOf(href: string, from: HelpPageId): HelpPlace | null {
  const [file = '', section = null] = href.split('#');
  const page = file === '' ? from : helpPages.find(({ id }) => file === `${id}.md`)?.id;
  return page === undefined ? null : { page, section };
}

/** Anchor of a heading, as links spell it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
