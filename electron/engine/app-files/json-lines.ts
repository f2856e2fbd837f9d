import type { Ports } from '../ports.ts';
import { createFileStamp } from './file-stamp.ts';

const maxBytes = 256 * 1024 * 1024;

/** A file of the app's data that gets a line of JSON for each event. */
export function createJsonLines(ports: Ports, path: () => string) {
  const { files } = ports;
  const stamp = createFileStamp(ports, path);
  return {
    /** True if the last lines read or written are of this file, whose path may change. */
    isKnown: stamp.isKnown,
    /** The lines of the file; null if it is unchanged since it was last read or written. */
    async read() {
      const change = await stamp.look();
      if (change === null) {
        return null;
      }
      const { info, isNews } = change;
      if (info !== null && info.kind !== 'file') {
        ports.log('warn', `There is something other than a file at ${path()}, so it can’t be read.`);
      }
      const read = info?.kind === 'file' ? await files.read(path(), { maxBytes }) : null;
      const text = read?.state === 'present' ? ports.decodeText(read.bytes) : null;
      stamp.note(read?.state === 'present' ? read.info : info);
      const lines = (text ?? '').split('\n').filter((line) => line !== '');
      return { lines, isThere: info !== null, isFile: info?.kind === 'file', isNews };
    },
    async append(...lines: readonly string[]): Promise<void> {
      await files.appendLine(path(), lines.join('\n'));
      await stamp.renew();
    },
    async replace(lines: readonly string[]): Promise<void> {
      await files.store(path(), ports.encodeText(lines.map((line) => `${line}\n`).join('')));
      await stamp.renew();
    },
    async discard(): Promise<void> {
      await files.discard(path());
      stamp.note(null);
    },
  };
}
