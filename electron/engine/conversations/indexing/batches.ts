import type { ConversationIndex, IndexedPart } from '../../ports.ts';

/** Bytes of text per batch: many small ones would take twice as long, and larger ones more memory. */
const batchLength = 4 * 1024 * 1024;

/** Gathers parts and has the index add them while the next ones are read, one batch at a time. */
export function createBatches(index: ConversationIndex) {
  let gathered: IndexedPart[] = [];
  let length = 0;
  let taken: Promise<void> = Promise.resolve();

  async function indexBatch(): Promise<void> {
    await taken;
    const batch = gathered;
    gathered = [];
    length = 0;
    taken = batch.length === 0 ? taken : index.add(batch);
    // Awaited before the next batch.
    taken.catch(() => undefined);
  }

  return {
    /** @throws what the batch before failed by */
    async add(part: IndexedPart): Promise<void> {
      gathered.push(part);
      length += part.texts.bytes.length;
      if (length >= batchLength) {
        await indexBatch();
      }
    },
    /** Resolves once all is in the index. */
    async end(): Promise<void> {
      await indexBatch();
      await taken;
    },
  };
}
