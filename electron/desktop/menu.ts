import type { ContextMenuParams, JumpListCategory, MenuItemConstructorOptions } from 'electron';
import type { Change } from '#shared/contract/changes.ts';
import type { MenuItemName } from '#shared/contract/features/app.ts';
import type { UndoRedo } from '#shared/contract/features/memory.ts';
import type { MemoryPlace } from '#shared/contract/features/workspaces.ts';
import { helpOn, helpPages } from '#shared/help-pages.ts';
import { goTo, viewList } from '#shared/views.ts';

type MenuOptions = {
  readonly platform: NodeJS.Platform;
  readonly isDevelopment: boolean;
  readonly recent: readonly MemoryPlace[];
  readonly undoRedo: UndoRedo;
  readonly run: (item: MenuItemName) => void;
  readonly openPath: (path: string, where: 'here' | 'beside') => void;
  readonly openEmpty: () => void;
  readonly openLog: () => void;
};

type Item = MenuItemConstructorOptions;

const maxRecent = 10;
/** Characters that Windows shows of an item's description. */
const maxDescription = 260;
const separator: Item = { type: 'separator' };

export function menuTemplate(options: MenuOptions): Item[] {
  const isApple = options.platform === 'darwin';
  return [
    ...(isApple ? [appMenu(options)] : []),
    fileMenu(options, isApple),
    editMenu(options),
    viewMenu(options),
    { role: 'windowMenu' },
    helpMenu(options, isApple),
  ];
}

function pageItem({ run }: MenuOptions, id: MenuItemName, label: string, accelerator?: string): Item {
  return { id, label, click: () => run(id), ...(accelerator === undefined ? {} : { accelerator }) };
}

/** Makes an item whose key the page listens for by itself; the menu only shows it. */
function shownItem(options: MenuOptions, id: MenuItemName, label: string, accelerator: string): Item {
  return { ...pageItem(options, id, label, accelerator), registerAccelerator: false };
}

/** Makes items for the views that people look for where their system has the settings. */
function settingsItems(options: MenuOptions): Item[] {
  return viewList
    .filter(({ isApart }) => isApart === true)
    .map(({ id, title, key, commandKey }) =>
      shownItem(options, goTo(id), `${title}…`, `CmdOrCtrl+${commandKey ?? key}`),
    );
}

function appMenu(options: MenuOptions): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      ...settingsItems(options),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}

function fileMenu(options: MenuOptions, isApple: boolean): Item {
  const own: Item[] = isApple ? [] : [separator, ...settingsItems(options)];
  return {
    role: 'fileMenu',
    submenu: [
      { id: 'new-window', label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: options.openEmpty },
      separator,
      pageItem(options, 'open-folder', 'Open Folder…', 'CmdOrCtrl+O'),
      pageItem(options, 'open-file', 'Open File…', 'CmdOrCtrl+Shift+O'),
      recentItem(options, { id: 'recent', label: 'Open Recent', where: 'here' }),
      recentItem(options, { id: 'beside', label: 'Open in New Window', where: 'beside' }),
      pageItem(options, 'open-sample', 'Open Sample'),
      separator,
      shownItem(options, 'save', 'Save', 'CmdOrCtrl+S'),
      pageItem(options, 'reveal', isApple ? 'Reveal in Finder' : 'Show in File Manager'),
      ...own,
      separator,
      isApple ? { role: 'close' } : { role: 'quit' },
    ],
  };
}

function recentItem(
  { recent, openPath }: MenuOptions,
  { id, label, where }: { readonly id: string; readonly label: string; readonly where: 'here' | 'beside' },
): Item {
  const submenu = recent.slice(0, maxRecent).map(
    ({ name, path }): Item => ({
      id: `${id} ${path}`,
      label: plainLabel(`${name} — ${path}`),
      click: () => openPath(path, where),
    }),
  );
  return { id: `open-${id}`, label, enabled: submenu.length > 0, submenu };
}

/** Escapes ampersands, which would underline the letter after them. */
export const plainLabel = (label: string): string => label.replaceAll('&', '&&');

const named = (verb: string, change: Change | null): string =>
  change === null ? verb : plainLabel(`${verb}: ${change.label}`);

function editMenu(options: MenuOptions): Item {
  return {
    role: 'editMenu',
    submenu: [
      // Don't use the system's role, which only undoes typing: outside of a text, this undoes the latest change.
      shownItem(options, 'undo', named('Undo', options.undoRedo.undo), 'CmdOrCtrl+Z'),
      shownItem(options, 'redo', named('Redo', options.undoRedo.redo), 'CmdOrCtrl+Shift+Z'),
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
      separator,
      pageItem(options, 'add', 'Add Entry…', 'CmdOrCtrl+N'),
      shownItem(options, 'search', 'Find…', 'CmdOrCtrl+F'),
    ],
  };
}

function viewMenu(options: MenuOptions): Item {
  return {
    role: 'viewMenu',
    submenu: [
      ...viewList
        .filter(({ isApart }) => isApart !== true)
        .map(({ id, title, key }) =>
          // Letters are taken by each system's own accelerators.
          pageItem(options, goTo(id), title, /^\d$/.test(key) ? `CmdOrCtrl+${key}` : undefined),
        ),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // The plus sign needs Shift on most keyboards.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(options.isDevelopment ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : []),
    ],
  };
}

/** Makes the context menu of a text field, or of selected text; empty elsewhere. */
export function textMenuTemplate({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): Item[] {
  const copy: Item = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) {
    return selectionText === '' ? [] : [copy];
  }
  return [
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

function helpMenu(options: MenuOptions, isApple: boolean): Item {
  const about: Item[] = isApple ? [] : [separator, { role: 'about' }];
  const pages = helpPages.map(({ id, title }) => pageItem(options, helpOn(id), title));
  const problems: Item[] = [
    separator,
    { id: 'open-log', label: 'Open Log', click: options.openLog },
    pageItem(options, 'report', 'Report a Problem…'),
  ];
  const shortcuts = pageItem(options, 'help', 'Keyboard Shortcuts');
  return { role: 'help', submenu: [shortcuts, separator, ...pages, ...problems, ...about] };
}

/** Makes the menu of the app's icon in the Dock of macOS. */
export const dockTemplate = (
  recent: MenuOptions['recent'],
  openBeside: (path: string) => void,
  openEmpty: MenuOptions['openEmpty'],
): Item[] => [
  ...recent
    .slice(0, maxRecent)
    .map(({ name, path }): Item => ({ label: plainLabel(name), click: () => openBeside(path) })),
  separator,
  { label: 'New Window', click: openEmpty },
];

/** Makes the jump list of the app's icon in the taskbar of Windows. @param program path of the app's program */
export const jumpListOf = (recent: MenuOptions['recent'], program: string): JumpListCategory[] => [
  {
    type: 'custom',
    name: 'Recent memories',
    items: recent.slice(0, maxRecent).map(({ name, path }) => ({
      type: 'task',
      title: name,
      description: path.slice(0, maxDescription),
      program,
      // A backslash before the closing quotation mark would escape it.
      args: `"${path.replace(/\\+$/, '$&$&')}"`,
      iconPath: program,
      iconIndex: 0,
    })),
  },
];
