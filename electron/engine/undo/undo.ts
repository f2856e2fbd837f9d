import type { Change, ChangeResult } from '#shared/contract/changes.ts';
import type { ErrorCode } from '#shared/contract/error-codes.ts';
import { ContextureError, toContextureError } from '#shared/contract/errors.ts';
import type { OnDuplicate } from '#shared/formats/entry-patch.ts';
import type { ContextFile } from '../memory/context-file.ts';
import type { VersionTexts } from '../memory/version-texts.ts';
import type { ArchivingAction, UndoRequest } from '../steps/undo-record.ts';
import type { Turn } from '../workspace/access.ts';
import type { WorkspaceParts } from '../workspace/parts.ts';
import { type UndoSources, undoStep } from './steps.ts';
import type { UndoLog } from './undo-log.ts';

type Needs = Pick<WorkspaceParts, 'ports' | 'layout' | 'access' | 'rules' | 'commit'> & {
  readonly undoLog: UndoLog;
  readonly contextFile: Pick<ContextFile, 'announceSummary' | 'revision'>;
  readonly versionTexts: VersionTexts;
  readonly takeBackArchiving: TakeBackArchiving;
};

/** Errors of an undo that trying again would not solve. */
const cannotBeUndone: readonly ErrorCode[] = ['change_superseded', 'section_unclear', 'version_unknown'];

/** Errors of archiving or restoring a workflow that trying again would not solve. */
const cannotBeTakenBack: readonly ErrorCode[] = [
  'not_found',
  'key_exists',
  'value_invalid',
  'text_conflict',
  'not_a_file',
];

/** Archives or restores a workflow, to undo the opposite. @returns the change */
type TakeBackArchiving = (archiving: ArchivingAction, request: UndoRequest) => Promise<Change>;

/** Undoes and redoes changes. Two requests at once are done once. */
export function createUndo(needs: Needs) {
  const { ports, access, undoLog, contextFile, layout, rules, commit, versionTexts, takeBackArchiving } = needs;

  /** @param changeId the change; undefined for the next one */
  async function applyUndo(turn: Turn, how: UndoRequest['how'], changeId?: string, onDuplicate?: OnDuplicate) {
    await undoLog.refresh();
    const id = changeId ?? undoLog.next()[how]?.id ?? (how === 'undo' ? undoLog.latestOfOthers() : undefined);
    if (id === undefined) {
      throw new ContextureError('change_unknown', `There is nothing to ${how}.`);
    }
    const undo = undoLog.find(id);
    // Undoing a change that undid another redoes the other, whatever it is called.
    const request: UndoRequest = { how: undoLog.isUndone(id) ? 'redo' : 'undo', undo };
    if (undo.archiving) {
      return { archiving: undo.archiving, request };
    }
    try {
      const label = `${request.how === 'undo' ? 'Undone' : 'Redone'}: ${undo.name}`;
      const step = await undoStep(label, undo, onDuplicate, keptSources());
      const result = await commit.write(turn, 'person', step, { undoes: request });
      if (result.change === null) {
        await pass(turn, id);
      }
      return result;
    } catch (error) {
      if (cannotBeUndone.includes(toContextureError(error).code)) {
        throw await passed(turn, id, toContextureError(error));
      }
      throw error;
    }
  }

  /** Packs or unpacks a whole workflow, without keeping others waiting for their turn. */
  async function revertStep(archiving: ArchivingAction, request: UndoRequest): Promise<ChangeResult> {
    try {
      const change = await takeBackArchiving(archiving, request);
      return { change, revision: contextFile.revision(), archived: [], notes: [] };
    } catch (error) {
      const problem = toContextureError(error);
      if (!cannotBeTakenBack.includes(problem.code)) {
        throw error;
      }
      const superseded = new ContextureError('change_superseded', problem.message, problem.details);
      throw await access.inTurn((turn) => passed(turn, request.undo.change.id, superseded));
    }
  }

  async function carriedOut(how: UndoRequest['how'], id?: string, onDuplicate?: OnDuplicate): Promise<ChangeResult> {
    const done = await access.inTurn((turn) => applyUndo(turn, how, id, onDuplicate));
    return 'archiving' in done ? revertStep(done.archiving, done.request) : done;
  }

  /** Error that tells why a change can't be undone, and what is undone next instead. */
  async function passed(turn: Turn, id: string, { code, message, details }: ContextureError): Promise<ContextureError> {
    await pass(turn, id);
    const next = undoLog.next().undo;
    const then = next === null ? 'Nothing else is left to undo.' : `What is undone next is “${next.label}”.`;
    return new ContextureError(code, `${message} ${then}`, details);
  }

  /** Goes on to the change before one that can't be undone as things are. */
  async function pass(turn: Turn, id: string): Promise<void> {
    await access.locked(turn, (locked) => undoLog.pass(locked, id));
    contextFile.announceSummary();
  }

  const keptSources = (): UndoSources => ({
    rules: rules(),
    layout,
    textOf: (hash) => orPruned(versionTexts.textOf(hash)),
    versionOf: (hash) => orPruned(versionTexts.versionOf(hash)),
    now: new Date(ports.clock.now()).toISOString(),
  });

  return {
    undo: (change?: string, onDuplicate?: OnDuplicate): Promise<ChangeResult> =>
      carriedOut('undo', change, onDuplicate),
    redo: (change?: string, onDuplicate?: OnDuplicate): Promise<ChangeResult> =>
      carriedOut('redo', change, onDuplicate),
  };
}

async function orPruned<T>(version: Promise<T>): Promise<T> {
  try {
    return await version;
  } catch (error) {
    const message =
      'The text from before that change is no longer in the history, so it can’t be undone. Nothing was changed.';
    throw toContextureError(error).code === 'version_unknown' ? new ContextureError('version_unknown', message) : error;
  }
}
