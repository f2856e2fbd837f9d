import { text } from 'node:stream/consumers';
import type { AppFiles } from '#node/app-folder.ts';
import { dataFolder } from '#node/data-folder.ts';
import { createNpmReleases } from '#node/npm-releases.ts';
import { startEngine } from '../start-engine.ts';
import { terminal } from '../terminal.ts';
import { asksToStop, endWith, hearTyped, openBrowser, protocolPipe, secretFromEnvironment } from './process.ts';
import { runCommandLine } from './program.ts';

export const runInTerminal = (app: AppFiles, args: readonly string[]): Promise<void> =>
  endWith(() =>
    runCommandLine(args, {
      version: app.version,
      rendererFolder: app.rendererFolder,
      startEngine: (options) => startEngine(app, dataFolder(), options),
      ...terminal,
      readInput: () => text(process.stdin),
      pipe: protocolPipe,
      openBrowser,
      asksToStop,
      releases: createNpmReleases(app),
      secret: secretFromEnvironment(process.env),
      hearTyped,
    }),
  );
