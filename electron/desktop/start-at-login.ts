import { app } from 'electron';
import type { Ports } from '#engine/ports.ts';
import { autostartPath, autostartText } from './autostart.ts';

/** Switch of a start at login: the app shows no window if it has an item in the tray. */
export const hiddenSwitch = '--hidden';

/** True if the system started the app at login, rather than the person. */
export const isStartedAtLogin = (): boolean =>
  process.argv.includes(hiddenSwitch) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);

/** Starts the app at login from now on, or no longer. @throws if the system's file for that can't be written */
export async function setStartAtLogin(
  ports: Pick<Ports, 'files' | 'paths' | 'encodeText' | 'variable' | 'homeFolder'>,
  on: boolean,
): Promise<void> {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, ...(process.platform === 'win32' && { args: [hiddenSwitch] }) });
    return;
  }
  const { files, paths, variable } = ports;
  const path = autostartPath(paths, variable('XDG_CONFIG_HOME'), ports.homeFolder);
  if (on) {
    // The path of an AppImage’s program changes with each start.
    const program = variable('APPIMAGE') ?? process.execPath;
    const own = app.isPackaged ? [] : [app.getAppPath()];
    await files.store(path, ports.encodeText(autostartText([program, ...own, hiddenSwitch])));
  } else {
    await files.discard(path);
  }
}
