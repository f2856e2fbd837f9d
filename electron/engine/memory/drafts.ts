import { z } from 'zod';
import { draftSchema, formsSchema } from '#shared/contract/features/text.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { Ports } from '../ports.ts';

/** Grows whenever another owner goes on typing: it tells the latest draft if a clock was set back. */
const turn = z.int().default(0);
const textSchema = draftSchema.extend({ text: z.string(), turn });
const fieldsSchema = z.strictObject({ forms: formsSchema, at: z.number(), turn });
const maxBytes = 64 * 1024 * 1024;
type Stamp = { readonly at: number; readonly turn: number };

/** Folders of the app's data for one workspace that have drafts. */
export const draftFolders = { text: 'drafts', fields: 'drafts-in-fields' } as const;

/** Unsaved text: of the file in the editor, and of the fields of forms. */
export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(ports: Ports, dataFolder: () => string) {
  const at = (name: string) => (): string => ports.paths.join(dataFolder(), name);
  const text = createDraftFolder<Omit<z.infer<typeof textSchema>, keyof Stamp>>(
    ports,
    at(draftFolders.text),
    textSchema,
  );
  const fields = createDraftFolder<Omit<z.infer<typeof fieldsSchema>, keyof Stamp>>(
    ports,
    at(draftFolders.fields),
    fieldsSchema,
  );
  return {
    text,
    fields,
    /** Takes over the drafts in another data folder. */
    async adopt(other: string): Promise<void> {
      await text.adopt(ports.paths.join(other, draftFolders.text));
      await fields.adopt(ports.paths.join(other, draftFolders.fields));
    },
    liveOwners: (): string[] => [...text.liveOwners(), ...fields.liveOwners()],
    /** Releases the drafts of a window or tab that is gone: anyone may claim them. */
    leave(caller: string): void {
      text.leave(caller);
      fields.leave(caller);
    },
  };
}

/** Keeps a file for each window or tab. A draft whose owner is gone waits for the next one that asks. */
function createDraftFolder<Draft extends object>(ports: Ports, folder: () => string, schema: z.ZodType<Draft & Stamp>) {
  type StoredDraft = Draft & Stamp;
  const { files, paths } = ports;
  const owners = new Map<string, string>();
  const pathOf = (owner: string): string => paths.join(folder(), `${owner}.json`);
  const read = (owner: string): Promise<StoredDraft | null> =>
    readAppJson(ports, pathOf(owner), schema.nullable(), null);
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

  return {
    async claim(caller: string, owner: string): Promise<StoredDraft | null> {
      owners.set(caller, owner);
      const own = await read(owner);
      if (own) {
        return own;
      }
      const abandoned = (await all()).findLast((each) => !isLive(each.owner));
      if (abandoned) {
        await keep(owner, abandoned.draft);
        await files.discard(pathOf(abandoned.owner));
      }
      return abandoned?.draft ?? null;
    },
    async keep(caller: string, owner: string, draft: Draft): Promise<void> {
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
    leave: (caller: string): unknown => owners.delete(caller),
  };
}
