import { z } from 'zod';
import { lossKinds, textParts } from '../../entries/losses.ts';
import { changeResultSchema, contextUpdateSchema, entryBriefSchema } from '../changes.ts';
import { workspaceIdSchema as workspace } from '../fields.ts';
import { historyPositionSchema } from './history.ts';

/** Decisions that wait for the person: about changes by others that would overwrite theirs, or did. */

/** Update that would overwrite something the person corrected, confirmed or pinned: it waits for them to choose. */
const heldDecisionSchema = z.strictObject({
  kind: z.literal('held'),
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Name the assistant gives itself; null if it gave none. */
  name: z.string().nullable(),
  theirs: contextUpdateSchema,
  yours: entryBriefSchema,
});
export type HeldDecision = z.infer<typeof heldDecisionSchema>;

const lossSchema = z.strictObject({
  id: z.string(),
  /**
   * `dropped`: the entry is gone; `overwritten`: text the person corrected, confirmed or pinned reads differently;
   * `unmarked`: it reads the same and is no longer marked as theirs; `lowered`: it is less sure than they were;
   * `unpinned`: its pin is gone; `archived`: it was the person's, and is in an archive now.
   */
  what: z.enum(lossKinds),
  yours: entryBriefSchema,
  /** Current entry; null if it is gone. */
  theirs: entryBriefSchema.nullable(),
});
export type Loss = z.infer<typeof lossSchema>;

const lostTextSchema = z.strictObject({
  id: z.string(),
  part: z.enum(textParts),
  /** Lines without their indentation, joined by `\n`. */
  text: z.string(),
});
export type LostText = z.infer<typeof lostTextSchema>;

/** Losses when another program wrote the file, or an assistant through an interface of ours. */
const lossesDecisionSchema = z.strictObject({
  kind: z.literal('losses'),
  id: z.string(),
  at: z.number(),
  /** Name the assistant gives itself; null for another program. */
  by: z.string().nullable(),
  /** Name of the archive file it was lost from; null for the memory itself. */
  archive: z.string().nullable(),
  position: historyPositionSchema,
  /** Up to 200, the worst first; `count` counts all. */
  items: z.array(lossSchema),
  /** Headings, comments, keys of the frontmatter and other text, at most 200; `textCount` counts all. */
  texts: z.array(lostTextSchema),
  /** Number of lost entries. */
  count: z.int(),
  textCount: z.int(),
});
export type LossesDecision = z.infer<typeof lossesDecisionSchema>;

const decisionSchema = z.discriminatedUnion('kind', [heldDecisionSchema, lossesDecisionSchema]);
export type Decision = z.infer<typeof decisionSchema>;

export const decisionsMethods = {
  'cards.list': () => ({
    about:
      'Decisions that wait for the person: updates held against what they corrected, confirmed or pinned, and what other programs left out, the latest first.',
    params: z.strictObject({ workspace }),
    /** Up to 100 decisions; `total` counts all. */
    result: z.strictObject({ cards: z.array(decisionSchema), total: z.int() }),
  }),
  'cards.settle': () => ({
    about:
      'Answers a decision. A held update: `take`, `keep` or `keep_both`. Losses: `put_back` or `leave`, all or the named entries and texts.',
    params: z.strictObject({
      workspace,
      card: z.string(),
      choice: z.enum(['take', 'keep', 'keep_both', 'put_back', 'leave']),
      losses: z.array(z.string()).min(1).max(10_000).optional(),
    }),
    result: changeResultSchema,
  }),
  'cards.reopen': () => ({
    about: 'Asks a decision again whose latest answers changed nothing in the memory. @throws `card_unknown`',
    params: z.strictObject({ workspace, card: z.string() }),
    result: z.strictObject({}),
  }),
} as const;

export const decisionsEvents = {
  'cards.changed': z.strictObject({ workspace }),
} as const;
