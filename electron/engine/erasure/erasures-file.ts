import { z } from 'zod';
import { readAppJson } from '../app-files/app-json.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';

type DataNeeds = Pick<WorkspaceParts, 'ports' | 'dataFolder'>;

/** Erasures in this workspace, the latest last: the fingerprint of the text, and whether its erasure has ended. */
const erasuresSchema = z.array(z.strictObject({ id: z.string(), fingerprint: z.string(), over: z.boolean() }));
export type Erasures = z.infer<typeof erasuresSchema>;

/** Maximum number kept; nobody erases more from one workspace. */
export const maxKept = 1000;

export const erasuresPath = ({ ports, dataFolder }: DataNeeds): string =>
  ports.paths.join(dataFolder.current(), 'erasures.json');

export const readErasures = (needs: DataNeeds): Promise<Erasures> =>
  readAppJson(needs.ports, erasuresPath(needs), erasuresSchema, []);
