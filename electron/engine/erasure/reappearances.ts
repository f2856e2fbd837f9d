import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import { type ReturnedText, returnedSchema } from '#shared/contract/features/erasure.ts';
import { changedPart } from '#shared/text/changed-part.ts';
import { parseJson } from '#shared/text/parse-json.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import type { NewVersion } from '../history/history.ts';
import type { Ports } from '../ports.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { ErasureRegistry } from './erasure-registry.ts';
import { readErasures } from './erasures.ts';
import type { RecognisedText } from './fingerprint.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'dataFolder' | 'tell'> & {
  readonly erasureRegistry: ErasureRegistry;
};

const reappearancesSchema = z.array(returnedSchema);
const fileName = 'returned.json';
const maxBytes = 4 * 1024 * 1024;

/** Erased texts that have come back to a memory, open or not, and were neither erased again nor accepted. */
export async function reappearancesAtHand({ files, paths, decodeText }: Ports, folder: string) {
  const read = await files.read(paths.join(folder, fileName), { maxBytes }).catch(() => null);
  const text = read?.state === 'present' ? decodeText(read.bytes) : null;
  return reappearancesSchema.safeParse(parseJson(text ?? '')).data ?? [];
}

/** Notices and remembers when a version contains an erased text again. It never prevents a write or a read. */
export function createReappearances(needs: Needs) {
  const { ports, erasureRegistry: registry, dataFolder, layout, tell } = needs;
  const path = (): string => ports.paths.join(dataFolder.current(), fileName);
  /** Text of each file at the last look: only differences from it need to be looked at. */
  const lastTexts = new Map<string, string>();
  let generation = 0;

  const read = (): Promise<ReturnedText[]> => readAppJson(ports, path(), reappearancesSchema, []);

  async function notice(version: Omit<NewVersion, 'action' | 'document' | 'hash'>): Promise<void> {
    const now = await registry.current();
    if (now.generation !== generation) {
      generation = now.generation;
      lastTexts.clear();
    }
    if (now.fingerprints.length === 0) {
      return;
    }
    const { file, at, who, name = null } = version;
    const text = ports.decodeText(version.bytes);
    const before = lastTexts.get(file);
    if (text === null || text === before) {
      return;
    }
    const recognised =
      before === undefined ? await erasedHere(text) : await registry.recognise(text, changedPart(before, text));
    lastTexts.set(file, text);
    if (recognised.length > 0) {
      const syntax = layout.syntaxOf(file, text);
      const isSyntax = (from: number, to: number): boolean => syntax.some((each) => from < each.to && each.from < to);
      const entries = layout.read(file, text)?.entries ?? [];
      const returned = recognised.flatMap(({ id, from, to }) => {
        const category = entries.find(({ range }) => range.from <= from && from < range.to)?.category ?? null;
        return isSyntax(from, to) ? [] : [{ id, at, who, name, file, category }];
      });
      await add(returned);
    }
  }

  /** Texts erased from this memory. A text that was in it all along is not back because it was erased from another. */
  async function erasedHere(text: string): Promise<RecognisedText[]> {
    const recognised = await registry.recognise(text);
    const here = new Set((await readErasures(needs)).map(({ fingerprint }) => fingerprint));
    return recognised.filter(({ id }) => here.has(id));
  }

  async function add(returned: readonly ReturnedText[]): Promise<void> {
    const before = await read();
    const all = [...before];
    for (const each of returned) {
      if (!all.some(({ id, file }) => id === each.id && file === each.file)) {
        all.push(each);
      }
    }
    if (all.length > before.length) {
      await writeAppJson(ports, path(), all);
      tell('erase.changed', {});
    }
  }

  return {
    forget: (): void => lastTexts.clear(),
    /** Looks at a version that was read, superseded or written. Never rejects: an alert must not block anyone. */
    async look(version: Omit<NewVersion, 'action' | 'document' | 'hash'>): Promise<void> {
      try {
        await notice(version);
      } catch (error) {
        const { code } = toContextureError(error);
        ports.log('warn', `Whether erased texts have come back could not be looked at: ${code}.`);
      }
    },
    /** Returned texts that were neither erased again nor accepted, the latest first. */
    async all(): Promise<ReturnedText[]> {
      const erasedIds = new Set((await registry.current()).fingerprints.map(({ id }) => id));
      return (await read()).filter(({ id }) => erasedIds.has(id)).reverse();
    },
    /** Stops alerts for a fingerprint. */
    async settle(id: string): Promise<void> {
      const before = await read();
      const rest = before.filter((each) => each.id !== id);
      if (rest.length < before.length) {
        await writeAppJson(ports, path(), rest);
      }
    },
  };
}
export type Reappearances = ReturnType<typeof createReappearances>;
