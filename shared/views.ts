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
  /**
   * What it is about, by which the rail groups views: all memories; the one that is open; what agents do beside that, shown once
   * there is any; the app itself.
   */
  readonly group: 'all' | 'memory' | 'agents' | 'app';
  /** Whether it is one of the few that small windows have room for; the others are behind “More”. */
  readonly isTab?: boolean;
  /** Whether each system has a place of its own for it, as for settings. */
  readonly isApart?: boolean;
};

/** The views, in the order they are shown in. A view that is added here is missing in renderer/views.ts until it is added there. */
const list = [
  {
    id: 'home',
    title: 'Home',
    group: 'all',
    isTab: true,
    key: 'o',
    letter: 'o',
    help: 'Home: all memories, and what needs attention',
  },
  { id: 'review', title: 'Review', group: 'memory', isTab: true, key: '1', letter: 'r' },
  { id: 'archive', title: 'Archive', group: 'memory', isTab: true, key: '2', letter: 'a' },
  { id: 'editor', title: 'File', group: 'memory', key: '3', letter: 'e', help: 'File: the memory as text' },
  { id: 'history', title: 'History', group: 'memory', key: '4', letter: 'h' },
  { id: 'assistant', title: 'What it reads', group: 'memory', key: '5', letter: 't', help: 'What an assistant reads' },
  { id: 'conversations', title: 'Conversations', group: 'agents', isTab: true, key: '7', letter: 'c' },
  { id: 'kept', title: 'Kept', group: 'agents', key: '8', letter: 'k', help: 'Kept: what agents keep' },
  { id: 'work', title: 'Work', group: 'agents', key: '9', letter: 'w', help: 'Work: what agents do' },
  { id: 'connections', title: 'Assistants', group: 'app', key: '0', letter: 'p', help: 'Assistants: connect them' },
  { id: 'settings', title: 'Settings', group: 'app', key: '6', letter: 's', commandKey: ',', isApart: true },
] as const satisfies readonly ViewData[];

export type ViewId = (typeof list)[number]['id'];

export const viewList: readonly (ViewData & { readonly id: ViewId })[] = list;

/** The command that leads to a view, of the keyboard and of the native menu. */
export type GoCommand = `go-${ViewId}`;

export const goTo = (view: ViewId): GoCommand => `go-${view}`;

/** The view a command leads to; null for any other command. */
export const viewOf = (command: string): ViewId | null => viewList.find(({ id }) => command === goTo(id))?.id ?? null;
