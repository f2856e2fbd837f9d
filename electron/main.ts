import { fileURLToPath } from 'node:url';
import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { runDesktop } from './desktop/desktop-app.ts';

const files = findAppFiles(import.meta.url);

runDesktop({
  files,
  dataFolder: dataFolder(),
  preload: fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)),
  argv: process.argv,
  folder: process.cwd(),
  appPaths: [files.folder, fileURLToPath(import.meta.url)],
  platform: process.platform,
});
