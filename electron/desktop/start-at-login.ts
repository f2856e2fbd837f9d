import { app } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { autostartPath, autostartText } from './autostart.ts';

/** Switch of a start at login: the app shows no window if it has an item in the tray. */
export const hiddenSwitch = '--hidden';

/** True if the system started the app at login, rather than the person. */
export const isStartedAtLogin = (): boolean =>
  process.argv.includes(hiddenSwitch) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);

type LoginPorts = Pick<Ports, 'files' | 'paths' | 'encodeText' | 'variable' | 'homeFolder'>;

/**
 * Starts the app at login from now on, or no longer. @param folder the app's folder
 * @throws if the system's file for that can't be written
 */
export async function setStartAtLogin(ports: LoginPorts, folder: string, on: boolean): Promise<void> {
  const { files, paths, variable, encodeText } = ports;
  // The process may run a copy for this start alone. A terminal in another AppImage passes its variables on.
  const isImage = process.execPath.startsWith(`${variable('APPDIR') ?? ''}/`);
  const copyOf = process.platform === 'win32' ? variable('PORTABLE_EXECUTABLE_FILE') : isImage && variable('APPIMAGE');
  const program = copyOf || process.execPath;
  const own = app.isPackaged ? [] : [folder];
  if (process.platform === 'darwin') {
    app.setLoginItemSettings({ openAtLogin: on });
  } else if (process.platform === 'win32') {
    const args = [...own.map((path) => `"${path}"`), hiddenSwitch];
    app.setLoginItemSettings({ openAtLogin: on, path: program, args });
  } else {
    const path = autostartPath(paths, variable('XDG_CONFIG_HOME'), ports.homeFolder);
    const text = autostartText([program, ...own, hiddenSwitch]);
    await (on ? files.store(path, encodeText(text)) : files.discard(path));
  }
}
