import { useEffect } from 'react';
import type { MenuItemName } from '#shared/contract/features/app.ts';
import { openSample, openWorkspace, useApp } from '../../api/app-store.ts';
import { call, on } from '../../api/connection.ts';
import { problemOf } from '../../api/problem.ts';
import { runCommand } from '../../services/commands/use-commands.ts';
import { say, sayProblem } from '../../services/notices.ts';
import { openChosen } from '../../services/open-chosen.ts';
import { answerClosing } from './closing.ts';

const couldNotOpen = 'It could not be opened';

/** Carries out what the desktop window asks of its page. In a browser none of it ever comes. Once per page. */
export function useDesktop(): void {
  useEffect(() => on('menu.chosen', ({ item }) => carryOut(item)), []);
  useEffect(() => on('open.requested', ({ path }) => attempt(openWorkspace(path), couldNotOpen)), []);
  useEffect(() => on('app.closing', () => void answerClosing()), []);
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
  const { stage } = useApp.getState();
  if (stage.kind === 'open') {
    await call('workspaces.reveal', { workspace: stage.workspace.id });
  } else {
    say('No memory is open.');
  }
}

/** In a text it is the typing that is undone. The one command for that, deprecated as it is, has no successor. */
function undoRedo(how: 'undo' | 'redo'): void {
  const focused = document.activeElement;
  const inText = focused instanceof HTMLElement && (focused.isContentEditable || focused.matches('input, textarea'));
  if (inText && focused.closest('.cm-editor') === null) {
    document.execCommand(how);
  } else {
    runCommand(how);
  }
}

function attempt(work: Promise<void>, title: string): void {
  work.catch((error: unknown) => sayProblem(problemOf(error), title));
}
