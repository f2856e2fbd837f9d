import type { ParsedParams } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Decision, Loss } from '#shared/contract/features/decisions.ts';
import type { ChangeResult } from '#shared/contract/features/memory.ts';
import { isCorrection } from '#shared/entries/correction.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { createEntryFinder } from '#shared/entries/find-entry.ts';
import { keptOf, lossKinds, lossOf } from '#shared/entries/losses.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { isVersion } from '../history/history-lines.ts';
import { sameEntry } from '../history/steps.ts';
import type { ComputeStep } from '../steps/step.ts';
import type { Work } from '../work.ts';
import type { OpenWorkspace } from '../workspace/workspace.ts';
import type { Losses, StoredHeld } from './decisions-file.ts';
import type { LostEntry } from './losses.ts';
import { keepBothStep, putArchivedBackStep, putMineBackStep, takeTheirsStep, type Wanted } from './steps.ts';

type Choice = ParsedParams<'cards.settle'>['choice'];

const maxListed = 100;
const maxItems = 200;

export const decisionMethods: WorkspaceHandlers<'cards'> = {
  'cards.list': async (open, _, context) => {
    const all = await decisionsOf(open, context);
    return { cards: all.slice(0, maxListed), total: all.length };
  },
  'cards.settle': async (open, { card, choice, losses }, context) => {
    const held = open.decisions.current().held.find(({ id }) => id === card);
    if (held) {
      return settle(open, [held.id], stepForHeld(open, held, choice));
    }
    const lost = open.decisions.current().losses.find(({ position }) => nameOfLosses(position) === card);
    const still = lost ? await stillLost(open, lost, context) : [];
    const items = still.map((each) => each.lost).filter(({ id }) => losses === undefined || losses.includes(id));
    if (!lost || items.length === 0) {
      throw new ContextureError('card_unknown', 'That was answered already, so nothing was done.', { card });
    }
    const ids = items.map(({ id }) => id);
    return settle(open, ids, await stepForLosses(open, lost, items, choice));
  },
};

const nameOfLosses = (position: number): string => `losses-${position}`;

type Still = { readonly lost: LostEntry; readonly view: Loss };

async function decisionsOf(open: OpenWorkspace, work: Work): Promise<Decision[]> {
  const { held, losses } = open.decisions.current();
  const decisions: Decision[] = held.flatMap((each) => heldDecision(each, open.contextFile.document()));
  for (const each of [...losses].reverse()) {
    const { at, by, position } = each;
    const items = (await stillLost(open, each, work)).map(({ view }) => view);
    if (items.length > 0) {
      const archive = each.items[0]?.archive ?? null;
      const decision = { kind: 'losses' as const, id: nameOfLosses(position), at, by, archive, position };
      decisions.push({ ...decision, items: items.slice(0, maxItems), count: items.length });
    }
  }
  return decisions.sort((a, b) => b.at - a.at);
}

/** A held update waits for nothing once the memory says the same, or what it spoke against is no correction any more. */
function heldDecision({ id, at, name, update }: StoredHeld, { entries }: MemoryDocument): Decision[] {
  const [now] = createEntryFinder(entries).named(update);
  return now && isCorrection(now) && now.value !== update.value
    ? [{ kind: 'held', id, at, name, theirs: update, yours: briefOf(now) }]
    : [];
}

/** What is still gone. An entry that is in an archive now was moved there, whoever did it. */
async function stillLost(open: OpenWorkspace, { items }: Losses, work: Work): Promise<Still[]> {
  const find = createEntryFinder(open.contextFile.document().entries);
  const isGone = items.some(({ theirs }) => theirs === null);
  const archives = isGone ? await open.archived(work) : [];
  const still = items.flatMap((lost): Still[] => {
    const now = (lost.theirs && find.exact(lost.theirs)) ?? null;
    const what = lossOf(lost.yours, now && keptOf(now));
    const stands = [
      ...archives.map(({ document }) => document),
      lost.archive === null ? null : open.contextFile.document(),
    ];
    const moved = what === 'dropped' && stands.some((document) => document && sameEntry(document, lost.yours));
    const { pinned: _, correction: __, ordinal: ___, ...yours } = lost.yours;
    const view = what && { id: lost.id, what, yours, theirs: now && briefOf(now) };
    return view === null || moved ? [] : [{ lost, view }];
  });
  return still.sort((a, b) => lossKinds.indexOf(a.view.what) - lossKinds.indexOf(b.view.what));
}

/** What an answer to a held update does to the memory; null for nothing. */
function stepForHeld({ rules }: OpenWorkspace, { update }: StoredHeld, choice: Choice): ComputeStep | null {
  switch (choice) {
    case 'take':
      return takeTheirsStep(update, rules());
    case 'keep_both':
      return keepBothStep(update, rules());
    case 'keep':
      return null;
    default:
      throw notForThis(choice);
  }
}

async function stepForLosses(open: OpenWorkspace, lost: Losses, items: readonly LostEntry[], choice: Choice) {
  if (choice === 'leave') {
    return null;
  }
  if (choice !== 'put_back') {
    throw notForThis(choice);
  }
  const before = await documentBefore(open, lost.position);
  const wanted: Wanted[] = items.map((each) => ({ lost: each, before }));
  const archive = items[0]?.archive ?? null;
  return archive === null ? putMineBackStep(wanted, open.rules()) : putArchivedBackStep(archive, wanted, open.rules());
}

/** Carries out an answer, and takes what it answers off the list. */
async function settle(open: OpenWorkspace, ids: readonly string[], step: ComputeStep | null): Promise<ChangeResult> {
  const { access, commit, decisions } = open;
  const result = step === null ? commit.nothingDone() : await commit.change('person', step);
  await access.inTurn((turn) =>
    commit.recorded(turn, 'person', () => access.locked(turn, (locked) => decisions.settle(locked, new Set(ids)))),
  );
  return result;
}

function notForThis(choice: Choice): ContextureError {
  return new ContextureError('invalid_request', `“${choice}” is not an answer to this decision. Nothing was changed.`);
}

/** The version that a version of the history followed; null where it can't be read any more. */
async function documentBefore({ history }: OpenWorkspace, position: number): Promise<MemoryDocument | null> {
  const line = (await history.lines()).find((each) => each.position === position);
  return line && isVersion(line) && line.before !== null
    ? history.documentOf({ file: line.file, hash: line.before })
    : null;
}
