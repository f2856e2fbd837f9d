import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'dataFolder'>;

const schema = z.record(z.string(), z.strictObject({ readAt: z.number() }));
/** Maximum number of assistants, more than anyone has; the oldest are dropped. */
const maxReaders = 50;

const pathIn = ({ ports, dataFolder }: Needs): string => ports.paths.join(dataFolder.current(), 'readers.json');

/** Last time that each assistant read the memory, by its own name. */
export async function readersOf(open: Needs) {
  return Object.entries(await readAppJson(open.ports, pathIn(open), schema, {})).map(([name, { readAt }]) => ({
    name,
    readAt,
  }));
}

export async function noteReader(open: Needs, name: string): Promise<void> {
  const { ports } = open;
  const path = pathIn(open);
  await ports.lock.hold(`${path}.lock`, async () => {
    const known = await readAppJson(ports, path, schema, {});
    const all = Object.entries({ ...known, [name]: { readAt: ports.clock.now() } });
    const latest = all.sort(([, a], [, b]) => b.readAt - a.readAt).slice(0, maxReaders);
    await writeAppJson(ports, path, Object.fromEntries(latest));
  });
}
