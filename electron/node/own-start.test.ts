import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#testing/temporary-folder.ts';
import { findOwnStart, writeLauncher } from './own-start.ts';
import { systemCalls } from './system-calls.ts';

type Process = Parameters<typeof findOwnStart>[0];

const checkout: Process = {
  platform: 'linux',
  execPath: '/usr/bin/node',
  isElectron: false,
  program: '/home/me/contexture/out/cli/contexture.js',
  dataFolder: '/home/me/.local/share/contexture',
  environment: {},
};
const mac: Process = {
  ...checkout,
  platform: 'darwin',
  execPath: '/Applications/Contexture.app/Contents/MacOS/Contexture',
  isElectron: true,
  program: '/Applications/Contexture.app/Contents/Resources/app.asar/out/cli/contexture.js',
};
const windowsFolder = "C:\\Users\\Zoë O'Hara 记\\AppData\\Local\\Programs\\contexture";
const windows: Process = {
  ...mac,
  platform: 'win32',
  execPath: `${windowsFolder}\\Contexture.exe`,
  program: `${windowsFolder}\\resources\\app.asar\\out\\cli\\contexture.js`,
};
const startOf = (own: Process, changes: Partial<Process> = {}) => findOwnStart({ ...own, ...changes });

test.each<[string, Process, object]>([
  ['a checkout or npm: its Node', checkout, { command: '/usr/bin/node', args: [checkout.program, 'mcp'], env: {} }],
  [
    'a checkout’s Electron: the Node that started it',
    { ...checkout, isElectron: true, execPath: '/e/electron', environment: { CONTEXTURE_NODE: '/usr/bin/node' } },
    { command: '/usr/bin/node', args: [checkout.program, 'mcp'], env: {} },
  ],
  [
    'a checkout’s Electron that something else started: the first Node there is',
    { ...checkout, isElectron: true, execPath: '/e/electron' },
    { command: 'node', args: [checkout.program, 'mcp'], env: {} },
  ],
  [
    'a data folder that was chosen: that, too',
    { ...checkout, environment: { CONTEXTURE_DATA_DIR: 'here' }, dataFolder: '/there/here' },
    { env: { CONTEXTURE_DATA_DIR: '/there/here' } },
  ],
  [
    'the app on macOS and Linux: the launcher in the data folder',
    mac,
    { command: `${mac.dataFolder}/bin/contexture-mcp`, args: ['mcp'], env: {} },
  ],
  [
    'the app on Windows: its program, as Node',
    windows,
    { command: windows.execPath, args: [windows.program, 'mcp'], env: { ELECTRON_RUN_AS_NODE: '1' } },
  ],
])('programs start, of %s', (_, own, server) => {
  expect(startOf(own)).toMatchObject({ server, problem: null });
});

test.each<[string, Process]>([
  [
    'macOS moved for a while',
    { ...mac, execPath: '/private/var/folders/x/T/AppTranslocation/1-2/d/Contexture.app/Contents/MacOS/Contexture' },
  ],
  ['is unpacked for each run', { ...windows, environment: { PORTABLE_EXECUTABLE_APP_FILENAME: 'Contexture' } }],
])('nothing starts an app that %s, and the reason says what to do', (_, own) => {
  expect(startOf(own)).toMatchObject({ problem: expect.stringContaining('try again'), launcher: null });
});

/** A name with all that a shell reads as more than a letter, but a backslash: Node runs no module below one. */
const oddName = `it's "50%" of $HOME \`id\` & ; é 记\nnext`;

/** Prints how it was started. */
const programText = `console.log(JSON.stringify({
  args: process.argv.slice(2),
  program: process.argv[1],
  asNode: process.env.ELECTRON_RUN_AS_NODE,
  dataFolder: process.env.CONTEXTURE_DATA_DIR,
}));`;

function writeProgram(archive: string): string {
  const program = join(archive, 'out', 'cli', 'contexture.js');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(join(archive, 'package.json'), '{ "type": "module" }');
  writeFileSync(program, programText);
  return program;
}

// Windows has no such scripts, and the app writes none there.
describe.skipIf(process.platform === 'win32')('the launcher', () => {
  const args = ['mcp', '/notes', '--agent', `a 'b' "c" $d`, ''];
  const run = async (command: string, ...given: string[]) =>
    JSON.parse((await promisify(execFile)(command, given, { cwd: '/', env: { PATH: process.env['PATH'] } })).stdout);

  /** An app in a folder, whose program is Node. */
  async function install(folder: string) {
    const execPath = join(folder, 'Contexture app');
    const program = writeProgram(join(folder, 'resources', 'app.asar'));
    symlinkSync(process.execPath, execPath);
    const dataFolder = join(temporaryFolder(), `${oddName} \\n`);
    const start = startOf({ ...checkout, isElectron: true, execPath, program, dataFolder });
    const launcher = start.launcher ?? { path: '', text: '' };
    await writeLauncher(systemCalls, launcher);
    return { execPath, program, dataFolder, launcher, command: start.server.command };
  }

  test('starts the command line as Node, with all arguments, whatever the folders are called', async () => {
    const { command, program, dataFolder } = await install(join(temporaryFolder(), oddName));
    expect(await run(command, ...args)).toEqual({ args, program, asNode: '1', dataFolder });
  });

  test('says what to do once the app is gone', async () => {
    const { command, execPath } = await install(temporaryFolder());
    renameSync(execPath, `${execPath} elsewhere`);
    await expect(run(command)).rejects.toMatchObject({
      code: 127,
      stderr: `Contexture is no longer at ${execPath}. Open Contexture once, and this works again.\n`,
    });
  });

  test('is for this person alone, and is written again only if it is not as it should be', async () => {
    const { launcher } = await install(temporaryFolder());
    const { ino, mode } = statSync(launcher.path);
    expect(mode & 0o777).toBe(0o700);
    await writeLauncher(systemCalls, launcher);
    expect(statSync(launcher.path).ino).toBe(ino);
    chmodSync(launcher.path, 0o600);
    await writeLauncher(systemCalls, launcher);
    expect(statSync(launcher.path).mode & 0o777).toBe(0o700);
    await writeLauncher(systemCalls, { ...launcher, text: '#!/bin/sh\n' });
    expect(readFileSync(launcher.path, 'utf8')).toBe('#!/bin/sh\n');
  });

  /**
   * Writes a file that does as an AppImage does: it mounts the app in another place each time, and runs it by the start
   * script of electron-builder, which switches the sandbox off where the system allows none, unless it is told to.
   */
  function writeAppImage(folder: string): string {
    const image = join(folder, `${oddName}.AppImage`);
    const script = `#!/bin/sh
mount=$(mktemp -d "$(dirname "$0")/.mount_XXXXXX")
ln '${process.execPath}' "$mount/contexture" 2>/dev/null || cp '${process.execPath}' "$mount/contexture"
cp -R '${folder}/resources' "$mount"
for word in "$@"; do
  if [ "$word" = --no-sandbox ]; then exec "$mount/contexture" "$@"; fi
done
exec "$mount/contexture" --no-sandbox "$@"
`;
    writeFileSync(image, script, { mode: 0o755 });
    return image;
  }

  test('starts an AppImage wherever that is mounted', async () => {
    const folder = temporaryFolder();
    const inside = 'resources/app.asar/out/cli/contexture.js';
    writeProgram(join(folder, 'resources', 'app.asar'));
    const APPIMAGE = writeAppImage(folder);
    const mounted = { execPath: '/tmp/.mount_1/contexture', program: `/tmp/.mount_1/${inside}`, dataFolder: folder };
    const environment = { APPIMAGE, APPDIR: '/tmp/.mount_1' };
    const { launcher, server } = startOf({ ...checkout, ...mounted, isElectron: true, environment });
    expect(launcher?.text).not.toContain('.mount_1');
    await writeLauncher(systemCalls, launcher ?? { path: '', text: '' });
    const first = await run(server.command, ...args);
    const second = await run(server.command, ...args);
    expect(first).toMatchObject({ args, asNode: '1', dataFolder: folder });
    expect([first, second].map(({ program }) => program.endsWith(inside) && existsSync(program))).toEqual([true, true]);
    expect(first.program).not.toBe(second.program);
  });

  test('starts the installed app if only the terminal it came from was in an AppImage', () => {
    const environment = { APPIMAGE: '/apps/Terminal.AppImage', APPDIR: '/tmp/.mount_2' };
    const linux = {
      execPath: '/opt/Contexture/contexture',
      program: '/opt/Contexture/resources/app.asar/out/cli/contexture.js',
    };
    const { launcher } = startOf({ ...checkout, ...linux, isElectron: true, environment });
    expect(launcher?.text).toContain(`app='${linux.execPath}'`);
  });
});
