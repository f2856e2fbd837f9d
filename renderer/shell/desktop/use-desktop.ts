import { useEffect } from 'react';
import type { MenuItemName } from '#shared/contract/features/app.ts';
import { openChosen, openSample, showWorkspace, workspaceNow } from '../../api/app-store.ts';
import { desktopBridge } from '../../api/bridge-transport.ts';
import { call, on } from '../../api/connection.ts';
import { createQuestion } from '../../api/questions.ts';
import { discardTyped } from '../../api/typed-forms.ts';
import { onUnsaved, saveBeforeLeaving } from '../../api/unsaved.ts';
import { runCommand } from '../../services/commands/use-commands.ts';
import { attempt, say } from '../../services/notices.ts';

const couldNotOpen = 'It could not be opened';

/** Runs the desktop window's requests to its page. In a browser there are none. Once per page. */
export function useDesktop(): void {
  useEffect(() => on('menu.chosen', ({ item }) => carryOut(item)), []);
  useEffect(() => on('open.requested', ({ path }) => attempt(showWorkspace(path), couldNotOpen)), []);
  useEffect(() => on('app.closing', () => void answerClosing()), []);
  useEffect(() => (desktopBridge() === null ? undefined : onUnsaved(noteUnsaved)), []);
}

const closing = createQuestion<{ readonly unsaved: readonly string[] }>();
export const useClosing = closing.useQuestion;

/** Answers the window that is about to close: at once if nothing would be lost, else once the person has decided. */
async function answerClosing(): Promise<void> {
  const unsaved = await saveBeforeLeaving();
  const isSafe = unsaved.length === 0;
  tell(isSafe);
  if (!isSafe && (await closing.ask({ unsaved }))) {
    discardTyped();
    tell(true);
  }
}

function tell(may: boolean): void {
  // If this does not arrive, the window asks the person itself.
  call('app.mayClose', { may }).catch(() => undefined);
}

/** Tells the window, which may be asked whether the session may end. */
function noteUnsaved(unsaved: boolean): void {
  call('app.noteUnsaved', { unsaved }).catch(() => undefined);
}

function carryOut(item: MenuItemName): void {
  switch (item) {
    case 'open-folder':
      attempt(openChosen('folder'), couldNotOpen);
      return;
    case 'open-file':
      attempt(openChosen('file'), couldNotOpen);
      return;
    case 'open-sample':
      attempt(openSample(), couldNotOpen);
      return;
    case 'reveal':
      attempt(reveal(), 'It could not be shown');
      return;
    case 'undo':
    case 'redo':
      undoRedo(item);
      return;
    default:
      runCommand(item);
  }
}

async function reveal(): Promise<void> {
  const workspace = workspaceNow();
  if (workspace) {
    await call('workspaces.reveal', { workspace: workspace.id });
  } else {
    say('No memory is open.');
  }
}

/** Undoes typing if a text field has the focus. The one command for that, deprecated as it is, has no successor. */
function undoRedo(how: 'undo' | 'redo'): void {
  const focused = document.activeElement;
  const inText = focused instanceof HTMLElement && (focused.isContentEditable || focused.matches('input, textarea'));
  if (inText && focused.closest('.cm-editor') === null) {
    document.execCommand(how);
  } else {
    runCommand(how);
  }
}

/** Opens a file or folder that is dropped on the window, or says why not. Once per page. */
export function useDroppedFiles(): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // Otherwise the browser would leave the page and show the file itself.
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        openDropped([...event.dataTransfer.files]);
      }
    };
    const end = new AbortController();
    window.addEventListener('dragover', over, { signal: end.signal });
    window.addEventListener('drop', drop, { signal: end.signal });
    return () => end.abort();
  }, []);
}

function openDropped(files: readonly File[]): void {
  const [file] = files;
  const bridge = desktopBridge();
  if (file === undefined || files.length > 1) {
    say('Drop one file or folder at a time.', 'warning');
  } else if (bridge === null) {
    say(`Your browser doesn’t say where “${file.name}” is. Choose it with “Open…” instead.`, 'warning');
  } else {
    const path = bridge.pathOf(file);
    if (path === '') {
      say(`“${file.name}” is not a file on this computer, so it can’t be opened.`, 'warning');
    } else {
      attempt(showWorkspace(path), 'It could not be opened');
    }
  }
}
