import type { HistoryLine, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector } from '../../entries/inspector.tsx';
import { tellDone, undoRedo } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { actInWords } from '../../wording/names.ts';
import { EntryChanges } from './entry-changes.tsx';
import { actsOf } from './history-layout.ts';
import { askToRestore, compare, focusHistoryCursor, useHistory } from './history-store.ts';
import { authorOf, countsOfAct, fileOfVersion } from './history-words.ts';
import type { HistoryLines } from './use-history-lines.ts';

type HistoryInspectorProps = Readonly<{ workspace: Workspace; state: HistoryLines }>;

export function HistoryInspector({ workspace, state }: HistoryInspectorProps) {
  const cursor = useHistory((store) => store.cursor);
  const sheetOpen = useHistory((store) => store.sheetOpen);
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
        />
      )}
    </Inspector>
  );
}

/** Takes back what one act did, and nothing that came after. */
async function undoAct(workspace: string, position: number, way: NonNullable<HistoryVersion['undo']>): Promise<void> {
  if (way !== 'version') {
    await undoRedo({ id: way.change, how: 'undo' });
    return;
  }
  const result = await call('history.undo', { workspace, position });
  tellDone(workspace, result);
  if (result.change === null) {
    announce('It was undone already.');
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
  /** Of other files in the same step. */
  also: readonly HistoryVersion[];
  before: HistoryLine | undefined;
}>;

function VersionDetails({ workspace, version, also, before }: VersionDetailsProps) {
  const comparing = useHistory((store) => store.comparing);
  const { busy, problem, attempt } = useAttempt();
  const counts = countsOfAct(version, also);
  const file = [version, ...also].map(fileOfVersion).filter(Boolean).join(', ');
  const { undo } = version;
  return (
    <article className={styles['details']} aria-label="Details" data-history-details>
      <h2 className={styles['value']} tabIndex={-1} data-details-heading>
        <VisibleText text={actInWords(version.label)} />
      </h2>
      <dl className={styles['facts']}>
        <Fact name="When">{momentInWords(version.at)}</Fact>
        <Fact name="By">{authorOf(version)}</Fact>
        {counts !== '' && <Fact name={version.before === null ? 'Holds' : 'Changed'}>{counts}</Fact>}
        {file !== '' && <Fact name="In">{file}</Fact>}
      </dl>
      {version.lastCopyOf !== null && (
        <p className="quiet">
          Past the limit, but kept: it holds the last copy of{' '}
          <VisibleText text={version.lastCopyOf.map((name) => `“${name}”`).join(', ')} />.
        </p>
      )}
      {version.available ? (
        <>
          {problem && <FieldProblem>{problem.message}</FieldProblem>}
          <div className="wrap-close">
            {workspace.writable && undo !== null && (
              <Button
                look="primary"
                disabled={busy}
                onClick={() => void attempt(() => undoAct(workspace.id, version.position, undo))}
              >
                Undo
              </Button>
            )}
            {workspace.writable && before?.type === 'version' && before.available && (
              <Button onClick={() => askToRestore(before)}>Restore the version before…</Button>
            )}
            {workspace.writable && <Button onClick={() => askToRestore(version)}>Restore this version…</Button>}
            {comparing?.position !== version.position && (
              <Button onClick={() => compare(version)}>Compare texts</Button>
            )}
          </div>
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
