import type { Result } from '#shared/contract/contract.ts';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { useAnswer, useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { type MemoryRoom, useRoom } from '../../entries/measure/use-room.ts';
import { say } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Question } from '../../ui/question.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { archiveInWords } from '../../wording/names.ts';
import styles from './entry-changes.module.css';
import { Changed, Group, Value } from './entry-groups.tsx';
import { closeHistoryDialog, focusHistoryCursor, useHistory } from './history-store.ts';
import { fileOfVersion } from './history-words.ts';
import type { HistoryLines } from './use-history-lines.ts';

export function HistoryDialogs({ workspace, state }: Readonly<{ workspace: string; state: HistoryLines }>) {
  const dialog = useHistory((store) => store.dialog);
  switch (dialog.kind) {
    case 'none':
      return null;
    case 'restore':
      return <RestoreVersionDialog workspace={workspace} version={dialog.version} />;
    case 'prune':
      return state.kind === 'ready' ? <PruneDialog workspace={workspace} positions={state.beyondLimit} /> : null;
  }
}

type Preview = Result<'history.previewRestore'>;

function RestoreVersionDialog({ workspace, version }: Readonly<{ workspace: string; version: HistoryVersion }>) {
  const { busy, problem: failure, attempt } = useAttempt();
  const { position } = version;
  const { answer: preview, problem } = useAnswer('history.previewRestore', { workspace, position });
  const room = useRoom();
  const close = (): void => {
    closeHistoryDialog();
    focusHistoryCursor();
  };
  const restore = async (): Promise<void> => {
    tellDone(workspace, await call('history.restore', { workspace, position }));
    if (version.kind === 'settings') {
      say('The settings are restored.', 'done');
    }
    close();
  };
  const goesBack = {
    context: 'Your memory goes back',
    settings: 'Your settings go back',
    archive: `The ${fileOfVersion(version)} goes back`,
    other: `${version.file} goes back`,
  }[version.kind];
  return (
    <Question
      wide
      title="Restore this version"
      description={`${goesBack} to ${momentInWords(version.at)}. ${
        version.kind === 'settings' ? 'The current settings stay in the history.' : 'You can undo this.'
      }`}
      stay="Cancel"
      onStay={close}
      go="Restore"
      onGo={() => void attempt(restore)}
      look="primary"
      busy={busy}
      isReady={preview !== null && !preview.same}
      first="go"
      problem={failure ?? problem}
    >
      {preview === null && problem === null && <Skeleton label="Working out what would change" />}
      {preview && <p role="status">{consequencesOf(preview, room)}</p>}
      {preview && !preview.same && <RestoredEntries preview={preview} />}
    </Question>
  );
}

function RestoredEntries({ preview: { counts, added, changed, removed } }: Readonly<{ preview: Preview }>) {
  return counts === null ? null : (
    <div className="stack-3 above-4">
      <Group title="To be restored" count={counts.added} shown={added.length}>
        {added.map((entry) => (
          <li key={`${entry.raw} ${entry.ordinal}`} className={styles['change']}>
            <Value entry={entry} />
            {entry.from !== null && <p className="detail">It leaves the {placeInWords(entry.from)}.</p>}
          </li>
        ))}
      </Group>
      <Group title="To be reverted" count={counts.changed} shown={changed.length}>
        {changed.map(({ before, after }) => (
          <Changed key={`${after.raw} ${after.ordinal}`} before={before} after={after} />
        ))}
      </Group>
      <Group title="To be removed" count={counts.removed} shown={removed.length}>
        {removed.map((entry) => (
          <li key={`${entry.raw} ${entry.ordinal}`} className={styles['change']}>
            <Value entry={entry} isRemoved />
            {entry.to !== null && <p className="detail">It returns to the {placeInWords(entry.to)}.</p>}
          </li>
        ))}
      </Group>
    </div>
  );
}

const placeInWords = (archive: string): string => (archive === '' ? 'memory' : archiveInWords(archive));

function consequencesOf({ counts, same, tokens }: Preview, room: MemoryRoom): string {
  if (same) {
    return 'It reads like that already, so there is nothing to restore.';
  }
  if (counts === null) {
    return 'Your settings change at once.';
  }
  const { added, changed, removed } = counts;
  const parts = [
    added > 0 && counted(added, 'entry comes back', 'entries come back'),
    changed > 0 && counted(changed, 'entry reverts', 'entries revert'),
    removed > 0 && counted(removed, 'newer entry is removed', 'newer entries are removed'),
    added + changed + removed === 0 && 'No entry changes, only the text around them',
  ];
  const size = tokens && ` Your memory goes from ${countInWords(tokens.before)} to ${room.inFull(tokens.after)}.`;
  const over = tokens && room.isOver(tokens.after) ? ' That is over the limit.' : '';
  return `${parts.filter(Boolean).join(', ')}.${size ?? ''}${over}`;
}

function PruneDialog({ workspace, positions }: Readonly<{ workspace: string; positions: readonly number[] }>) {
  const { answer: versions, problem } = useAsked(JSON.stringify(positions), () => readAll(workspace, positions));
  const { busy, problem: failure, attempt } = useAttempt();
  const prune = async (): Promise<void> => {
    const { letGo: pruned } = await call('history.letGo', { workspace, positions: [...positions] });
    say(`${counted(pruned, 'version was', 'versions were')} deleted.`, 'done');
    closeHistoryDialog();
  };
  return (
    <Question
      wide
      title="Kept beyond the limit"
      description="These versions are older than you keep, or more than fits. They stay because they hold the last copies of what is named, which is not in the memory, an archive or a newer version. To keep something for good, restore it first."
      stay="Keep them"
      onStay={closeHistoryDialog}
      go={`Delete ${counted(positions.length, 'version', 'versions')} for good`}
      onGo={() => void attempt(prune)}
      look="danger"
      busy={busy}
      isReady={versions !== null && versions.length > 0}
      problem={failure ?? problem}
    >
      {versions === null && problem === null && <Skeleton label="Reading what is kept" />}
      <ul className="ruled" aria-label="Last copies">
        {versions?.map(({ position, at, lastCopyOf }) => (
          <li key={position} className="words">
            <span className="detail">{momentInWords(at)}</span>
            <VisibleText text={(lastCopyOf ?? []).map((name) => `“${name}”`).join(', ')} />
          </li>
        ))}
      </ul>
    </Question>
  );
}

async function readAll(workspace: string, positions: readonly number[]): Promise<readonly HistoryVersion[]> {
  const read = await Promise.all(
    positions
      .slice(0, 200)
      .map((position) =>
        call('history.list', { workspace, before: position + 1, limit: 1 }).then(({ lines }) => lines[0]),
      ),
  );
  return read.filter((line): line is HistoryVersion => line?.type === 'version');
}
