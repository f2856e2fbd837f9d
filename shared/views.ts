/** Data on a view shared by the page and the native menu. */
export type ViewData = {
  readonly id: string;
  readonly title: string;
  /** Key that opens it from anywhere on the page. */
  readonly key: string;
  /** Key that opens it after `g`. */
  readonly letter: string;
  /** Key that opens it with the system's command key: the native menu shows it in place of `key`. */
  readonly commandKey?: string;
  /** Text in the list of shortcuts, if not its title. */
  readonly help?: string;
  /** Group in the rail: all memories; the open one; agents' data beside it, shown once there is any; the app itself. */
  readonly group: 'all' | 'memory' | 'agents' | 'app';
  /** True for the few views that fit in small windows; the others are behind “More”. */
  readonly isTab?: boolean;
  /** True if each system has a special place for it, as for settings. */
  readonly isApart?: boolean;
};

/** Views in display order. A view added here must be added to renderer/views.ts too. */
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
  {
    id: 'week',
    title: 'This week',
    group: 'all',
    key: 'l',
    letter: 'l',
    help: 'This week: what changed, in all memories',
  },
  { id: 'review', title: 'Review', group: 'memory', isTab: true, key: '1', letter: 'r' },
  { id: 'archive', title: 'Archive', group: 'memory', isTab: true, key: '2', letter: 'a' },
  { id: 'editor', title: 'File', group: 'memory', key: '3', letter: 'e', help: 'File: the memory as text' },
  { id: 'history', title: 'History', group: 'memory', key: '4', letter: 'h' },
  { id: 'assistant', title: 'What it reads', group: 'memory', key: '5', letter: 't', help: 'What an assistant reads' },
  { id: 'conversations', title: 'Conversations', group: 'agents', isTab: true, key: '7', letter: 'c' },
  { id: 'kept', title: 'Agent data', group: 'agents', key: '8', letter: 'k', help: 'Agent data: what agents store' },
  { id: 'work', title: 'Work', group: 'agents', key: '9', letter: 'w', help: 'Work: what agents do' },
  { id: 'connections', title: 'Assistants', group: 'app', key: '0', letter: 'p', help: 'Assistants: connect them' },
  { id: 'settings', title: 'Settings', group: 'app', key: '6', letter: 's', commandKey: ',', isApart: true },
] as const satisfies readonly ViewData[];

export type ViewId = (typeof list)[number]['id'];

export const viewList: readonly (ViewData & { readonly id: ViewId })[] = list;

/** Command that opens a view, of the keyboard and of the native menu. */
export type GoCommand = `go-${ViewId}`;

export const goTo = (view: ViewId): GoCommand => `go-${view}`;

/** Returns the view a command opens; null for any other command. */
export const viewOf = (command: string): ViewId | null => viewList.find(({ id }) => command === goTo(id))?.id ?? null;
