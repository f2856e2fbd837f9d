import { expect, test } from 'vitest';
import { goTo, viewList } from '#shared/views.ts';
import { commandOf, type KeyPress } from './shortcuts.ts';

/** Key press for "Ctrl+a". */
function press(text: string): KeyPress {
  const parts = text === '+' ? ['+'] : text.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
}

test.each([
  ['j', 'down'],
  ['ArrowUp', 'up'],
  ['Shift+ArrowDown', 'extend-down'],
  ['Shift+K', 'extend-up'],
  ['Enter', 'edit'],
  ['u', 'confirm'],
  ['y', 'keep'],
  ['t', 'triage'],
  ['h', 'raise'],
  ['m', 'switch'],
  ['Backspace', 'delete'],
  ['Shift+?', 'help'],
  ['Ctrl+a', 'choose-all'],
  ['Meta+z', 'undo'],
  ['Ctrl+,', 'go-settings'],
  ['Alt+j', null],
  ['Ctrl+j', null],
  ['Ctrl+Shift+z', 'redo'],
  ['Meta+Shift+Z', 'redo'],
  ['Ctrl+Shift+a', null],
] as const)('%s on the page asks for %s', (text, command) => {
  expect(commandOf(press(text), 'page', false)).toBe(command);
});

test.each(['j', 'Delete', 'Enter', ' ', '?', '/', 'Ctrl+a', 'Ctrl+z', 'Ctrl+Shift+z'])(
  '%s in a text belongs to the text',
  (text) => {
    expect(commandOf(press(text), 'text', false)).toBeNull();
  },
);

test('reaches search even from a text field', () => {
  expect(commandOf(press('Ctrl+f'), 'text', false)).toBe('search');
});

test('leaves Enter and Space to a focused button', () => {
  expect(commandOf(press('Enter'), 'control', false)).toBeNull();
  expect(commandOf(press(' '), 'control', false)).toBeNull();
  expect(commandOf(press('j'), 'control', false)).toBe('down');
});

test('opens views by letters after g', () => {
  expect(commandOf(press('a'), 'page', true)).toBe('go-archive');
  expect(commandOf(press('a'), 'page', false)).toBe('archive');
  expect(commandOf(press('j'), 'page', true)).toBe('down');
});

test('gives each view a unique key and letter', () => {
  const used = [...viewList.map(({ key }) => key), ...viewList.map(({ letter }) => `g ${letter}`)];
  expect(used).toEqual([...new Set(used)]);
  for (const view of viewList) {
    expect(commandOf(press(view.key), 'page', false)).toBe(goTo(view.id));
    expect(commandOf(press(view.letter), 'page', true)).toBe(goTo(view.id));
  }
});
