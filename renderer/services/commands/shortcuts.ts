import type { HelpCommand } from '#shared/help-pages.ts';
import { type GoCommand, goTo, type ViewData, viewList } from '#shared/views.ts';

/** Commands of keys, and further ones of the palette. */
export type Command =
  | 'down'
  | 'up'
  | 'extend-down'
  | 'extend-up'
  | 'first'
  | 'last'
  | 'edit'
  | 'details'
  | 'confirm'
  | 'demote'
  | 'pin'
  | 'about'
  | 'raise'
  | 'archive'
  | 'delete'
  | 'restore'
  | 'keep'
  | 'triage'
  | 'toggle'
  | 'choose-all'
  | 'add'
  | 'undo'
  | 'redo'
  | 'search'
  | 'find-after'
  | 'find-before'
  | 'help'
  | 'report'
  | 'palette'
  | 'switch'
  | GoCommand
  | HelpCommand
  | 'save'
  | 'erase'
  | 'show-in-file'
  | 'escape';

export const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
export const mod = isApple ? '⌘' : 'Ctrl';

/** Displayed form of a key held with the platform’s command key. */
export const modKeys = (key: string): string => `${mod} ${key}`;

const plain: Readonly<Record<string, Command>> = {
  j: 'down',
  ArrowDown: 'down',
  k: 'up',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
  Enter: 'edit',
  e: 'edit',
  i: 'details',
  c: 'confirm',
  u: 'confirm',
  d: 'demote',
  p: 'pin',
  w: 'about',
  h: 'raise',
  a: 'archive',
  Delete: 'delete',
  Backspace: 'delete',
  r: 'restore',
  y: 'keep',
  t: 'triage',
  x: 'toggle',
  ' ': 'toggle',
  n: 'add',
  '/': 'search',
  '?': 'help',
  ...goingTo(({ key }) => key),
  m: 'switch',
  f: 'show-in-file',
  Escape: 'escape',
};

const withModifier: Readonly<Record<string, Command>> = {
  a: 'choose-all',
  z: 'undo',
  f: 'search',
  g: 'find-after',
  s: 'save',
  k: 'palette',
  ...goingTo(({ commandKey }) => commandKey),
};

const withModifierAndShift: Readonly<Record<string, Command>> = { z: 'redo', g: 'find-before' };

const ofText: readonly Command[] = ['choose-all', 'undo', 'redo'];

const afterG = goingTo(({ letter }) => letter);

/** Commands that lead to views, by one of each view's keys. */
function goingTo(keyOf: (view: ViewData) => string | undefined): Readonly<Record<string, Command>> {
  return Object.fromEntries(
    viewList.flatMap((view) => {
      const key = keyOf(view);
      return key === undefined ? [] : [[key, goTo(view.id)]];
    }),
  );
}

export type KeyPress = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
};

/** Command of a key. Keys with a meaning at the focus are left alone. `pending`: right after a g. */
export function commandOf(press: KeyPress, where: 'text' | 'control' | 'page', pending: boolean): Command | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey) {
    return null;
  }
  if (ctrlKey || metaKey) {
    const command = shiftKey ? withModifierAndShift[key.toLowerCase()] : withModifier[key.toLowerCase()];
    // A text field keeps these keys for its text.
    return command && !(where === 'text' && ofText.includes(command)) ? command : null;
  }
  if (key === 'F3') {
    return shiftKey ? 'find-before' : 'find-after';
  }
  if (where === 'text' || (where === 'control' && (key === 'Enter' || key === ' '))) {
    return null;
  }
  if (pending && afterG[key]) {
    return afterG[key];
  }
  if (shiftKey && (key === 'ArrowDown' || key === 'J')) {
    return 'extend-down';
  }
  if (shiftKey && (key === 'ArrowUp' || key === 'K')) {
    return 'extend-up';
  }
  return plain[key] ?? null;
}
