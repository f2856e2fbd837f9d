import { goTo, viewList } from '#shared/views.ts';
import { type Command, isApple, mod, modKeys } from './shortcuts.ts';

type Shortcut = {
  /** Null for keys that the editor handles by itself. */
  readonly command: Command | null;
  /** Displayed keys; alternatives are divided by "or". */
  readonly keys: readonly string[];
  readonly does: string;
  /** Memories in which it means that: those with confidence, or the others; all if left out. */
  readonly where?: 'sure' | 'unsaid';
};

/** Keys as shown in the help and the palette; not part of the page's start. */
export const shortcutGroups: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Move and select',
    shortcuts: [
      { command: 'down', keys: ['j', '↓'], does: 'Next entry' },
      { command: 'up', keys: ['k', '↑'], does: 'Previous entry' },
      { command: 'first', keys: ['Home'], does: 'First entry' },
      { command: 'last', keys: ['End'], does: 'Last entry' },
      { command: 'toggle', keys: ['x', 'Space'], does: 'Select or deselect' },
      { command: 'extend-down', keys: ['Shift ↓', 'Shift ↑'], does: 'Select several' },
      { command: 'choose-all', keys: [`${mod} A`], does: 'Select all' },
      { command: 'escape', keys: ['Esc'], does: 'Close, clear, or stop editing' },
    ],
  },
  {
    title: 'Correct and keep',
    shortcuts: [
      { command: 'keep', keys: ['y'], does: 'Mark as seen' },
      { command: 'edit', keys: ['Enter', 'e'], does: 'Edit in place' },
      { command: 'details', keys: ['i'], does: 'Show the details' },
      { command: 'confirm', keys: ['c', 'u'], does: 'Confirm, one step up', where: 'sure' },
      { command: 'confirm', keys: ['c', 'u'], does: 'Confirm or unconfirm', where: 'unsaid' },
      { command: 'demote', keys: ['d'], does: 'Less sure', where: 'sure' },
      { command: 'pin', keys: ['p'], does: 'Pin or unpin' },
      { command: 'about', keys: ['w'], does: 'Set who or what it’s about' },
      { command: 'raise', keys: ['h'], does: 'Move up, to where it is read' },
      { command: 'archive', keys: ['a'], does: 'Archive' },
      { command: 'delete', keys: ['Delete', 'Backspace'], does: 'Delete' },
      { command: 'restore', keys: ['r'], does: 'Restore it, or what it said before' },
      { command: 'add', keys: ['n'], does: 'Add an entry' },
      { command: 'undo', keys: [`${mod} Z`], does: 'Undo the latest change' },
      { command: 'redo', keys: [`${mod} Shift Z`], does: 'Redo what was undone' },
    ],
  },
  {
    title: 'Go',
    shortcuts: [
      { command: 'triage', keys: ['t'], does: 'Review what’s new' },
      { command: 'search', keys: ['/', `${mod} F`], does: 'Search' },
      ...viewList.map(({ id, title, key, letter, commandKey, help }) => ({
        command: goTo(id),
        keys: [key, `g ${letter}`, ...(commandKey === undefined ? [] : [modKeys(commandKey)])],
        does: help ?? title,
      })),
      { command: 'switch', keys: ['m'], does: 'Switch to another memory' },
      { command: 'show-in-file', keys: ['f'], does: 'Show the entry in the file' },
      { command: 'palette', keys: [modKeys('K')], does: 'Commands: all of these, by name' },
      { command: 'help', keys: ['?'], does: 'These shortcuts' },
    ],
  },
  {
    title: 'In a conversation',
    shortcuts: [
      { command: 'extend-down', keys: ['Shift ↓', 'Shift J'], does: 'Your next message' },
      { command: 'extend-up', keys: ['Shift ↑', 'Shift K'], does: 'Your previous message' },
      { command: 'edit', keys: ['Enter'], does: 'Unfold or fold what was done' },
      { command: 'search', keys: ['/'], does: 'Find in it' },
      { command: 'find-after', keys: ['F3', modKeys('G')], does: 'Next match' },
      { command: 'find-before', keys: ['Shift F3', modKeys('Shift G')], does: 'Previous match' },
      { command: 'add', keys: ['n'], does: 'Remember the selection or message' },
      { command: 'first', keys: ['Home'], does: 'Top' },
      { command: 'last', keys: ['End'], does: 'Bottom' },
    ],
  },
  {
    title: 'In agent data',
    shortcuts: [
      { command: 'edit', keys: ['Enter'], does: 'Open it; in a tree, unfold or fold' },
      { command: 'keep', keys: ['y'], does: 'Mark it as seen' },
      { command: 'confirm', keys: ['c'], does: 'Clear' },
      { command: 'delete', keys: ['Delete', 'Backspace'], does: 'Remove' },
    ],
  },
  {
    title: 'In work',
    shortcuts: [
      { command: 'edit', keys: ['Enter'], does: 'Open it; in its data, correct the value' },
      { command: 'details', keys: ['i'], does: 'Show details' },
      { command: 'archive', keys: ['a'], does: 'Archive' },
      { command: 'restore', keys: ['r'], does: 'Restore what was archived' },
      { command: 'search', keys: ['/'], does: 'Search work' },
    ],
  },
  {
    title: 'In the editor',
    shortcuts: [
      { command: 'save', keys: [modKeys('S')], does: 'Save' },
      { command: null, keys: [modKeys('F')], does: 'Find and replace' },
      { command: null, keys: ['F8', 'Shift F8'], does: 'Next problem, previous problem' },
      { command: null, keys: [modKeys('.')], does: 'Repair the problem in this line' },
      { command: null, keys: [modKeys('I')], does: 'Details of the entry' },
      { command: null, keys: ['Ctrl Space'], does: 'Suggest what can go here' },
      {
        command: null,
        keys: isApple ? ['⌘ Alt [', '⌘ Alt ]'] : ['Ctrl Shift [', 'Ctrl Shift ]'],
        does: 'Fold or unfold a section',
      },
    ],
  },
];

/** First keys of a command, as displayed; undefined if there are none. */
export function keysOf(command: Command): string | undefined {
  return shortcutGroups.flatMap(({ shortcuts }) => shortcuts).find((shortcut) => shortcut.command === command)?.keys[0];
}
