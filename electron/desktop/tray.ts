import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import { counted } from '#shared/text/counts.ts';
import { type TrayOptions, trayTemplate } from './tray-menu.ts';

/** Pixels of the icon in a menu bar of macOS. */
const appleSize = 16;

/** Adds the item to the tray, or to the menu bar. @param folder folder of the app's icons */
export function createTray(folder: string, onClick: () => void) {
  const icon = nativeImage.createFromPath(join(folder, '32x32.png'));
  const isApple = process.platform === 'darwin';
  const tray = new Tray(isApple ? icon.resize({ width: appleSize, height: appleSize }) : icon);
  if (!isApple) {
    // There a click opens the menu.
    tray.on('click', onClick);
  }
  return {
    update(options: TrayOptions): void {
      const { length } = options.waiting;
      tray.setToolTip(length === 0 ? 'Contexture' : `Contexture: news in ${counted(length, 'memory', 'memories')}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(options)));
    },
    remove: (): void => tray.destroy(),
  };
}
