import type { HistoryLine, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector } from '../../entries/inspector.tsx';
import { say } from '../../services/notices.ts';
import { tellDone, undoRedo } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import changes from './entry-changes.module.css';
import { EntryChanges } from './entry-changes.tsx';
import { actsOf } from './history-layout.ts';
import { askToRestore, compare, focusHistoryCursor, readVersion, useHistory } from './history-store.ts';
import { actOf, authorOf, countsOfAct, filesOf, isFirstRead } from './history-words.ts';
import type { HistoryLines } from './use-history-lines.ts';

type HistoryInspectorProps = Readonly<{ workspace: Workspace; state: HistoryLines }>;

export function HistoryInspector({ workspace, state }: HistoryInspectorProps) {
  const cursor = useHistory((store) => store.cursor);
  const sheetOpen = useHistory((store) => store.sheetOpen);
  const only = useHistory((store) => store.only);
  const lines = state.kind === 'ready' ? state.lines : [];
  const act = actsOf(lines).find(({ line, also }) => [line, ...also].some(({ position }) => position === cursor));
  const line = act?.line;
  return (
    <Inspector
      label="Version"
      sheetOpen={sheetOpen && line !== undefined}
      onCloseSheet={() => {
        useHistory.setState({ sheetOpen: false });
        focusHistoryCursor();
      }}
    >
      {line === undefined ? (
        <div className={styles['details']}>
          <p className="quiet">Select a version to see what changed in it. What you restore can be undone.</p>
        </div>
      ) : line.type === 'note' ? (
        <NoteDetails note={line} />
      ) : (
        <VersionDetails
          key={line.position}
          workspace={workspace}
          version={line}
          also={act?.also ?? []}
          before={lines.find((each) => each.type === 'version' && isBefore(each, line))}
          isNow={only === 'all' && lines.find((each) => each.type === 'version' && each.file === line.file) === line}
        />
      )}
    </Inspector>
  );
}

type WayToUndo = Exclude<HistoryVersion['undo'], 'undone' | null>;

/** Undoes one act, and nothing after it. */
async function undoAct(workspace: string, position: number, way: WayToUndo): Promise<void> {
  if (way !== 'version') {
    await undoRedo({ id: way.change, how: 'undo' });
    return;
  }
  const result = await call('history.undo', { workspace, position });
  tellDone(workspace, result);
  if (result.change === null) {
    say('It was undone already.');
  }
  keepFocus();
}

function NoteDetails({ note }: Readonly<{ note: HistoryNote }>) {
  return (
    <article className={styles['details']} aria-label="Details" data-history-details>
      <h2 className={styles['value']} tabIndex={-1} data-details-heading>
        <VisibleText text={note.label} />
      </h2>
      <p className="quiet">{momentInWords(note.at)}</p>
      <p className="quiet">
        Contexture did this when it started, to finish what had been interrupted. Nothing was lost.
      </p>
    </article>
  );
}

const isBefore = (older: HistoryVersion, version: HistoryVersion): boolean =>
  older.file === version.file && older.version === version.before && older.position < version.position;

type VersionDetailsProps = Readonly<{
  workspace: Workspace;
  version: HistoryVersion;
  /** Versions of other files in the same step. */
  also: readonly HistoryVersion[];
  before: HistoryLine | undefined;
  /** True if its file still has this content, as far as the list shows. */
  isNow: boolean;
}>;

function VersionDetails({ workspace, version, also, before, isNow }: VersionDetailsProps) {
  const counts = countsOfAct(version, also);
  const file = filesOf([version, ...also])
    .filter(Boolean)
    .join(', ');
  return (
    <article className={styles['details']} aria-label="Details" data-history-details>
      <h2 className={styles['value']} tabIndex={-1} data-details-heading>
        <VisibleText text={actOf(version)} />
      </h2>
      <dl className={styles['facts']}>
        <Fact name="When">{momentInWords(version.at)}</Fact>
        {!isFirstRead(version) && <Fact name="By">{authorOf(version)}</Fact>}
        {!version.available && counts !== '' && (
          <Fact name={version.before === null ? 'Holds' : 'Changed'}>{counts}</Fact>
        )}
        {file !== '' && <Fact name="In">{file}</Fact>}
      </dl>
      {isFirstRead(version) && <p className="quiet">This is how Contexture first read it.</p>}
      {version.lastCopyOf !== null && (
        <p className="quiet">
          Past the limit, but kept: it holds the last copy of{' '}
          <VisibleText text={version.lastCopyOf.map((name) => `“${name}”`).join(', ')} />.
        </p>
      )}
      {version.available ? (
        <>
          <VersionActions workspace={workspace} version={version} before={before} isNow={isNow} />
          <EntryChanges workspace={workspace} version={version} />
        </>
      ) : (
        <p role="status">
          The text of this version is damaged or missing, so it can’t be shown or restored. Other versions are not
          affected.
        </p>
      )}
    </article>
  );
}

/** Frequent actions as buttons, and whole versions to go back to below. */
function VersionActions({ workspace, version, before, isNow }: Omit<VersionDetailsProps, 'also'>) {
  const comparing = useHistory((store) => store.comparing);
  const reading = useHistory((store) => store.reading);
  const { busy, problem, attempt } = useAttempt();
  const { undo } = version;
  return (
    <div className="stack-2">
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {undo === 'undone' && <p className="quiet">This was undone.</p>}
      <div className="wrap-close">
        {workspace.writable && undo !== null && undo !== 'undone' && (
          <Button
            look="primary"
            disabled={busy}
            onClick={() => void attempt(() => undoAct(workspace.id, version.position, undo))}
          >
            Undo
          </Button>
        )}
        {version.kind === 'settings' && <Button onClick={() => go('settings')}>Open Settings</Button>}
        {version.kind === 'context' && reading?.position !== version.position && (
          <Button onClick={() => readVersion(version)}>See this version</Button>
        )}
        {comparing?.position !== version.position && <Button onClick={() => compare(version)}>Compare texts</Button>}
      </div>
      {workspace.writable && (
        <div className={changes['ways']}>
          {before?.type === 'version' && before.available && (
            <Button look="text" onClick={() => askToRestore(before)}>
              Restore the version before…
            </Button>
          )}
          {!isNow && (
            <Button look="text" onClick={() => askToRestore(version)}>
              Restore this version…
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
