/** What the page and the native menu both know of a view. */
export type ViewData = {
  readonly id: string;
  readonly title: string;
  /** Leads to it from anywhere on the page. */
  readonly key: string;
  /** The same after `g`. */
  readonly letter: string;
  /** The same with the system's command key: the native menu shows it in the place of `key`. */
  readonly commandKey?: string;
  /** What the list of shortcuts says of it, if not its title. */
  readonly help?: string;
  /** Whether it stands apart from the others: at the end of the rail, and where each system has its settings. */
  readonly isApart?: boolean;
};

/** The views, in the order they are shown in. A view that is added here is missing in renderer/views.ts until it is added there. */
const list = [
  { id: 'review', title: 'Review', key: '1', letter: 'r' },
  { id: 'archive', title: 'Archive', key: '2', letter: 'a' },
  { id: 'editor', title: 'Editor', key: '3', letter: 'e' },
  { id: 'history', title: 'History', key: '4', letter: 'h' },
  { id: 'assistant', title: 'What it reads', key: '5', letter: 't', help: 'What an assistant reads' },
  { id: 'conversations', title: 'Conversations', key: '7', letter: 'c' },
  { id: 'kept', title: 'Kept', key: '8', letter: 'k', help: 'Kept: what agents keep' },
  { id: 'work', title: 'Work', key: '9', letter: 'w', help: 'Work: what agents do' },
  { id: 'connections', title: 'Assistants', key: '0', letter: 'p', help: 'Assistants: connect them' },
  { id: 'settings', title: 'Settings', key: '6', letter: 's', commandKey: ',', isApart: true },
] as const satisfies readonly ViewData[];

export type ViewId = (typeof list)[number]['id'];

export const viewList: readonly (ViewData & { readonly id: ViewId })[] = list;

/** The command that leads to a view, of the keyboard and of the native menu. */
export type GoCommand = `go-${ViewId}`;

export const goTo = (view: ViewId): GoCommand => `go-${view}`;

/** The view a command leads to; null for any other command. */
export const viewOf = (command: string): ViewId | null => viewList.find(({ id }) => command === goTo(id))?.id ?? null;
