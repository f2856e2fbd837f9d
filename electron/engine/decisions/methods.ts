import type { ChangeResult } from '#shared/contract/changes.ts';
import type { ParsedParams } from '#shared/contract/contract.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import type { Decision, Loss } from '#shared/contract/features/decisions.ts';
import { briefOf } from '#shared/entries/entry-brief.ts';
import { createEntryClaims } from '#shared/entries/find-entry.ts';
import { comparedFields, isOfPerson, lossKinds, lossOf } from '#shared/entries/losses.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { isTextMissing } from '#shared/formats/lost-text.ts';
import { perObject } from '#shared/text/per-object.ts';
import type { CancellationToken } from '../cancellation.ts';
import type { WorkspaceHandlers } from '../handlers.ts';
import { isVersion } from '../history/history-lines.ts';
import type { ContextFile } from '../memory/context-file.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { ComputeStep } from '../steps/step.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import type { Decisions } from './decisions.ts';
import type { AnsweredDecision, Losses, StoredHeld } from './decisions-file.ts';
import { heldDecision, withoutMarks } from './held-decision.ts';
import { hasEntryText, type LostEntry, lossName, type StoredText } from './losses.ts';
import { type DecidedEntry, keepBothStep, putArchivedBackStep, putMineBackStep, takeTheirsStep } from './steps.ts';

type Needs = Pick<WorkspaceParts, 'layout' | 'access' | 'history' | 'rules' | 'commit'> & {
  readonly decisions: Decisions;
  readonly contextFile: Pick<ContextFile, 'document'>;
  readonly archived: (
    token?: CancellationToken,
  ) => Promise<readonly { readonly name: string; readonly document: MemoryDocument | null }[]>;
};

type Choice = ParsedParams<'cards.settle'>['choice'];

const maxListed = 100;
const maxItems = 200;

export const decisionMethods: WorkspaceHandlers<'cards', Needs> = {
  'cards.list': async (open, _, context) => {
    const all = await decisionsOf(open, context);
    return { cards: all.slice(0, maxListed), total: all.length };
  },
  'cards.settle': (open, answer, context) => inOrder(open)(() => answerDecision(open, answer, context)),
  'cards.reopen': async ({ access, decisions }, { card }) => {
    const isReopened = await access.inTurn((turn) =>
      access.locked(turn, (locked) => decisions.reopen(locked, (each) => each.card === card && each.change === null)),
    );
    if (!isReopened) {
      throw new ContextureError('card_unknown', 'That can no longer be taken back. Nothing was changed.', { card });
    }
    return {};
  },
};

type AnswerRequest = ParsedParams<'cards.settle'>;

/** Two windows may answer one decision at the same moment: the second one finds it answered. */
const inOrder = perObject((_: Needs) => createSerialQueue());

async function answerDecision(open: Needs, { card, choice, losses }: AnswerRequest, context: CancellationToken) {
  const held = open.decisions.current().held.find(({ id }) => id === card);
  if (held) {
    const answered = { card, held: [held], losses: [] };
    return settle(open, { answered, ids: () => [held.id], step: stepForHeld(open, held, choice) });
  }
  const lost = open.decisions.current().losses.find(({ position }) => nameOfLosses(position) === card);
  const still = lost ? await stillLost(open, lost, context) : [];
  const isMeant = ({ id }: { readonly id: string }): boolean => losses === undefined || losses.includes(id);
  const items = still.filter((each) => isMeant(each.lost));
  const texts = (lost ? textsMissing(open, lost) : []).filter(isMeant);
  if (!lost || items.length + texts.length === 0) {
    throw new ContextureError('card_unknown', 'That was answered already, so nothing was done.', { card });
  }
  return settleLosses(open, lost, { items, texts }, choice);
}

const nameOfLosses = (position: number): string => `losses-${position}`;

/** A loss that is still open, and the archive that has its entry by now. */
type OpenLoss = { readonly lost: LostEntry; readonly view: Loss; readonly nowIn: string | null };

async function decisionsOf(open: Needs, token: CancellationToken): Promise<Decision[]> {
  const { held, losses } = open.decisions.current();
  const { entries } = open.contextFile.document();
  const decisions: Decision[] = held.flatMap((each) => heldDecision(each, entries, losses, open.layout.format));
  for (const each of [...losses].reverse()) {
    const { at, by, position } = each;
    const items = (await stillLost(open, each, token)).map(({ view }) => view);
    const texts = textsMissing(open, each);
    if (items.length + texts.length > 0) {
      const archive = each.items[0]?.archive ?? null;
      const decision = { kind: 'losses' as const, id: nameOfLosses(position), at, by, archive, position };
      const counts = { count: items.length, textCount: texts.length };
      decisions.push({ ...decision, items: items.slice(0, maxItems), texts: texts.slice(0, maxItems), ...counts });
    }
  }
  return decisions.sort((a, b) => b.at - a.at);
}

/** Losses that are still gone. An entry that others archived is reported only if the person wanted it to stay. */
async function stillLost(open: Needs, { items }: Losses, token: CancellationToken): Promise<OpenLoss[]> {
  const memory = open.contextFile.document();
  const claims = createEntryClaims(memory.entries);
  const archives = items.some(({ theirs }) => theirs === null) ? await open.archived(token) : [];
  const still = items.flatMap((lost): OpenLoss[] => {
    const now = (lost.theirs && claims.exact(lost.theirs)) ?? null;
    const loss = lossOf(lost.yours, now && comparedFields(now));
    const name = lossName(lost.yours);
    const stands = (document: MemoryDocument | null): boolean => document !== null && hasEntryText(document, name);
    const nowIn = loss === 'dropped' ? (archives.find(({ document }) => stands(document))?.name ?? null) : null;
    const isMoved = lost.archive !== null && (nowIn !== null || stands(memory));
    const what = nowIn === null ? loss : isOfPerson(lost.yours) && !isMoved ? 'archived' : null;
    const view = what && { id: lost.id, what, yours: withoutMarks(lost), theirs: now && briefOf(now) };
    return view === null || isMoved ? [] : [{ lost, view, nowIn }];
  });
  return still.sort((a, b) => lossKinds.indexOf(a.view.what) - lossKinds.indexOf(b.view.what));
}

/** Maximum characters that may be read again while texts are put back one by one. Texts left over stay on the list. */
const maxReadAgain = 20_000_000;

function textsMissing({ contextFile }: Needs, { texts }: Losses): StoredText[] {
  return texts.filter((text) => isTextMissing(text, contextFile.document()));
}

/** Change to the memory that answers a held update; null for none. */
function stepForHeld({ rules }: Needs, { update }: StoredHeld, choice: Choice): ComputeStep | null {
  switch (choice) {
    case 'take':
      return takeTheirsStep(update, rules());
    case 'keep_both':
      return keepBothStep(update, rules());
    case 'keep':
      return null;
    default:
      throw wrongAnswerError(choice);
  }
}

async function settleLosses(
  open: Needs,
  lost: Losses,
  { items, texts }: { readonly items: readonly OpenLoss[]; readonly texts: readonly StoredText[] },
  choice: Choice,
) {
  const all = [...items.map((each) => each.lost), ...texts].map(({ id }) => id);
  const about = { ...lost, items: items.map((each) => each.lost), texts: [...texts] };
  const answered = { card: nameOfLosses(lost.position), held: [], losses: [about] };
  if (choice === 'leave') {
    return settle(open, { answered, ids: () => all, step: null });
  }
  if (choice !== 'put_back') {
    throw wrongAnswerError(choice);
  }
  const before = await documentBefore(open, lost.position);
  const wanted: DecidedEntry[] = items.map((each) => ({ lost: each.lost, before, nowIn: each.nowIn }));
  const archive = items[0]?.lost.archive ?? null;
  if (archive !== null) {
    return settle(open, { answered, ids: () => all, step: putArchivedBackStep(archive, wanted, open.rules()) });
  }
  const fewTexts = Math.max(1, Math.floor(maxReadAgain / (open.contextFile.document().text.length + 1000)));
  const back = { entries: wanted, texts: texts.slice(0, fewTexts), before };
  const { step, done } = putMineBackStep(back, open.rules());
  return settle(open, { answered, ids: done, step });
}

type Answer = {
  readonly answered: Omit<AnsweredDecision, 'change'>;
  readonly ids: () => readonly string[];
  readonly step: ComputeStep | null;
};

async function settle(open: Needs, { answered, ids, step }: Answer): Promise<ChangeResult> {
  const { access, commit, decisions } = open;
  const result = step === null ? commit.nothingDone() : await commit.change('person', step);
  await access.inTurn((turn) =>
    commit.recorded(turn, 'person', () =>
      access.locked(turn, (locked) =>
        decisions.settle(locked, new Set(ids()), { ...answered, change: result.change?.id ?? null }),
      ),
    ),
  );
  return result;
}

function wrongAnswerError(choice: Choice): ContextureError {
  return new ContextureError('invalid_request', `“${choice}” is not an answer to this decision. Nothing was changed.`);
}

/** The version before a position of the history; null if it can no longer be read. */
async function documentBefore({ history }: Needs, position: number): Promise<MemoryDocument | null> {
  const line = (await history.lines()).find((each) => each.position === position);
  return line && isVersion(line) && line.before !== null
    ? history.documentOf({ file: line.file, hash: line.before })
    : null;
}
