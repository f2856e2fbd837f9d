import { z } from 'zod';
import { toContextureError } from '#shared/contract/errors.ts';
import type { ConversationIndexState } from '#shared/contract/features/conversation-search.ts';
import { readAppJson, writeAppJson } from '../../app-files/app-json.ts';
import type { Ports } from '../../ports.ts';
import { createSerialQueue } from '../../serial-queue.ts';
import type { Catalogue } from '../catalogue.ts';
import type { IndexedFactsReader } from './indexed-facts.ts';
import { createLeftOut } from './left-out.ts';
import { readAllIntoIndex } from './read-all.ts';

const settingsSchema = z.strictObject({ paused: z.boolean() });
/** Milliseconds between reports of progress. */
const tellEvery = 250;

type Services = {
  readonly catalogue: Pick<Catalogue, 'list'>;
  readonly facts: IndexedFactsReader;
  readonly tell: (state: ConversationIndexState) => void;
};

/** Reads all conversations into the index in the background, the latest first; one window at a time does it for all. */
export function createIndexing(ports: Ports, { catalogue, facts, tell }: Services) {
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

  async function run(): Promise<void> {
    isPaused = await enqueue(readSettings);
    if (isPaused) {
      become({ state: 'paused' });
      return;
    }
    // Read before anything is added, which answers would wait for.
    await facts.byId();
    try {
      const isStopped = (): boolean => isPaused || isClosed;
      await ports.lock.hold(paths.join(folder, 'indexing.lock'), async () =>
        readAllIntoIndex({ ports, leftOut, become, isStopped }, await catalogue.list()),
      );
    } catch (error) {
      const { code, message } = toContextureError(error);
      become(code === 'busy' ? { state: 'elsewhere' } : { state: 'unavailable', problem: message });
    }
  }

  /** Reads missing conversations; requests made meanwhile follow. */
  function begin(): void {
    if (isClosed) {
      return;
    }
    if (running !== null) {
      isAskedAgain = true;
      return;
    }
    const ended = run().then(() => (isClosed ? undefined : facts.renew()));
    running = ended.finally(() => {
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
export type ConversationIndexer = ReturnType<typeof createIndexing>;

function createProgress({ clock }: Ports, tell: (state: ConversationIndexState) => void) {
  let state: ConversationIndexState = { state: 'reading', done: 0, total: 0, problem: null };
  let toldAt = 0;
  return {
    state: (): ConversationIndexState => state,
    become(next: Partial<ConversationIndexState>): void {
      const now = clock.now();
      const isNews = next.state !== undefined && (next.state !== 'reading' || state.state !== 'reading');
      state = { ...state, ...next };
      if (isNews || now - toldAt >= tellEvery || now < toldAt) {
        toldAt = now;
        tell(state);
      }
    },
  };
}
