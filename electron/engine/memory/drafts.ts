import { z } from 'zod';
import { type Draft, draftSchema } from '#shared/contract/features/text.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';

const keptSchema = draftSchema.extend({
  text: z.string(),
  /** Grows whenever another owner goes on typing: it tells the latest draft if a clock was set back. */
  turn: z.int().default(0),
});
const maxBytes = 64 * 1024 * 1024;
type KeptDraft = Draft & { readonly text: string };
type StoredDraft = z.infer<typeof keptSchema>;

/** Unsaved text, a file for each window or tab. A draft whose owner is gone waits for the next one that asks. */
export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(ports: Ports, dataFolder: () => string) {
  const { files, paths } = ports;
  const owners = new Map<string, string>();
  const folder = (): string => paths.join(dataFolder(), 'drafts');
  const pathOf = (owner: string): string => paths.join(folder(), `${owner}.json`);
  const read = (owner: string): Promise<StoredDraft | null> =>
    readAppJson(ports, pathOf(owner), keptSchema.nullable(), null);
  const keep = (owner: string, draft: StoredDraft): Promise<void> => writeAppJson(ports, pathOf(owner), draft);
  let last: { readonly owner: string; readonly others: string; readonly turn: number } | null = null;
  const isLive = (owner: string): boolean => [...owners.values()].includes(owner);

  async function all(): Promise<{ readonly owner: string; readonly draft: StoredDraft }[]> {
    const drafts: { readonly owner: string; readonly draft: StoredDraft }[] = [];
    for (const { name } of await files.list(folder())) {
      const owner = /^([A-Za-z0-9-]{8,64})\.json$/.exec(name)?.[1];
      const draft = owner === undefined ? null : await read(owner);
      if (owner !== undefined && draft) {
        drafts.push({ owner, draft });
      }
    }
    return drafts.sort((one, other) => one.draft.turn - other.draft.turn || one.draft.at - other.draft.at);
  }

  /** Turn of an owner who types now: as before, unless another has typed since, even in another process. */
  async function nextTurn(owner: string): Promise<number> {
    const names = (await files.list(folder()))
      .map(({ name }) => name)
      .filter((name) => name !== paths.basename(pathOf(owner)));
    const infos = await Promise.all(names.sort().map((name) => files.info(paths.join(folder(), name))));
    const others = infos.map((info, at) => `${names[at]} ${info?.identity} ${info?.changedAt}`).join('\n');
    if (last?.owner !== owner || last.others !== others) {
      last = { owner, others, turn: ((await all()).at(-1)?.draft.turn ?? 0) + 1 };
    }
    return last.turn;
  }

  const shown = ({ turn: _, ...draft }: StoredDraft): KeptDraft => draft;

  return {
    async claim(caller: string, owner: string): Promise<KeptDraft | null> {
      owners.set(caller, owner);
      const own = await read(owner);
      if (own) {
        return shown(own);
      }
      const abandoned = (await all()).findLast((each) => !isLive(each.owner));
      if (abandoned) {
        await keep(owner, abandoned.draft);
        await files.discard(pathOf(abandoned.owner));
      }
      return abandoned ? shown(abandoned.draft) : null;
    },
    async keep(caller: string, owner: string, draft: Omit<KeptDraft, 'at'>): Promise<void> {
      owners.set(caller, owner);
      await keep(owner, { ...draft, at: ports.clock.now(), turn: await nextTurn(owner) });
    },
    async adopt(other: string): Promise<void> {
      for (const { name } of await files.list(other)) {
        const from = paths.join(other, name);
        const { state } = await files.read(paths.join(folder(), name), { maxBytes: maxBytes });
        const read = await files.read(from, { maxBytes: maxBytes });
        if (state === 'absent' && read.state === 'present') {
          await files.store(paths.join(folder(), name), read.bytes);
        }
        await files.discard(from);
      }
    },
    liveOwners: (): string[] => [...new Set(owners.values())],
    discard: (owner: string): Promise<void> => files.discard(pathOf(owner)),
    /** Releases the draft of a window or tab that is gone: anyone may claim it. */
    leave(caller: string): void {
      owners.delete(caller);
    },
  };
}
