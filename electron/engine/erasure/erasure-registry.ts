import { z } from 'zod';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import type { Ports } from '../ports.ts';
import { type Fingerprint, fingerprintOf, type RecognisedText, recognise } from './fingerprint.ts';

const erasedSchema = z.strictObject({
  salt: z.string().min(16),
  fingerprints: z.array(z.strictObject({ id: z.string(), words: z.int(), hash: z.string(), at: z.number() })),
});
type StoredFingerprints = z.infer<typeof erasedSchema>;

/** Erased texts as salted fingerprints in `erased.json`, which recognise a text but don't reveal it. */
export function createErasureRegistry(ports: Ports) {
  const { paths, dataFolder } = ports;
  const path = paths.join(dataFolder, 'erased.json');
  const stamp = createFileStamp(ports, () => path);
  let stored: StoredFingerprints | null = null;
  let generation = 0;

  async function readFresh(): Promise<StoredFingerprints | null> {
    const change = await stamp.look();
    if (change !== null) {
      stored = change.info && (await readAppJson(ports, path, erasedSchema.nullable(), null));
      stamp.note(change.info);
      generation += 1;
    }
    return stored;
  }

  async function change(edit: (stored: StoredFingerprints) => StoredFingerprints): Promise<void> {
    await ports.lock.hold(paths.join(dataFolder, 'erased.lock'), async () => {
      const stored = (await readFresh()) ?? {
        salt: `${ports.newId()}${ports.newId()}${ports.newId()}`,
        fingerprints: [],
      };
      await writeAppJson(ports, path, edit(stored));
      await readFresh();
    });
  }

  return {
    /** Notes that a text was erased. Returns the id of its fingerprint, which it may have had before. */
    async add(text: string): Promise<string> {
      let id = '';
      await change((stored) => {
        const { words, hash } = fingerprintOf(ports, stored.salt, text);
        const before = stored.fingerprints.find((each) => each.hash === hash);
        id = before?.id ?? ports.newId();
        const added = { id, words, hash, at: ports.clock.now() };
        return before ? stored : { ...stored, fingerprints: [...stored.fingerprints, added] };
      });
      return id;
    },
    /** Removes a fingerprint, so that its text may return without an alert. */
    forget: (id: string): Promise<void> =>
      change((stored) => ({ ...stored, fingerprints: stored.fingerprints.filter((each) => each.id !== id) })),
    /** Reads all fingerprints, and a number that changes whenever one is added or removed. */
    async current(): Promise<{ readonly fingerprints: readonly Fingerprint[]; readonly generation: number }> {
      const stored = await readFresh();
      return { fingerprints: stored?.fingerprints ?? [], generation };
    },
    /** Finds erased texts in a text, or in the part of it that may have changed. */
    async recognise(text: string, within?: { from: number; to: number }, only?: string): Promise<RecognisedText[]> {
      const stored = await readFresh();
      const candidates = stored?.fingerprints.filter(({ id }) => only === undefined || id === only) ?? [];
      return stored && candidates.length > 0 ? recognise(ports, stored.salt, candidates, text, within) : [];
    },
  };
}
export type ErasureRegistry = ReturnType<typeof createErasureRegistry>;
