import { homedir } from 'node:os';
import { type BrowserWindow, dialog, shell } from 'electron';
import type { DesktopShell, PersonAsked } from '#engine/ports.ts';
import type { ChooserKind } from '#shared/contract/features/workspaces.ts';

export function createDesktopShell(windowOf: (caller: string) => BrowserWindow | null): DesktopShell {
  return {
    async choose(caller, kind) {
      const window = windowOf(caller);
      const options = { defaultPath: homedir(), ...choices[kind] };
      const { canceled, filePaths } =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
      return canceled ? null : (filePaths[0] ?? null);
    },
    reveal: (path) => shell.showItemInFolder(path),
    async openFile(path) {
      // It resolves to the reason if no program opens it.
      if ((await shell.openPath(path)) !== '') {
        shell.showItemInFolder(path);
      }
    },
  };
}

/** Warns in a dialog of a window, whose first button is the usual one. Resolves to the index of the button pressed. */
export async function warnIn(
  window: BrowserWindow,
  warning: Pick<Electron.MessageBoxOptions, 'message' | 'detail' | 'buttons' | 'cancelId' | 'signal'>,
): Promise<number> {
  const options = { type: 'warning', defaultId: 0, cancelId: 0, noLink: true, ...warning } as const;
  return (await dialog.showMessageBox(window, options)).response;
}

/** Makes a dialog of the system, which no page can answer. While one is open, further questions are answered with no. */
export function createQuestion(agreement: string): (message: string, detail: string) => Promise<boolean> {
  let isAsking = false;
  return async (message, detail) => {
    if (isAsking) {
      return false;
    }
    isAsking = true;
    try {
      const buttons = [agreement, 'Cancel'];
      const question = { type: 'question', message, detail, buttons, defaultId: 1, cancelId: 1, noLink: true } as const;
      return (await dialog.showMessageBox(question)).response === 0;
    } finally {
      isAsking = false;
    }
  };
}

const mayAllow = createQuestion('Allow');

export const askInDialog: PersonAsked = {
  where: null,
  agrees: (question, detail) => mayAllow(question, detail).catch(() => false),
};

const file: Electron.OpenDialogOptions['properties'] = ['openFile', 'showHiddenFiles'];
const folder: Electron.OpenDialogOptions['properties'] = ['openDirectory', 'createDirectory', 'showHiddenFiles'];
const allFiles = { name: 'All files', extensions: ['*'] };

const choices: Readonly<Record<ChooserKind, Electron.OpenDialogOptions>> = {
  file: {
    title: 'Open a memory',
    properties: file,
    filters: [{ name: 'Markdown', extensions: ['md', 'markdown', 'mdc'] }, allFiles],
  },
  folder: { title: 'Open a folder that holds a memory', properties: folder },
  backup: {
    title: 'Restore from a backup',
    properties: file,
    filters: [{ name: 'Backups', extensions: ['zip', 'age'] }, allFiles],
  },
  'backup folder': { title: 'A folder for backups', properties: folder },
};
