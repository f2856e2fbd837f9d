import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isComposing } from '../../ui/composing.ts';
import { type Command, commandOf } from './shortcuts.ts';

/** Returns true if it took the command. The handler mounted last is asked first. */
type Handler = (command: Command) => boolean;

const handlers: { current: Handler }[] = [];

export function useCommands(handler: Handler): void {
  const ref = useRef(handler);
  // Updated with the rendered list: a key pressed in between would act on the previous list.
  useLayoutEffect(() => {
    ref.current = handler;
  });
  useEffect(() => {
    const own = ref;
    handlers.unshift(own);
    return () => {
      handlers.splice(handlers.indexOf(own), 1);
    };
  }, []);
}

/** Runs the handler for a command; false if there is none. */
export function runFirst(command: Command, work: { readonly [C in Command]?: () => unknown }): boolean {
  work[command]?.();
  return work[command] !== undefined;
}

/** Search field of a view, which the command to search leads to. */
export function useSearchField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const focus = (): void => {
    field.current?.focus();
    field.current?.select();
  };
  useCommands((command) => runFirst(command, { search: focus }));
  return field;
}

/** Runs a command that came from elsewhere than the keyboard, unless a dialog is open over the page. */
export function runCommand(command: Command): boolean {
  return !inLayer(document.activeElement) && handlers.some((handler) => handler.current(command));
}

/** Milliseconds after g in which its second key counts. */
const pendingFor = 1000;

/** Listens for keys for as long as the page lives. Once per page. */
export function useKeyboard(): void {
  useEffect(() => {
    let pendingUntil = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isComposing(event)) {
        return;
      }
      const where = focusKind(event.target);
      const pending = event.timeStamp < pendingUntil;
      pendingUntil = 0;
      const command = commandOf(event, where, pending);
      const begins = event.key === 'g' && where !== 'text' && !event.ctrlKey && !event.metaKey && !event.altKey;
      // Most keys are text: for those the page is not searched for layers.
      if ((command === null && !begins) || inLayer(event.target)) {
        return;
      }
      if (command === null) {
        pendingUntil = event.timeStamp + pendingFor;
        return;
      }
      if (handlers.some((handler) => handler.current(command))) {
        event.preventDefault();
      }
    };
    /** Runs before any other listener on the page. */
    const hold = (event: KeyboardEvent): void => {
      if (heldForField(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    const end = new AbortController();
    window.addEventListener('keydown', hold, { capture: true, signal: end.signal });
    window.addEventListener('keydown', press, { signal: end.signal });
    window.addEventListener('focusin', giveToField, { signal: end.signal });
    return () => end.abort();
  }, []);
}

/** Dialogs and menus have keys of their own; the page beneath them is out of reach. */
function inLayer(target: EventTarget | null): boolean {
  return (
    (target instanceof Element &&
      target.closest('[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"]') !== null) ||
    document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"]') !== null
  );
}

function focusKind(target: EventTarget | null): 'text' | 'control' | 'page' {
  if (!(target instanceof HTMLElement)) {
    return 'page';
  }
  if (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')) {
    return 'text';
  }
  return target.matches('button, a[href], input, summary') ? 'control' : 'page';
}

/** Milliseconds during which typing belongs to a requested field. */
const waitsFor = 1500;

let waitingUntil = 0;
let typed = '';

const isField = (element: EventTarget | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');

/** Makes keys typed until a field appears its text, not commands. Called for a command that leads to such a field. */
export function awaitField(): void {
  typed = '';
  waitingUntil = isField(document.activeElement) ? 0 : performance.now() + waitsFor;
}

/** True if a key press is meant for a field that is about to appear. It is held until then. */
function heldForField({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
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

/** Hands text typed ahead to the field that has just got the focus. */
function giveToField({ target }: FocusEvent): void {
  if (!isField(target) || performance.now() >= waitingUntil) {
    return;
  }
  waitingUntil = 0;
  const text = typed;
  // The code that gives the focus may place the cursor afterwards.
  queueMicrotask(() => {
    if (text !== '') {
      target.setRangeText(text, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
      target.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  });
}
