import { resolve } from 'node:path';
import { z } from 'zod';

const openingSchema = z.union([z.object({ path: z.string().min(1) }), z.object({ sample: z.literal(true) })]);
export type Opening = z.infer<typeof openingSchema>;

/**
 * What a start asks for; null for nothing.
 * @param folder that a relative path is meant from
 * @param appPaths paths Electron may have been started with as the app itself; they are skipped
 */
export function openingOf(argv: readonly string[], folder: string, appPaths: readonly string[]): Opening | null {
  const app = argv.findIndex((argument, index) => index > 0 && appPaths.includes(resolve(folder, argument)));
  const given = argv.slice(Math.max(1, app + 1));
  const path = given.find((argument) => argument !== '' && !argument.startsWith('-'));
  if (path !== undefined) {
    // The engine knows what ~ stands for.
    return { path: /^~(?=$|[/\\])/.test(path) ? path : resolve(folder, path) };
  }
  return given.includes('--sample') ? { sample: true } : null;
}

/** What a second start hands over to the first, as it arrives: from another process, so anything may be in it. */
export const openingFrom = (data: unknown): Opening | null => openingSchema.safeParse(data).data ?? null;
