import { z } from 'zod';
import { contextUpdateSchema } from '#shared/contract/changes.ts';
import { historyPositionSchema } from '#shared/contract/features/history.ts';
import { entryRefSchema } from '#shared/entries/entry.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import { lastPosition } from '../history/history-lines.ts';
import type { Kept } from '../workspace/kept.ts';
import { lostEntrySchema, lostTextSchema } from './losses.ts';

const heldSchema = z.strictObject({
  id: z.string(),
  at: z.number(),
  name: z.string().nullable(),
  update: contextUpdateSchema,
  /** The correction it speaks against. */
  against: entryRefSchema,
});
export type StoredHeld = z.infer<typeof heldSchema>;

const lossesSchema = z.strictObject({
  at: z.number(),
  /** What the assistant calls itself; null for another program. */
  by: z.string().nullable(),
  position: historyPositionSchema,
  items: z.array(lostEntrySchema),
  texts: z.array(lostTextSchema).default([]),
});
export type Losses = z.infer<typeof lossesSchema>;

const answeredSchema = z.strictObject({
  card: z.string(),
  /** What the answer changed in the memory, which may be undone; null for nothing. */
  change: z.string().nullable(),
  held: z.array(heldSchema),
  losses: z.array(lossesSchema),
});
/** What a decision was about that has been answered, to ask it again where the answer is taken back. */
export type Answered = z.infer<typeof answeredSchema>;

export const decisionsSchema = z.strictObject({
  /** Up to which position of the history it is known what was lost. */
  checked: z.int().min(0),
  held: z.array(heldSchema),
  losses: z.array(lossesSchema),
  /** The latest answers, oldest first. */
  answered: z.array(answeredSchema).default([]),
});
export type DecisionsState = z.infer<typeof decisionsSchema>;

export const decisionsFileName = 'cards.json';

/** What waits for the person to choose. */
export function createDecisionsFile({ ports, dataFolder, history, tell }: Kept) {
  const path = (): string => ports.paths.join(dataFolder.current(), decisionsFileName);
  const stamp = createFileStamp(ports, path);
  let state: DecisionsState = { checked: 0, held: [], losses: [], answered: [] };
  let isRead = false;
  let isWritten = false;
  let savedTo = 0;
  return {
    state: (): DecisionsState => state,
    /** Up to which position of the history it is written down what was lost. */
    savedTo: (): number => savedTo,
    hold(now: DecisionsState): void {
      state = now;
    },
    /** Takes in what another process has written. True if there is a file. */
    async refresh(): Promise<boolean> {
      const change = await stamp.look();
      if (change === null) {
        return isWritten;
      }
      const { info } = change;
      // The first time nothing is news; later everything is, be it that the workspace's data has another folder by now.
      const isNews = isRead;
      isRead = true;
      const before = JSON.stringify(state);
      const found = info && (await readAppJson(ports, path(), decisionsSchema.nullable(), null));
      const checked = isNews ? state.checked : lastPosition(await history.lines());
      state = found ?? { checked, held: [], losses: [], answered: [] };
      stamp.note(info);
      isWritten = info !== null;
      savedTo = state.checked;
      if (isNews && JSON.stringify(state) !== before) {
        tell('cards.changed', {});
      }
      return isWritten;
    },
    async save(now: DecisionsState): Promise<void> {
      await writeAppJson(ports, path(), now);
      state = now;
      savedTo = now.checked;
      isWritten = true;
      await stamp.renew();
      tell('cards.changed', {});
    },
  };
}
