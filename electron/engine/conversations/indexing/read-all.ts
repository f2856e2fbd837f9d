import { toContextureError } from '#shared/contract/errors.ts';
import type { ConversationIndexState } from '#shared/contract/features/conversation-search.ts';
import { grouped } from '#shared/entries/multimap.ts';
import type { ConversationIndex, IndexedConversation, IndexedPart, Ports } from '../../ports.ts';
import type { CatalogueItem } from '../catalogue.ts';
import { isRead } from './indexed-facts.ts';
import type { LeftOut } from './left-out.ts';
import { partsToIndex } from './read-into-index.ts';

/** Bytes of text per batch: many small ones would take twice as long, and larger ones more memory. */
const batchLength = 4 * 1024 * 1024;

type IndexingServices = {
  readonly ports: Ports;
  readonly leftOut: LeftOut;
  readonly become: (next: Partial<ConversationIndexState>) => void;
  readonly isStopped: () => boolean;
};

/** Updates the index. Reports files that can't be read, and goes on. @param all the latest first */
export async function readAllIntoIndex(reading: IndexingServices, all: readonly CatalogueItem[]): Promise<void> {
  const { ports, become, isStopped } = reading;
  const index = ports.conversationIndex;
  const indexed = new Map((await index.known()).map((one) => [one.conversation, one]));
  await forget(index, [...indexed.keys()], all);
  become({ state: 'reading', done: 0, total: all.reduce((sum, { bytes }) => sum + bytes, 0), problem: null });
  const batches = createBatches(index);
  let done = 0;
  for (const conversation of fileByFile(all)) {
    const before = indexed.get(conversation.id);
    if (!isRead(before, conversation)) {
      await addToIndex(reading, conversation, before, batches.add, (bytes) =>
        become({ done: done + Math.round(bytes) }),
      );
    }
    if (isStopped()) {
      break;
    }
    done += conversation.bytes;
    become({ done });
  }
  await batches.end();
  become({ state: isStopped() ? 'paused' : 'complete' });
}

/** The latest first, but conversations of one file together in their order there, as they are held at once. */
function fileByFile(all: readonly CatalogueItem[]): CatalogueItem[] {
  return grouped(all, ({ path }) => path).flatMap((some) => some.toSorted((one, other) => one.number - other.number));
}

/** Removes conversations that are gone, and all traces of those that may no longer be read. */
async function forget(
  index: Ports['conversationIndex'],
  indexedIds: readonly string[],
  all: readonly CatalogueItem[],
): Promise<void> {
  const existing = new Set(all.map(({ id }) => id));
  const missing = indexedIds.filter((id) => !existing.has(id));
  if (missing.length > 0) {
    await index.remove(missing);
  }
  const places = new Set(all.map(({ place }) => place.id));
  if (missing.some((id) => !places.has(placeOf(id)))) {
    await index.erase([]);
  }
}

const placeOf = (conversation: string): string => conversation.slice(0, conversation.indexOf(':'));

async function addToIndex(
  { ports, leftOut, become, isStopped }: IndexingServices,
  conversation: CatalogueItem,
  indexed: IndexedConversation | undefined,
  add: ReturnType<typeof createBatches>['add'],
  goesOn: (bytes: number) => void,
): Promise<void> {
  const parts = partsToIndex(ports, leftOut, conversation, indexed);
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      become({ problem: toContextureError(error).message });
      return null;
    });
    if (next === null || next.done === true) {
      return;
    }
    await add(next.value.part);
    goesOn(next.value.bytes);
    if (isStopped()) {
      return;
    }
  }
}

/** Gathers parts and has the index add them while the next ones are read, one batch at a time. */
function createBatches(index: ConversationIndex) {
  let gathered: IndexedPart[] = [];
  let length = 0;
  let lastBatch: Promise<void> = Promise.resolve();

  async function indexBatch(): Promise<void> {
    await lastBatch;
    const batch = gathered;
    gathered = [];
    length = 0;
    lastBatch = batch.length === 0 ? lastBatch : index.add(batch);
    // Awaited before the next batch.
    lastBatch.catch(() => undefined);
  }

  return {
    async add(part: IndexedPart): Promise<void> {
      gathered.push(part);
      length += part.texts.bytes.length;
      if (length >= batchLength) {
        await indexBatch();
      }
    },
    async end(): Promise<void> {
      await indexBatch();
      await lastBatch;
    },
  };
}
