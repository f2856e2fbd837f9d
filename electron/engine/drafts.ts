import { z } from 'zod';
import { type Draft, draftSchema } from '#shared/contract/model.ts';
import { readOwnJson, writeOwnJson } from './own-file.ts';
import type { Ports } from './ports.ts';

const keptSchema = draftSchema.extend({
  text: z.string(),
  /** Counts up with what is typed, in whichever window: a clock may go back. */
  turn: z.int().default(0),
});
/** As much as a file of our own may hold. */
const mostBytes = 64 * 1024 * 1024;
export type KeptDraft = Draft & { readonly text: string };
type Stored = z.infer<typeof keptSchema>;

/**
 * What was typed into a workspace's file and not saved, one file for each window or tab it was typed in. A draft whose
 * owner is gone, because it crashed or was closed, waits for the next one that asks.
 */
export function createDrafts(ports: Ports, dataFolder: () => string) {
  const { files, paths } = ports;
  const owners = new Map<string, string>();
  const folder = (): string => paths.join(dataFolder(), 'drafts');
  const pathOf = (owner: string): string => paths.join(folder(), `${owner}.json`);
  const read = (owner: string): Promise<Stored | null> =>
    readOwnJson(ports, pathOf(owner), keptSchema.nullable(), null);
  let lastTurn: number | null = null;
  const isLive = (owner: string): boolean => [...owners.values()].includes(owner);

  async function stored(): Promise<{ readonly owner: string; readonly draft: Stored }[]> {
    const found: { readonly owner: string; readonly draft: Stored }[] = [];
    for (const { name } of await files.list(folder())) {
      const owner = /^([A-Za-z0-9-]{8,64})\.json$/.exec(name)?.[1];
      const draft = owner === undefined ? null : await read(owner);
      if (owner !== undefined && draft) {
        found.push({ owner, draft });
      }
    }
    return found.sort((one, other) => one.draft.turn - other.draft.turn || one.draft.at - other.draft.at);
  }

  async function keep(owner: string, { version, at, origin, text }: KeptDraft): Promise<void> {
    lastTurn ??= (await stored()).at(-1)?.draft.turn ?? 0;
    lastTurn += 1;
    await writeOwnJson(ports, pathOf(owner), { version, at, origin, text, turn: lastTurn } satisfies Stored);
  }

  return {
    /** The owner's draft, or else the latest one without an owner. */
    async claim(caller: string, owner: string): Promise<KeptDraft | null> {
      owners.set(caller, owner);
      const own = await read(owner);
      const found = own ? null : (await stored()).findLast((each) => !isLive(each.owner));
      if (found) {
        await keep(owner, found.draft);
        await files.discard(pathOf(found.owner));
      }
      const draft = own ?? found?.draft;
      return draft ? withoutTurn(draft) : null;
    },
    async keep(caller: string, owner: string, draft: KeptDraft): Promise<void> {
      owners.set(caller, owner);
      await keep(owner, draft);
    },
    /** Takes over what was typed from another folder. */
    async adopt(other: string): Promise<void> {
      for (const { name } of await files.list(other)) {
        const from = paths.join(other, name);
        const { state } = await files.read(paths.join(folder(), name), { maxBytes: mostBytes });
        const read = await files.read(from, { maxBytes: mostBytes });
        if (state === 'absent' && read.state === 'present') {
          await files.store(paths.join(folder(), name), read.bytes);
        }
        await files.discard(from);
      }
    },
    discard: (owner: string): Promise<void> => files.discard(pathOf(owner)),
    /** A window or tab is gone; what it had typed is anyone's. */
    leave(caller: string): void {
      owners.delete(caller);
    },
  };
}

const withoutTurn = ({ version, at, origin, text }: Stored): KeptDraft => ({ version, at, origin, text });
