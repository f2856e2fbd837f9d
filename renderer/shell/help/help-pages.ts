/** Pages of docs/ that say how the app is used, in the order they are read in. */
export const helpPages = [
  { id: 'using', title: 'Using Contexture' },
  { id: 'assistants', title: 'Your assistant' },
  { id: 'conversations', title: 'Conversations' },
  { id: 'storages', title: 'What agents keep' },
  { id: 'work', title: 'Work in progress' },
  { id: 'scan', title: 'What is looked for' },
  { id: 'twins', title: 'Twins and contradictions' },
  { id: 'command-line', title: 'Command line' },
] as const;

export type HelpPageId = (typeof helpPages)[number]['id'];

/** The page that a link of another page leads to; null where it leads elsewhere. */
export const helpPageOf = (href: string): HelpPageId | null =>
  helpPages.find(({ id }) => href === `${id}.md` || href.startsWith(`${id}.md#`))?.id ?? null;
