import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';

const schema = z.strictObject({ path: z.string(), at: z.number() });

const pathIn = ({ paths, dataFolder }: Ports): string => paths.join(dataFolder, 'restoring.json');

/** Restore that was begun and did not end; null if there is none. */
export const interruptedRestore = (ports: Ports) => readAppJson(ports, pathIn(ports), schema.nullable(), null);

/** Notes that a restore from a file is under way, until it ends. */
export const noteRestore = (ports: Ports, path: string) => ({
  begin: (): Promise<void> => writeAppJson(ports, pathIn(ports), { path, at: ports.clock.now() }),
  end: (): Promise<void> => ports.files.discard(pathIn(ports)),
});
