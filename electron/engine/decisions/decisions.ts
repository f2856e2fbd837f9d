import { refOf } from '#shared/entries/entry.ts';
import type { MemoryDocument } from '#shared/formats/document.ts';
import { type HeldUpdate, heldNote } from '#shared/formats/held-updates.ts';
import { type HistoryRecord, lastPosition, type VersionLine } from '../history/history-lines.ts';
import { orLogged } from '../or-logged.ts';
import type { LockedTurn, Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import {
  type AnsweredDecision,
  createDecisionsFile,
  type DecisionsState,
  type Losses,
  type StoredHeld,
} from './decisions-file.ts';
import { isFollowed, readLosses, withItems, withoutMoved } from './read-losses.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'dataFolder' | 'tell' | 'history'>;

/** Maximum positions of the history that may be checked without being saved. */
const maxUnsaved = 50;

/** Maximum answers that can be taken back, and maximum items of one, as every save writes them all. */
const maxAnswered = 20;
const maxLossesAnswered = 200;

const isSmall = ({ losses }: AnsweredDecision): boolean =>
  losses.reduce((sum, { items, texts }) => sum + items.length + texts.length, 0) <= maxLossesAnswered;

function together(losses: readonly Losses[]): Losses[] {
  const byPosition = new Map<number, Losses>();
  for (const each of losses) {
    const { items = [], texts = [] } = byPosition.get(each.position) ?? {};
    byPosition.set(each.position, { ...each, items: [...items, ...each.items], texts: [...texts, ...each.texts] });
  }
  return [...byPosition.values()].sort((one, other) => one.position - other.position);
}

export type Decisions = ReturnType<typeof createDecisions>;

/** Updates held, and entries others left out, by the history. @param newestArchives files others may just have written */
export function createDecisions(needs: Needs, newestArchives: () => Promise<readonly MemoryDocument[]>) {
  const { ports, history, layout, access, tell } = needs;
  const file = createDecisionsFile(needs);
  const end = async (): Promise<number> => lastPosition(await history.lines());

  const isNext = (line: HistoryRecord): line is VersionLine => isFollowed(line, file.state().checked, layout);

  async function applyLines(lines: readonly HistoryRecord[]): Promise<void> {
    const before = file.state().losses;
    const { losses: read, untold } = await readLosses(needs, before, lines.filter(isNext));
    const losses = await withoutMoved(read, newestArchives);
    const isNews = losses.length !== before.length || losses.some((each, index) => each !== before[index]);
    const now = { ...file.state(), checked: lastPosition(lines), losses: [...losses] };
    // Unsaved versions without losses are looked at again after a restart, so their number is limited.
    if (isNews || untold.length > 0 || now.checked - file.savedTo() >= maxUnsaved) {
      await file.save(now);
    } else {
      file.hold(now);
    }
    for (const what of untold) {
      await reportUnreported(what);
    }
  }

  async function reportUnreported(what: string): Promise<void> {
    const message = `Another program changed the file, and ${what} can no longer be read, so Contexture can’t say what was left out.`;
    tell('notice', { severity: 'warning', message });
    await history.note(ports.clock.now(), message);
  }

  return {
    /** Starts following. Losses in the history before the first time are not reported. */
    async open(): Promise<void> {
      await orLogged(ports, 'What waits for an answer could not be read', async () => {
        const isThere = await file.refresh();
        const last = await end();
        if (!isThere) {
          await file.save({ ...file.state(), checked: last });
        } else if (last < file.state().checked) {
          // The history was deleted or made again meanwhile, and counts from the beginning again.
          file.hold({ ...file.state(), checked: last });
        }
      });
    },
    /** Reads new versions from the history. Never rejects: a version that fails is read next time. */
    async follow(turn: Turn): Promise<void> {
      await orLogged(ports, 'What another program left out could not be looked at', async () => {
        await file.refresh();
        if (!(await history.lines()).some(isNext)) {
          return;
        }
        // The author of a version is known for sure once none of our processes is writing. If nobody ever wrote, none is.
        await access.lockedIfMade(turn, async () => {
          await file.refresh();
          await applyLines(await history.lines());
        });
      });
    },
    /** Holds updates, the latest for each entry, and notes them in the history so that no answer loses them. */
    async hold(_: LockedTurn, held: readonly HeldUpdate[], name: string | null): Promise<void> {
      await file.refresh();
      const at = ports.clock.now();
      const added: StoredHeld[] = held.map(({ update, against }) => ({
        id: ports.newId(),
        at,
        name,
        update,
        against: refOf(against),
      }));
      const isReplaced = (one: StoredHeld): boolean =>
        added.some(({ update }) => update.category === one.update.category && update.key === one.update.key);
      await file.save({ ...file.state(), held: [...file.state().held.filter((one) => !isReplaced(one)), ...added] });
      for (const { update } of added) {
        await history.note(at, heldNote(name, update));
      }
    },
    async settle(_: LockedTurn, ids: ReadonlySet<string>, answered: AnsweredDecision): Promise<void> {
      await file.refresh();
      const isLeft = ({ id }: { readonly id: string }): boolean => !ids.has(id);
      await file.save({
        ...file.state(),
        answered: [...file.state().answered, ...(isSmall(answered) ? [answered] : [])].slice(-maxAnswered),
        held: file.state().held.filter(isLeft),
        losses: [...withItems(file.state().losses, (items) => items.filter(isLeft), isLeft)],
      });
    },
    /** Asks an answered decision again, if the answer is taken back. @returns whether there is anything to ask */
    async reopen(_: LockedTurn, isMeant: (answered: AnsweredDecision) => boolean): Promise<boolean> {
      await file.refresh();
      const { answered, held, losses } = file.state();
      const back = answered.filter(isMeant);
      if (back.length > 0) {
        await file.save({
          ...file.state(),
          answered: answered.filter((each) => !back.includes(each)),
          held: [...held, ...back.flatMap((each) => each.held)],
          losses: together([...losses, ...back.flatMap((each) => each.losses)]),
        });
      }
      return back.length > 0;
    },
    async forget(_: Turn): Promise<void> {
      await file.save({ checked: await end(), held: [], losses: [], answered: [] });
    },
    current: (): Omit<DecisionsState, 'checked'> => file.state(),
  };
}
