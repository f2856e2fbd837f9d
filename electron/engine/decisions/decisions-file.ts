import { z } from 'zod';
import { contextUpdateSchema } from '#shared/contract/changes.ts';
import { historyPositionSchema } from '#shared/contract/features/history.ts';
import { entryRefSchema } from '#shared/entries/entry.ts';
import { readAppJson, writeAppJson } from '../app-files/app-json.ts';
import { createFileStamp } from '../app-files/file-stamp.ts';
import { lastPosition } from '../history/history-lines.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { lostEntrySchema, lostTextSchema } from './losses.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'dataFolder' | 'tell' | 'history'>;

const heldSchema = z.strictObject({
  id: z.string(),
  at: z.number(),
  name: z.string().nullable(),
  update: contextUpdateSchema,
  /** The correction that the update contradicts. */
  against: entryRefSchema,
});
export type StoredHeld = z.infer<typeof heldSchema>;

const lossesSchema = z.strictObject({
  at: z.number(),
  /** The assistant's own name; null for another program. */
  by: z.string().nullable(),
  position: historyPositionSchema,
  items: z.array(lostEntrySchema),
  texts: z.array(lostTextSchema).default([]),
});
export type Losses = z.infer<typeof lossesSchema>;

const answeredSchema = z.strictObject({
  card: z.string(),
  /** Change to the memory made by the answer, which may be undone; null for none. */
  change: z.string().nullable(),
  held: z.array(heldSchema),
  losses: z.array(lossesSchema),
});
export type AnsweredDecision = z.infer<typeof answeredSchema>;

export const decisionsSchema = z.strictObject({
  /** Position of the history up to which losses are known. */
  checked: z.int().min(0),
  held: z.array(heldSchema),
  losses: z.array(lossesSchema),
  /** The latest answers, oldest first. */
  answered: z.array(answeredSchema).default([]),
});
export type DecisionsState = z.infer<typeof decisionsSchema>;

export const decisionsFileName = 'cards.json';

export function createDecisionsFile({ ports, dataFolder, history, tell }: Needs) {
  const path = (): string => ports.paths.join(dataFolder.current(), decisionsFileName);
  const stamp = createFileStamp(ports, path);
  let state: DecisionsState = { checked: 0, held: [], losses: [], answered: [] };
  let isRead = false;
  let isWritten = false;
  let savedTo = 0;
  return {
    state: (): DecisionsState => state,
    /** Position of the history up to which losses are saved. */
    savedTo: (): number => savedTo,
    hold(now: DecisionsState): void {
      state = now;
    },
    /** Reads what another process has written. True if there is a file. */
    async refresh(): Promise<boolean> {
      const change = await stamp.look();
      if (change === null) {
        return isWritten;
      }
      const { info } = change;
      // The first read is no news; every later one is, even if the workspace's data has moved to another folder.
      const isNews = isRead;
      isRead = true;
      const before = JSON.stringify(state);
      const stored = info && (await readAppJson(ports, path(), decisionsSchema.nullable(), null));
      const checked = isNews ? state.checked : lastPosition(await history.lines());
      state = stored ?? { checked, held: [], losses: [], answered: [] };
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
