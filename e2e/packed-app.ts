import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { resourcesOf } from '../scripts/package-contents.mjs';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** A packed app of this system. */
export type PackedApp = {
  /** Folder with the program, its runtime and resources. */
  readonly folder: string;
  /** Its program; on the stand-in for Electron it can't run. */
  readonly program: string;
  /**
   * Everything in the archive and beside it, in a folder named like the archive: plain Node, on which the stand-in runs,
   * can't read archives.
   */
  readonly unpacked: string;
};

/** Writes a folder laid out like Electron's unpacked runtime, with a program that contains only its fuses. */
async function writeRuntime(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'node_modules/electron/package.json'), 'utf8'));
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  for (const name of [
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/de.pak',
    'locales/en-GB.pak',
    'locales/en-US.pak',
  ]) {
    await writeFile(join(folder, name), '');
  }
  await writeFile(join(folder, 'version'), version);
  await writeFile(join(folder, 'electron'), 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000800000000', { mode: 0o755 });
}

/**
 * Packs the built app as `npm run package` does.
 * @param madeUp true to pack it over a made-up runtime, for the stand-in
 * @param folder an empty one for all that is made
 */
export async function packApp(madeUp: boolean, folder: string): Promise<PackedApp> {
  const real = process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(root, 'node_modules/electron/dist');
  const [runtime, output] = [madeUp ? join(folder, 'runtime') : real, join(folder, 'packages')];
  if (madeUp) {
    await writeRuntime(runtime);
  }
  const to = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`];
  await run(process.execPath, [join(root, 'scripts/package.mjs'), '--dir', ...to], { cwd: root });
  const name = (await readdir(output, { withFileTypes: true })).find((each) => each.isDirectory())?.name ?? '';
  const app = join(output, name);
  const unpacked = join(folder, 'unpacked', 'app.asar');
  await mkdir(dirname(unpacked));
  extractAll(join(resourcesOf(app), 'app.asar'), unpacked);
  return { folder: app, program: join(app, programIn[process.platform] ?? 'contexture'), unpacked };
}

const programIn: { readonly [P in NodeJS.Platform]?: string } = {
  darwin: 'Contexture.app/Contents/MacOS/Contexture',
  win32: 'Contexture.exe',
};
