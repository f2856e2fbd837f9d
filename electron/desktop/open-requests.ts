import { resolve } from 'node:path';
import { z } from 'zod';
import { isLink, maxLinkLength } from './open-links.ts';

const openingSchema = z.union([
  z.object({ path: z.string().min(1) }),
  z.object({ sample: z.literal(true) }),
  z.object({ link: z.string().max(maxLinkLength) }),
]);
/** Request of the person, the system or a link to open something. */
export type OpenRequest = z.infer<typeof openingSchema>;
export type MemoryRequest = Exclude<OpenRequest, { readonly link: string }>;

/**
 * Reads from the arguments what to open; null if nothing.
 * @param folder folder that relative paths start from
 * @param appPaths paths Electron may have been started with as the app itself; they are skipped
 */
export function openingOf(argv: readonly string[], folder: string, appPaths: readonly string[]): OpenRequest | null {
  const app = argv.findIndex((argument, index) => index > 0 && appPaths.includes(resolve(folder, argument)));
  const args = argv.slice(Math.max(1, app + 1));
  const path = args.find((argument) => argument !== '' && !argument.startsWith('-'));
  if (path !== undefined && isLink(path)) {
    return { link: path };
  }
  if (path !== undefined) {
    // The engine resolves ~.
    return { path: /^~(?=$|[/\\])/.test(path) ? path : resolve(folder, path) };
  }
  return args.includes('--sample') ? { sample: true } : null;
}

/** Validates a second start's request to the first: it comes from another process, so it may contain anything. */
export const openingFrom = (data: unknown): OpenRequest | null => openingSchema.safeParse(data).data ?? null;
