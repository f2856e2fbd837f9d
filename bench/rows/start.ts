import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeBigLife } from '../big-life.ts';
import { ratioOf, sized, takeTurns, timed } from '../measure.ts';
import type { Row } from '../row.ts';

const builtApp = join(import.meta.dirname, '..', 'out', 'cli', 'contexture.js');

export const start: Row = {
  name: 'start',
  what: 'the command line, from its start to its end',
  against: 'node -e 0',
  minutes: 0.5,
  run: async (bench) => {
    const [folder, data] = [bench.folder(), bench.folder()];
    await writeBigLife(folder, { entries: 200, archives: 0, archived: 0, seed: 1, length: 'as people write' });
    const env = { ...process.env, CONTEXTURE_DATA_DIR: data };
    const run = (args: readonly string[]) => timed(() => execFileSync(process.execPath, args, { env }));
    const times = await takeTurns(
      {
        node: () => run(['-e', '0']),
        version: () => run([builtApp, '--version']),
        show: () => run([builtApp, 'show', '-w', folder]),
      },
      sized(21, 1),
    );
    return {
      arms: [
        { name: 'node -e 0', unit: 'ms', values: times.node },
        { name: 'contexture --version', unit: 'ms', values: times.version },
        { name: 'contexture show, 200 entries', unit: 'ms', values: times.show },
      ],
      targets: [
        { what: '--version / node -e 0', measured: ratioOf(times.version, times.node), unit: '×', atMost: 2 },
        { what: 'show / node -e 0', measured: ratioOf(times.show, times.node), unit: '×', atMost: 4 },
      ],
    };
  },
};
