import { normalize } from 'node:path';
import { z } from 'zod';
import { viewList } from '#shared/views.ts';

/** Scheme of links that open the app. */
export const linkScheme = 'contexture';

/** Longest link that is read. */
export const maxLinkLength = 8192;

/** Absolute path on this computer. A path of a network would sign in at another computer, which a link must not do. */
const localPath = /^(?:\/(?![/\\])|[A-Za-z]:[\\/])(?!.*[\u0000-\u001f\u007f])/;
const viewIds = viewList.map(({ id }) => id);

const linkSchema = z.strictObject({
  path: z.string().max(4096).regex(localPath).transform(normalize),
  view: z.enum(viewIds).optional(),
});

/** Memory a link asks to show, perhaps in one of its views. */
export type OpenLink = z.infer<typeof linkSchema>;

/** True for an argument that is a link rather than a path. */
export const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${linkScheme}:`);

/** Reads `contexture://open?path=PATH&view=VIEW`; null for any other link. It may come from any page or program. */
export function readLink(text: string): OpenLink | null {
  if (text.length > maxLinkLength || !URL.canParse(text)) {
    return null;
  }
  const { protocol, username, password, host, pathname, hash, searchParams } = new URL(text);
  const isPlain = [username, password, hash].every((part) => part === '') && /^\/?$/.test(pathname);
  const names = [...searchParams.keys()];
  if (protocol !== `${linkScheme}:` || host !== 'open' || !isPlain || new Set(names).size !== names.length) {
    return null;
  }
  return linkSchema.safeParse(Object.fromEntries(searchParams)).data ?? null;
}
