import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createEngine } from '#engine/engine.ts';
import { dataFolder } from '#node/data-folder.ts';
import { createNodePorts } from '#node/ports.ts';
import { openBrowser } from './command-line/open-browser.ts';
import { asksToStop, endWith, tokenFromEnvironment } from './command-line/process.ts';
import { runCommandLine } from './command-line/program.ts';
import type { RunningEngine } from './command-line/runtime.ts';

/** The folder of the app: the same seen from the source and from the built file. */
function appFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}

const app = appFolder();
const { version }: { version: string } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'));

function startEngine() {
  const ports = createNodePorts({ dataFolder: dataFolder(), sampleFolder: join(app, 'resources', 'sample'), version });
  const engine = createEngine(ports);
  const running: RunningEngine = {
    ...engine,
    close: async () => {
      await engine.close();
      await ports.close();
    },
  };
  return { engine: running, log: ports.log };
}

await endWith(() =>
  runCommandLine(process.argv.slice(2), {
    version,
    rendererFolder: join(app, 'out', 'renderer'),
    startEngine,
    write: (output) => process.stdout.write(output),
    writeError: (output) => process.stderr.write(output),
    readInput: () => text(process.stdin),
    openBrowser,
    asksToStop,
    token: tokenFromEnvironment(process.env),
  }),
);
