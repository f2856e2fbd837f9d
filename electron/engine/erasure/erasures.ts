import { createEraser } from '#shared/text/eraser.ts';
import { writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import { orLogged } from '../or-logged.ts';
import type { Locked, Turn } from '../workspace/access.ts';
import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { Followed } from '../workspace/followed.ts';
import { createSerialQueue } from '../workspace/serial-queue.ts';
import { type Erasures, erasuresPath, maxKept, readErasures } from './erasures-file.ts';

/**
 * What other windows learn of an erasure: each process has texts in memory that stand in no file any more, and would write
 * some of them again. They recognise an erased text by its fingerprint, and forget it before they write.
 */
export function createErasures(followed: Followed, areas: readonly ErasableArea[]) {
  const { ports, layout, dataFolder, durability, drafts, erasureRegistry: registry, tell } = followed;
  const path = (): string => erasuresPath(followed);
  const stamp = createFileStamp(ports, path);
  const enqueue = createSerialQueue();
  let listed: Erasures = [];
  /** Those after which all files were read again, so that nothing of them comes to mind any more. */
  const known = new Set<string>();
  let knownBeforeReading: Erasures = [];
  const heard = new Set<string>();
  /** What those who type have not been told of, because it stands nowhere but in what they type. */
  const untold = new Map<string, Set<string>>();
  const nameOf = ({ id, over }: Erasures[number]): string => `${id} ${over}`;
  const read = (): Promise<Erasures> => readErasures(followed);

  async function write(all: Erasures): Promise<void> {
    areKnown(all);
    await writeAppJson(ports, path(), all.slice(-maxKept));
    await stamp.renew();
  }

  /** In which forms texts hold what has one of the fingerprints. */
  async function formsIn(texts: readonly string[], fingerprints: ReadonlySet<string>): Promise<string[]> {
    const forms = new Set<string>();
    for (const text of texts) {
      for (const fingerprint of fingerprints) {
        for (const { from, to } of await registry.recognise(text, undefined, fingerprint)) {
          forms.add(text.slice(from, to));
        }
      }
    }
    return [...forms];
  }

  function forget(forms: readonly string[]): void {
    const eraser = createEraser(forms);
    for (const { remembers } of areas) {
      remembers?.forget(eraser);
    }
    if (forms.length > 0) {
      tell('erase.done', { texts: [...forms] });
    }
  }

  /** What others have erased that may still come to mind. */
  async function news(): Promise<Erasures> {
    const change = await stamp.look();
    if (change !== null) {
      listed = await read();
      stamp.note(change.info);
    }
    return listed.filter((each) => !known.has(nameOf(each)));
  }

  function areKnown(erasures: Erasures): void {
    for (const each of erasures) {
      known.add(nameOf(each));
    }
  }

  async function notice(): Promise<Erasures> {
    const found = await news();
    if (found.length > 0) {
      for (const { id, fingerprint } of found.filter((each) => !heard.has(each.id))) {
        heard.add(id);
        for (const owner of drafts.liveOwners()) {
          untold.set(owner, new Set([...(untold.get(owner) ?? []), fingerprint]));
        }
      }
      const texts = areas.flatMap(({ remembers }) => [...(remembers?.texts() ?? [])]);
      forget(await formsIn(texts, new Set(found.map(({ fingerprint }) => fingerprint))));
    }
    return found;
  }

  const noticing = (work: () => Promise<void>): Promise<void> =>
    enqueue(() => orLogged(ports, 'What was erased in another window could not be looked at', work));

  return {
    /** Begins to follow. What was erased before is nowhere in memory. */
    open: async (): Promise<void> => areKnown(await news()),
    /** Forgets what another window has erased, before something is written down. Never rejects. */
    noticeBeforeWriting: (): Promise<void> =>
      noticing(async () => {
        if (durability.problem() === null) {
          // Another process may have given the data another folder.
          await dataFolder.follow();
        }
        await notice();
      }),
    /** The same before all files are read: while it is in mind how it reads. Never rejects. */
    noticeBeforeReading: (): Promise<void> =>
      noticing(async () => {
        knownBeforeReading = await notice();
      }),
    /** The same afterwards: what has gone from a file is remembered. Never rejects. */
    noticeAfterReading: (): Promise<void> =>
      noticing(async () => {
        await notice();
        areKnown(knownBeforeReading);
      }),
    /** What someone types, without what another window has erased since they last typed: once, as they may mean it. */
    async fromTyped(_: Turn, owner: string, text: string): Promise<string> {
      const fingerprints = untold.get(owner);
      untold.delete(owner);
      const forms = fingerprints ? await formsIn([text], fingerprints) : [];
      if (forms.length === 0) {
        return text;
      }
      tell('erase.done', { texts: forms });
      return layout.format.erase(layout.format.read(text), createEraser(forms)).text;
    },
    async begin(_: Locked, fingerprint: string): Promise<string> {
      const id = ports.newId();
      await write([...(await read()), { id, fingerprint, over: false }]);
      return id;
    },
    /** The files are free of it: what is read from now on is, too. */
    async end(_: Locked, id: string): Promise<void> {
      await write((await read()).map((each) => (each.id === id ? { ...each, over: true } : each)));
    },
  };
}
export type ErasuresOfWorkspace = ReturnType<typeof createErasures>;
