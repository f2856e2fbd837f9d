import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** True while an input method composes a word, whose keys these are. Safari sends the final Enter afterwards, as code 229. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229;
}
