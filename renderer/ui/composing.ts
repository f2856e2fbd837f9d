import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * True while an input method composes a word: keys belong to it then, Enter and Escape included. Safari sends the Enter that
 * ends a composition after it, with the code 229.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}
