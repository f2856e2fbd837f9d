import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type PackageKind = 'AppImage' | 'deb';

export type UpdateFeed = Awaited<ReturnType<typeof startUpdateFeed>>;

/** Program that stands for the new version: it leaves a file beside itself when it is started. */
const installer = '#!/bin/sh\ntouch "$0.started"\n';

/** Serves one version of the app, as electron-builder's generic provider expects it, for AppImages on this machine. */
export async function startUpdateFeed(version: string, notes: string) {
  const asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const name = `Contexture-${version}.AppImage`;
  let content = installer;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push({ path, headers: request.headers });
    const info = {
      version,
      releaseNotes: notes,
      files: [{ url: name, size: installer.length, sha512: createHash('sha512').update(installer).digest('base64') }],
    };
    const found = { [`/${channelFile()}`]: JSON.stringify(info), [`/${name}`]: content }[path];
    response.writeHead(found === undefined ? 404 : 200);
    response.end(found ?? 'There is nothing here.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    /** Paths that were asked for, without what keeps them from being cached. */
    paths: () => asked.map(({ path }) => path),
    asked,
    channelFile: channelFile(),
    fileName: name,
    /** Serves another content than the one announced. */
    damage: () => {
      content = '#!/bin/sh\necho somebody else’s\n';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
    /** Lays out the folders of a packed app, and returns its environment. */
    async pack(folder: string, kind: PackageKind): Promise<Record<string, string>> {
      const [resources, cache] = [join(folder, 'resources'), join(folder, 'cache')];
      const image = join(folder, 'Contexture.AppImage');
      await mkdir(resources, { recursive: true });
      await writeFile(
        join(resources, 'app-update.yml'),
        `provider: generic\nurl: ${address}\nupdaterCacheDirName: contexture-updater\n`,
      );
      await writeFile(image, 'the old version', { mode: 0o755 });
      if (kind === 'deb') {
        await writeFile(join(resources, 'package-type'), 'deb');
        return { STAND_IN_RESOURCES: resources, XDG_CACHE_HOME: cache };
      }
      const mount = join(process.execPath, '..');
      return { STAND_IN_RESOURCES: resources, XDG_CACHE_HOME: cache, APPIMAGE: image, APPDIR: mount };
    },
  };
}

const channelFile = (): string => `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
