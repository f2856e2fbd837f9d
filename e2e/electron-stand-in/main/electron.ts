/** Exports that the main bundle gets when it imports `electron`. A missing name fails that import. */
export { app } from './app.ts';
export { ipcMain } from './ipc.ts';
export { Menu } from './menu.ts';
export { Notification, Tray } from './notices.ts';
export { net, protocol, session } from './session.ts';
export { autoUpdater, dialog, nativeImage, nativeTheme, powerMonitor, screen, shell } from './system.ts';
export { BrowserWindow } from './windows.ts';
