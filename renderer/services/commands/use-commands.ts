import { useEffect, useLayoutEffect, useRef } from 'react';
import { awaitField, giveToField, heldForField } from './keys-ahead.ts';
import { type Command, commandOf } from './shortcuts.ts';

/** Says whether it took the command. The handler mounted last is asked first. */
type Handler = (command: Command) => boolean;

const handlers: { current: Handler }[] = [];

export function useCommands(handler: Handler): void {
  const ref = useRef(handler);
  // With what is shown, not a moment later: a key pressed between the two would be carried out on the list before.
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

/** Carries out a command by what is done at each of some; false where it is none of them. */
export function carryOutOne(command: Command, work: { readonly [C in Command]?: () => unknown }): boolean {
  work[command]?.();
  return work[command] !== undefined;
}

/** Carries out a command that came from elsewhere than the keyboard, unless a dialog is open over the page. */
export function runCommand(command: Command): boolean {
  return !inLayer(document.activeElement) && handlers.some((handler) => handler.current(command));
}

/** How long after g its second key still counts. */
const pendingFor = 1000;

/** Listens for keys for as long as the page lives. Once per page. */
export function useKeyboard(): void {
  useEffect(() => {
    let pendingUntil = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) {
        return;
      }
      const where = whereOf(event.target);
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
        if (command === 'edit' || command === 'palette') {
          awaitField();
        }
      }
    };
    /** Before anything else on the page hears of them. */
    const hold = (event: KeyboardEvent): void => {
      if (heldForField(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    window.addEventListener('keydown', hold, true);
    window.addEventListener('keydown', press);
    window.addEventListener('focusin', giveToField);
    return () => {
      window.removeEventListener('keydown', hold, true);
      window.removeEventListener('keydown', press);
      window.removeEventListener('focusin', giveToField);
    };
  }, []);
}

/** Dialogs and menus have keys of their own; what lies beneath them is out of reach. */
function inLayer(target: EventTarget | null): boolean {
  return (
    (target instanceof Element &&
      target.closest('[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"]') !== null) ||
    document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"], [role="menu"]') !== null
  );
}

function whereOf(target: EventTarget | null): 'text' | 'control' | 'page' {
  if (!(target instanceof HTMLElement)) {
    return 'page';
  }
  if (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])')) {
    return 'text';
  }
  return target.matches('button, a[href], input, summary') ? 'control' : 'page';
}
