/** How long after a field was asked for what is typed is meant for it. */
const waitsFor = 1500;

let waitingUntil = 0;
let typed = '';

const isField = (element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** A field was asked for that may take a moment to appear: what is typed until then is no command but its text. */
export function awaitField(): void {
  typed = '';
  waitingUntil = isField(document.activeElement) ? 0 : performance.now() + waitsFor;
}

/** Whether a key press is meant for a field that is on its way. It is held until the field is there. */
export function heldForField({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (performance.now() >= waitingUntil) {
    return false;
  }
  if (key === 'Escape') {
    waitingUntil = 0;
    return false;
  }
  const isText = [...key].length === 1 && !ctrlKey && !metaKey && !altKey;
  if (isText) {
    typed += key;
  }
  return isText;
}

/** Hands what was typed ahead to the field that has just got the focus. */
export function giveToField({ target }: FocusEvent): void {
  if (!isField(target) || performance.now() >= waitingUntil) {
    return;
  }
  waitingUntil = 0;
  const text = typed;
  // Whoever gives it the focus may put the cursor in its place afterwards.
  queueMicrotask(() => {
    if (text !== '') {
      target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
      target.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
}
