import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import { z } from 'zod';
import type { ReleaseSource } from '#engine/ports.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Release } from '#shared/contract/features/updates.ts';
import { isNewerVersion } from '#shared/text/newer-version.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import type { AppFiles } from './app-folder.ts';

/** Milliseconds after which npm is ended. */
const patience = 20_000;

type OwnPackage = Pick<AppFiles, 'folder' | 'packageName' | 'version' | 'repository'>;

/** Versions of the package on npm; null for a copy that was never published, which another package may share its name with. */
export function createNpmReleases({ folder, packageName, version, repository }: OwnPackage): ReleaseSource | null {
  if (repository === null) {
    return null;
  }
  return {
    name: 'npm',
    ...wayToUpdate(folder, packageName, repository),
    everyDays: 7,
    async newest(): Promise<Release | null> {
      const published = publishedSchema.safeParse(parseJson(await askNpm(packageName)));
      if (!published.success || sameAddress(published.data['repository.url']) !== sameAddress(repository)) {
        const message = `On npm, ${packageName} is another program, so it can’t say which version is the newest.`;
        throw new ContextureError('unavailable', message);
      }
      const newest = published.data.version;
      return isNewerVersion(newest, version) ? { version: newest, notes: '' } : null;
    },
    download: null,
    restart: () => {},
  };
}

const publishedSchema = z.object({ version: z.string().max(100), 'repository.url': z.string() });

/** Npm itself writes an address in another form than a package does. */
const sameAddress = (address: string): string => address.replace(/^git\+|\.git$|\/$/g, '').toLowerCase();

function wayToUpdate(folder: string, name: string, repository: string): Pick<ReleaseSource, 'kind' | 'at'> {
  if (folder.includes(`${sep}_npx${sep}`)) {
    return { kind: 'command', at: `npx ${name}@latest` };
  }
  return folder.includes(`${sep}node_modules${sep}`)
    ? { kind: 'command', at: `npm install --global ${name}@latest` }
    : { kind: 'page', at: sameAddress(repository) };
}

/** Asks through npm, which knows the person's registry and proxies. @throws `unavailable`, to be tried again */
function askNpm(name: string): Promise<string> {
  const args = ['view', name, 'version', 'repository.url', '--json', '--no-update-notifier', '--fetch-retries=0'];
  const options = {
    // A folder with a memory may have settings for npm that aren't the person's.
    cwd: homedir(),
    timeout: patience,
    windowsHide: true,
    // On Windows npm is a script, which only a shell starts.
    shell: process.platform === 'win32',
  };
  return new Promise((resolve, reject) => {
    execFile('npm', args, options, (error, output) => {
      if (error === null) {
        resolve(output);
      } else {
        const message =
          'npm could not say which version is the newest. Check the connection, and that npm is installed.';
        reject(new ContextureError('unavailable', message, {}, { retry: true, cause: error }));
      }
    });
  });
}
