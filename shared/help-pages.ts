/** Pages of docs/ on using the app, in reading order; for the page and the native menu. */
export const helpPages = [
  { id: 'using', title: 'Using Contexture' },
  { id: 'assistants', title: 'Your assistant' },
  { id: 'conversations', title: 'Conversations' },
  { id: 'storages', title: 'Agent data' },
  { id: 'work', title: 'Work in progress' },
  { id: 'scan', title: 'What is looked for' },
  { id: 'twins', title: 'Twins and contradictions' },
  { id: 'command-line', title: 'Command line' },
] as const;

export type HelpPageId = (typeof helpPages)[number]['id'];

export type HelpCommand = `help-${HelpPageId}`;

export const helpOn = (page: HelpPageId): HelpCommand => `help-${page}`;

/** Returns the page that a command opens; null for any other command. */
export const helpPageOfCommand = (command: string): HelpPageId | null =>
  helpPages.find(({ id }) => command === helpOn(id))?.id ?? null;
