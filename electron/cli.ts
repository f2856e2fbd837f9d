import { text } from 'node:stream/consumers';
import { findAppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { openBrowser } from './command-line/open-browser.ts';
import { asksToStop, endWith, hearTyped, protocolPipe, secretFromEnvironment } from './command-line/process.ts';
import { runCommandLine } from './command-line/program.ts';
import { startEngine } from './start-engine.ts';
import { terminal } from './terminal.ts';

const app = findAppFiles(import.meta.url);

await endWith(() =>
  runCommandLine(process.argv.slice(2), {
    version: app.version,
    rendererFolder: app.rendererFolder,
    startEngine: (options) => startEngine(app, dataFolder(), options),
    ...terminal,
    readInput: () => text(process.stdin),
    pipe: protocolPipe,
    openBrowser,
    asksToStop,
    secret: secretFromEnvironment(process.env),
    hearTyped,
  }),
);
