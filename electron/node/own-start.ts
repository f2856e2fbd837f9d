import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { ServerCommand } from '#shared/connections/setting-form.ts';
import { createOwnData } from './own-data.ts';
import type { SystemCalls } from './system-calls.ts';

/** Facts of the running process that decide how another program starts this copy of Contexture. */
type OwnProcess = {
  readonly platform: NodeJS.Platform;
  /** Program of the process: Node's, or the app's own. */
  readonly execPath: string;
  /** True in Electron, also where it runs as Node. */
  readonly isElectron: boolean;
  /** Path of the built command line. */
  readonly program: string;
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

/** Script that starts the installed app as a command line, under a path that stays when the app moves. */
type Launcher = { readonly path: string; readonly text: string };

type OwnStart = {
  /** Command of the server for assistants, before the place of a memory. */
  readonly server: ServerCommand;
  /** Reason why no other program can start it, in a sentence; null if one can. */
  readonly problem: string | null;
  /** Null if the command names the program itself. */
  readonly launcher: Launcher | null;
};

const runAsNode = { ELECTRON_RUN_AS_NODE: '1' };

/** Finds how other programs start this copy: from a checkout, from npm, or installed. */
export function findOwnStart(own: OwnProcess): OwnStart {
  const { platform, execPath, isElectron, program, environment } = own;
  // A program that starts it has other variables, but must reach the same history.
  const chosen: Record<string, string> = environment['CONTEXTURE_DATA_DIR']
    ? { CONTEXTURE_DATA_DIR: own.dataFolder }
    : {};
  const started = { problem: null, launcher: null };
  if (!isPackaged(program)) {
    // A checkout's Electron goes with the next "npm ci", so name the Node that started it.
    const command = isElectron ? (environment['CONTEXTURE_NODE'] ?? 'node') : execPath;
    return { ...started, server: { command, args: [program, 'mcp'], env: chosen } };
  }
  const problem = whyNotToStay(own);
  if (platform === 'win32') {
    // No script here: a .cmd needs a shell, whose rules for quoting programs get wrong.
    const server = { command: execPath, args: [program, 'mcp'], env: { ...runAsNode, ...chosen } };
    return { server, problem, launcher: null };
  }
  const path = join(own.dataFolder, 'bin', 'contexture-mcp');
  const launcher = problem === null ? { path, text: launcherText(own) } : null;
  return { server: { command: path, args: ['mcp'], env: {} }, problem, launcher };
}

/** True for a program in the archive of an installed app. */
const isPackaged = (program: string): boolean => /[/\\]app\.asar[/\\]/.test(program);

/** Reason why the app won't be where it is now for long; null if it stays. */
function whyNotToStay({ platform, execPath, environment }: OwnProcess): string | null {
  if (platform === 'darwin' && execPath.includes('/AppTranslocation/')) {
    return 'macOS runs Contexture from a temporary place until it is moved. Quit it, move it into Applications, open it from there, and try again.';
  }
  // Its wrapper unpacks the app for each run, and passes no input on to it. Another portable app sets the variable as well.
  return platform === 'win32' && /^contexture$/i.test(environment['PORTABLE_EXECUTABLE_APP_FILENAME'] ?? '')
    ? 'Assistants can’t start the portable Contexture. Install Contexture, open it, and try again.'
    : null;
}

function launcherText(own: OwnProcess): string {
  const image = appImageOf(own);
  const call = image === null ? `${quoted(own.program)} "$@"` : `-e ${quoted(scriptIn(own))} -- --no-sandbox "$@"`;
  return `#!/bin/sh
# Starts Contexture for an assistant. Contexture rewrites this file when it starts.
app=${quoted(image ?? own.execPath)}
if [ ! -x "$app" ]; then
  printf '%s\\n' "Contexture is no longer at $app. Open Contexture once, and this works again." >&2
  exit 127
fi
export CONTEXTURE_DATA_DIR=${quoted(own.dataFolder)}
export ELECTRON_RUN_AS_NODE=1
exec "$app" ${call}
`;
}

/** The AppImage that the app runs from; null for none. A terminal in another AppImage passes its variables on. */
function appImageOf({ execPath, environment }: OwnProcess): string | null {
  const { APPIMAGE: image, APPDIR: mount } = environment;
  return image && mount && execPath.startsWith(`${mount}/`) ? image : null;
}

/**
 * Code that runs the command line in an AppImage, which is mounted in another place each time. The start script inside puts
 * --no-sandbox before all arguments, which Node refuses, unless it is among them: so it follows the code, which drops it.
 */
function scriptIn({ execPath, program }: OwnProcess): string {
  const inside = JSON.stringify(relative(dirname(execPath), program));
  return [
    `const { dirname, join } = require("node:path")`,
    `const program = join(dirname(process.execPath), ${inside})`,
    `process.argv.splice(1, 1, program)`,
    `import(require("node:url").pathToFileURL(program).href)`,
  ].join('; ');
}

/** A word of a shell, taken as it is. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Puts the launcher in its place, unless exactly that is there. */
export async function writeLauncher(calls: SystemCalls, { path, text }: Launcher): Promise<void> {
  const [there] = await Promise.all([readFile(path, 'utf8'), access(path, constants.X_OK)]).catch(() => [null]);
  await (there === text ? null : createOwnData(calls).storeProgram(path, new TextEncoder().encode(text)));
}
