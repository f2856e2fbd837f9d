import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import type { ConversationIndexState } from '#shared/contract/features/conversation-search.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';
import { createSerialQueue } from '../../workspace/serial-queue.ts';
import type { createCatalogue } from '../catalogue.ts';
import { createLeftOut } from './left-out.ts';
import { createProgress } from './progress.ts';
import { isRead, readIntoIndex } from './read-into-index.ts';

const settingsSchema = z.strictObject({ paused: z.boolean() });

type Services = {
  readonly catalogue: Pick<ReturnType<typeof createCatalogue>, 'list'>;
  readonly tell: (state: ConversationIndexState) => void;
};

const placeOf = (conversation: string): string => conversation.slice(0, conversation.indexOf(':'));

/**
 * Reads all conversations into the index, the latest first, and of those that are in it only what was added. In the background,
 * slice by slice; one window does it at a time, for all.
 */
export function createIndexing(ports: Ports, { catalogue, tell }: Services) {
  const { conversationIndex: index, paths } = ports;
  const folder = paths.join(ports.dataFolder, 'conversations');
  const settingsPath = paths.join(folder, 'indexing.json');
  const leftOut = createLeftOut(ports);
  const enqueue = createSerialQueue();
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;
  let isPaused = false;
  const progress = createProgress(ports, (state) => (isClosed ? undefined : tell(state)));
  const { become } = progress;

  const readSettings = async (): Promise<boolean> =>
    (await readAppJson(ports, settingsPath, settingsSchema, { paused: false })).paused;

  async function readAll(): Promise<void> {
    const all = await catalogue.list();
    const known = new Map((await index.known()).map((one) => [one.conversation, one]));
    const ids = new Set(all.map(({ id }) => id));
    const gone = [...known.keys()].filter((id) => !ids.has(id));
    if (gone.length > 0) {
      await index.remove(gone);
    }
    const places = new Set(all.map(({ place }) => place.id));
    if (gone.some((id) => !places.has(placeOf(id)))) {
      // Nobody lets it be read any more, so nothing is kept of what was.
      await index.erase([]);
    }
    let done = 0;
    become({ state: 'reading', done, total: all.reduce((sum, { bytes }) => sum + bytes, 0), problem: null });
    for (const found of all) {
      if (!isRead(known.get(found.id), found)) {
        await readIntoIndex(ports, leftOut, found, known.get(found.id), (bytes) => {
          become({ done: done + Math.round(bytes) });
          return !isPaused && !isClosed;
        }).catch((error: unknown) => {
          const { code, message } = toContextureError(error);
          if (code === 'unavailable' || code === 'disk_full') {
            throw error;
          }
          become({ problem: message });
        });
      }
      if (isPaused || isClosed) {
        become({ state: 'paused' });
        return;
      }
      done += found.bytes;
      become({ done });
    }
    become({ state: 'complete' });
  }

  async function run(): Promise<void> {
    isPaused = await enqueue(readSettings);
    if (isPaused) {
      become({ state: 'paused' });
      return;
    }
    try {
      await ports.lock.hold(paths.join(folder, 'indexing.lock'), readAll);
    } catch (error) {
      const { code, message } = toContextureError(error);
      become(code === 'busy' ? { state: 'elsewhere' } : { state: 'unavailable', problem: message });
    }
  }

  /** Has what is missing read; what is asked for meanwhile follows. */
  function begin(): void {
    if (isClosed) {
      return;
    }
    if (running !== null) {
      isAskedAgain = true;
      return;
    }
    running = run().finally(() => {
      running = null;
      if (isAskedAgain) {
        isAskedAgain = false;
        begin();
      }
    });
  }

  return {
    begin,
    state: progress.state,
    /** Waits until all that was asked for is read. */
    async settled(): Promise<void> {
      while (running !== null) {
        await running;
      }
    },
    async pause(paused: boolean): Promise<ConversationIndexState> {
      await enqueue(async () => {
        await writeAppJson(ports, settingsPath, { paused } satisfies z.infer<typeof settingsSchema>);
        isPaused = paused;
      });
      await running;
      if (paused) {
        become({ state: 'paused' });
      } else {
        begin();
      }
      return progress.state();
    },
    async close(): Promise<void> {
      isClosed = true;
      await running;
      await index.close();
    },
  };
}
export type Indexing = ReturnType<typeof createIndexing>;
