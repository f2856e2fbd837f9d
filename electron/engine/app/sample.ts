import { defaultSettings } from '#shared/contract/features/settings.ts';
import { foldersBelow } from '../app-files/files-below.ts';
import type { Ports } from '../ports.ts';

const maxBytes = 4 * 1024 * 1024;

/** Folder of the person's own copy of the sample. `fresh` restores its files and deletes its archives and workflows. */
export async function copySample(ports: Ports, fresh: boolean, inUse: readonly string[]): Promise<string> {
  const { files, paths } = ports;
  const folder = paths.join(ports.dataFolder, 'sample');
  const root = (await files.realPath(folder)) ?? folder;
  const exists = (await files.info(paths.join(folder, 'logs', 'context', 'global.md'))) !== null;
  if (exists && !fresh) {
    return root;
  }
  const work = paths.join(folder, defaultSettings.workFolder);
  const emptied = (await files.info(work)) === null ? [] : await foldersBelow(ports, work);
  for (const each of [paths.join(folder, 'logs', 'context', 'archive'), ...emptied]) {
    for (const item of await files.list(each)) {
      if (item.kind === 'file') {
        await files.discard(paths.join(each, item.name));
      }
    }
  }
  await copyFolder(ports, ports.sampleFolder, folder);
  ports.log('info', inUse.includes(root) ? 'The open sample was started over.' : 'The sample was copied.');
  return (await files.realPath(folder)) ?? folder;
}

async function copyFolder(ports: Ports, from: string, to: string): Promise<void> {
  const { files, paths } = ports;
  for (const item of await files.list(from)) {
    const source = paths.join(from, item.name);
    const target = paths.join(to, item.name);
    if (item.kind === 'folder') {
      await copyFolder(ports, source, target);
    } else if (item.kind === 'file') {
      const read = await files.read(source, { maxBytes: maxBytes });
      if (read.state === 'present') {
        await files.store(target, read.bytes);
      }
    }
  }
}
