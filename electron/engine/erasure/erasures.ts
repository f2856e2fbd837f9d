import { z } from 'zod';
import { createEraser } from '#shared/text/eraser.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import type { Drafts } from '../memory/drafts.ts';
import { orLogged } from '../or-logged.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { ErasableArea } from '../workspace/erasable-area.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ErasureRegistry } from './erasure-registry.ts';

type DataNeeds = Pick<WorkspaceParts, 'ports' | 'dataFolder'>;

/** Erasures in this workspace, the latest last: the fingerprint of the text, and whether its erasure has ended. */
const erasuresSchema = z.array(z.strictObject({ id: z.string(), fingerprint: z.string(), over: z.boolean() }));
type Erasures = z.infer<typeof erasuresSchema>;

/** Maximum number kept; nobody erases more from one workspace. */
const maxKept = 1000;

const erasuresPath = ({ ports, dataFolder }: DataNeeds): string =>
  ports.paths.join(dataFolder.current(), 'erasures.json');

export const readErasures = (needs: DataNeeds): Promise<Erasures> =>
  readAppJson(needs.ports, erasuresPath(needs), erasuresSchema, []);

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder' | 'durability' | 'tell'> & {
  readonly drafts: Drafts;
  readonly erasureRegistry: ErasureRegistry;
};

/**
 * Applies erasures of other windows: each process has texts in memory that are no longer in any file, and would write some of
 * them again. It recognises an erased text by its fingerprint, and forgets it before writing.
 */
export function createErasures(needs: Needs, areas: readonly ErasableArea[]) {
  const { ports, layout, dataFolder, durability, drafts, erasureRegistry: registry, tell } = needs;
  const path = (): string => erasuresPath(needs);
  const stamp = createFileStamp(ports, path);
  const enqueue = createSerialQueue();
  let listed: Erasures = [];
  /** Erasures after which all files were read again, so that none of their texts are still in memory. */
  const knownNames = new Set<string>();
  let knownBeforeReading: Erasures = [];
  const noticedIds = new Set<string>();
  /** Erasures that each owner of typed text hasn't been told of, as the text is only in what they type. */
  const untold = new Map<string, Set<string>>();
  const nameOf = ({ id, over }: Erasures[number]): string => `${id} ${over}`;

  async function write(all: Erasures): Promise<void> {
    markKnown(all);
    await writeAppJson(ports, path(), all.slice(-maxKept));
    await stamp.renew();
  }

  /** Forms of the texts that match one of the fingerprints. */
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

  /** Erasures by others whose texts may still be in memory. */
  async function readUnknown(): Promise<Erasures> {
    const change = await stamp.look();
    if (change !== null) {
      listed = await readErasures(needs);
      stamp.note(change.info);
    }
    return listed.filter((each) => !knownNames.has(nameOf(each)));
  }

  function markKnown(erasures: Erasures): void {
    for (const each of erasures) {
      knownNames.add(nameOf(each));
    }
  }

  async function notice(): Promise<Erasures> {
    const unknown = await readUnknown();
    if (unknown.length > 0) {
      for (const { id, fingerprint } of unknown.filter((each) => !noticedIds.has(each.id))) {
        noticedIds.add(id);
        for (const owner of drafts.liveOwners()) {
          untold.set(owner, new Set([...(untold.get(owner) ?? []), fingerprint]));
        }
      }
      const texts = areas.flatMap(({ remembers }) => [...(remembers?.texts() ?? [])]);
      forget(await formsIn(texts, new Set(unknown.map(({ fingerprint }) => fingerprint))));
    }
    return unknown;
  }

  const noticing = (work: () => Promise<void>): Promise<void> =>
    enqueue(() => orLogged(ports, 'What was erased in another window could not be looked at', work));

  return {
    /** Starts following. Texts erased earlier are nowhere in memory. */
    open: async (): Promise<void> => markKnown(await readUnknown()),
    /** Forgets texts another window has erased, before anything is written. Never rejects. */
    noticeBeforeWriting: (): Promise<void> =>
      noticing(async () => {
        if (durability.problem() === null) {
          // Another process may have given the data another folder.
          await dataFolder.follow();
        }
        await notice();
      }),
    /** Does the same before all files are read, while their earlier text is in memory. Never rejects. */
    noticeBeforeReading: (): Promise<void> =>
      noticing(async () => {
        knownBeforeReading = await notice();
      }),
    /** Does the same afterwards, as text removed from a file is remembered. Never rejects. */
    noticeAfterReading: (): Promise<void> =>
      noticing(async () => {
        await notice();
        markKnown(knownBeforeReading);
      }),
    /** Removes from typed text anything another window has erased since its author last typed: only once, as they may mean it. */
    async fromTyped<T>(_: Turn, owner: string, typed: T): Promise<T> {
      const fingerprints = untold.get(owner);
      untold.delete(owner);
      if (fingerprints === undefined) {
        return typed;
      }
      const forms = await formsIn(textsIn(typed), fingerprints);
      if (forms.length === 0) {
        return typed;
      }
      tell('erase.done', { texts: forms });
      return withTexts(typed, (text) => layout.format.erase(layout.format.read(text), createEraser(forms)).text);
    },
    async begin(_: LockedTurn, fingerprint: string): Promise<string> {
      const id = ports.newId();
      await write([...(await readErasures(needs)), { id, fingerprint, over: false }]);
      return id;
    },
    /** Marks an erasure as ended: files no longer hold the text, so reading them can't bring it back. */
    async end(_: LockedTurn, id: string): Promise<void> {
      await write((await readErasures(needs)).map((each) => (each.id === id ? { ...each, over: true } : each)));
    },
  };
}

function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  withTexts(value, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** Copies a JSON value with every string in it replaced. */
const withTexts = <T>(value: T, replace: (text: string) => string): T =>
  parseJson(JSON.stringify(value, (_name, part: unknown) => (typeof part === 'string' ? replace(part) : part))) as T;

export type ErasuresOfWorkspace = ReturnType<typeof createErasures>;
