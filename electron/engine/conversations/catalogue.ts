import { ContextureError } from '#shared/contract/errors.ts';
import type { Ports } from '../ports.ts';
import type { Approvals } from './approvals.ts';
import { type FoundConversation, findConversation, findConversations } from './find-conversations.ts';
import type { KeptCopies, KeptFile } from './keeping/kept-copies.ts';
import { conversationPlaces } from './places.ts';

/** A conversation where it can be read: the program’s own file, or the copy of one that is gone. */
export type Located = FoundConversation & { readonly kept: KeptFile | null };

/** All conversations there are, in approved places and among the copies. */
export function createCatalogue(ports: Ports, approvals: Approvals, copies: KeptCopies) {
  return {
    /** The latest first. */
    async list(): Promise<readonly Located[]> {
      const found = await findConversations(ports, approvals);
      const kept = new Map((await copies.latest()).map((copy) => [copy.id, copy]));
      const here = new Set(found.map(({ id }) => id));
      const gone = [...kept.values()].filter(({ id }) => !here.has(id)).flatMap(copyAsFound);
      return [...found.map((one) => ({ ...one, kept: kept.get(one.id) ?? null })), ...gone].sort(
        (one, other) => other.changedAt - one.changedAt,
      );
    },
    /** @throws `not_found` */
    async of(id: string): Promise<Located> {
      const [found, kept] = [await findConversation(ports, approvals, id), await copies.latestOf(id)];
      const [located] = found === null ? (kept === null ? [] : copyAsFound(kept)) : [{ ...found, kept }];
      if (located === undefined) {
        const message = 'This conversation is not there any more, or not in a place that may be read. List them again.';
        throw new ContextureError('not_found', message, { id });
      }
      return located;
    },
  };
}

function copyAsFound(kept: KeptFile): Located[] {
  const place = conversationPlaces.find(({ id }) => id === kept.place);
  const { id, path, bytes, modifiedAt } = kept;
  return place === undefined ? [] : [{ id, place, path, parent: null, bytes, changedAt: modifiedAt, kept }];
}
