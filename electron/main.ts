import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { runDesktop } from './desktop/desktop-app.ts';

runDesktop({
  files: findAppFiles(import.meta.url),
  dataFolder: dataFolder(),
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  argv: process.argv,
  folder: process.cwd(),
  isUnpacked: !app.isPackaged,
  platform: process.platform,
});
