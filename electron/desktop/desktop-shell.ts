import { type BrowserWindow, dialog, shell } from 'electron';
import type { DesktopShell } from '#engine/ports.ts';

export function createDesktopShell(windowOf: (caller: string) => BrowserWindow | null): DesktopShell {
  return {
    async choose(caller, kind) {
      const window = windowOf(caller);
      const options: Electron.OpenDialogOptions =
        kind === 'file'
          ? {
              title: 'Open a memory',
              properties: ['openFile'],
              filters: [
                { name: 'Markdown', extensions: ['md', 'markdown'] },
                { name: 'All files', extensions: ['*'] },
              ],
            }
          : { title: 'Open a folder that holds a memory', properties: ['openDirectory', 'createDirectory'] };
      const { canceled, filePaths } =
        window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
      return canceled ? null : (filePaths[0] ?? null);
    },
    reveal: (path) => shell.showItemInFolder(path),
  };
}
