import { z } from 'zod';
import { type Draft, draftSchema } from '#shared/contract/model.ts';
import { readOwnJson, writeOwnJson } from './own-file.ts';
import type { Ports } from './ports.ts';

const keptSchema = draftSchema.extend({ text: z.string() }).nullable();
export type KeptDraft = Draft & { readonly text: string };

/**
 * What was typed into a workspace's file and not saved, one file for each window or tab it was typed in. A draft whose
 * owner is gone, because it crashed or was closed, waits for the next one that asks.
 */
export function createDrafts(ports: Ports, dataFolder: () => string) {
  const { files, paths } = ports;
  const owners = new Map<string, string>();
  const folder = (): string => paths.join(dataFolder(), 'drafts');
  const pathOf = (owner: string): string => paths.join(folder(), `${owner}.json`);
  const read = (owner: string): Promise<KeptDraft | null> => readOwnJson(ports, pathOf(owner), keptSchema, null);
  const keep = (owner: string, draft: KeptDraft): Promise<void> => writeOwnJson(ports, pathOf(owner), draft);
  const isLive = (owner: string): boolean => [...owners.values()].includes(owner);

  async function ownerless(): Promise<{ readonly owner: string; readonly draft: KeptDraft } | null> {
    let latest: { readonly owner: string; readonly draft: KeptDraft } | null = null;
    for (const { name } of await files.list(folder())) {
      const owner = /^([A-Za-z0-9-]{8,64})\.json$/.exec(name)?.[1];
      const draft = owner !== undefined && !isLive(owner) ? await read(owner) : null;
      if (owner !== undefined && draft && draft.at > (latest?.draft.at ?? 0)) {
        latest = { owner, draft };
      }
    }
    return latest;
  }

  return {
    /** The owner's draft, or else the latest one without an owner. */
    async claim(caller: string, owner: string): Promise<KeptDraft | null> {
      owners.set(caller, owner);
      const own = await read(owner);
      if (own) {
        return own;
      }
      const found = await ownerless();
      if (found) {
        await keep(owner, found.draft);
        await files.discard(pathOf(found.owner));
      }
      return found?.draft ?? null;
    },
    async keep(caller: string, owner: string, draft: KeptDraft): Promise<void> {
      owners.set(caller, owner);
      await keep(owner, draft);
    },
    discard: (owner: string): Promise<void> => files.discard(pathOf(owner)),
    /** A window or tab is gone; what it had typed is anyone's. */
    leave(caller: string): void {
      owners.delete(caller);
    },
  };
}
