import type { HistoryLine, HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { go } from '../../api/navigation.ts';
import { ListInspector } from '../../list/list-inspector.tsx';
import { say } from '../../services/notices.ts';
import { tellDone, undoRedo } from '../../services/undo.ts';
import { Actions, Details } from '../../ui/details.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { EntryChanges } from './entry-changes.tsx';
import { changesOf } from './history-layout.ts';
import { askToRestore, compare, openVersion, useHistory } from './history-store.ts';
import { authorOf, changedFiles, changeTitle, countsOfChange, isFirstRead } from './history-words.ts';
import type { HistoryLines } from './use-history-lines.ts';

export function HistoryInspector({ workspace, state }: Readonly<{ workspace: Workspace; state: HistoryLines }>) {
  const cursor = useHistory((store) => store.cursor);
  const only = useHistory((store) => store.only);
  const lines = state.kind === 'ready' ? state.lines : [];
  const change = changesOf(lines).find(({ line, others }) => [line, ...others].some((one) => one.position === cursor));
  const line = change?.line;
  return (
    <ListInspector
      label="Version"
      store={useHistory}
      none="Select a version to see what changed in it. What you restore can be undone."
    >
      {line === undefined ? null : line.type === 'note' ? (
        <NoteDetails note={line} />
      ) : (
        <VersionDetails
          key={line.position}
          workspace={workspace}
          version={line}
          others={change?.others ?? []}
          before={lines.find((each) => each.type === 'version' && isBefore(each, line))}
          isNewest={only === 'all' && lines.find((each) => each.type === 'version' && each.file === line.file) === line}
        />
      )}
    </ListInspector>
  );
}

type WayToUndo = Exclude<HistoryVersion['undo'], 'undone' | null>;

async function undoVersion(workspace: string, position: number, way: WayToUndo): Promise<void> {
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
    <Details title={note.label} data-history-details>
      <p className="quiet">{momentInWords(note.at)}</p>
      <p className="quiet">
        Contexture did this when it started, to finish what had been interrupted. Nothing was lost.
      </p>
    </Details>
  );
}

const isBefore = (older: HistoryVersion, version: HistoryVersion): boolean =>
  older.file === version.file && older.version === version.before && older.position < version.position;

type VersionDetailsProps = Readonly<{
  workspace: Workspace;
  version: HistoryVersion;
  /** Versions of other files in the same step. */
  others: readonly HistoryVersion[];
  before: HistoryLine | undefined;
  /** True if it is the newest listed version of its file. */
  isNewest: boolean;
}>;

function VersionDetails({ workspace, version, others, before, isNewest }: VersionDetailsProps) {
  const counts = countsOfChange(version, others);
  const file = changedFiles([version, ...others])
    .filter(Boolean)
    .join(', ');
  return (
    <Details
      title={changeTitle(version)}
      facts={[
        { label: 'When', value: momentInWords(version.at) },
        { label: 'By', value: !isFirstRead(version) && authorOf(version) },
        { label: version.before === null ? 'Holds' : 'Changed', value: !version.available && counts !== '' && counts },
        { label: 'In', value: file !== '' && file },
      ]}
      data-history-details
    >
      {isFirstRead(version) && <p className="quiet">This is how Contexture first read it.</p>}
      {version.lastCopyOf !== null && (
        <p className="quiet">
          Past the limit, but kept: it holds the last copy of{' '}
          <VisibleText text={version.lastCopyOf.map((name) => `“${name}”`).join(', ')} />.
        </p>
      )}
      {version.available ? (
        <>
          <VersionActions workspace={workspace} version={version} before={before} isNewest={isNewest} />
          <EntryChanges workspace={workspace} version={version} />
        </>
      ) : (
        <p role="status">
          The text of this version is damaged or missing, so it can’t be shown or restored. Other versions are not
          affected.
        </p>
      )}
    </Details>
  );
}

function VersionActions({ workspace, version, before, isNewest }: Omit<VersionDetailsProps, 'others'>) {
  const comparing = useHistory((store) => store.comparing);
  const reading = useHistory((store) => store.reading);
  const { busy, problem, attempt } = useAttempt();
  const { undo } = version;
  return (
    <div className="stack-2">
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {undo === 'undone' && <p className="quiet">This was undone.</p>}
      <div className="wrap-close">
        <Actions
          actions={[
            workspace.writable &&
              undo !== null &&
              undo !== 'undone' && {
                label: 'Undo',
                look: 'primary',
                disabled: busy,
                onClick: () => void attempt(() => undoVersion(workspace.id, version.position, undo)),
              },
            version.kind === 'settings' && { label: 'Open Settings', onClick: () => go('settings') },
            version.kind === 'context' &&
              reading?.position !== version.position && {
                label: 'See this version',
                onClick: () => openVersion(version),
              },
            comparing?.position !== version.position && { label: 'Compare texts', onClick: () => compare(version) },
          ]}
        />
      </div>
      {workspace.writable && (
        <div className="words">
          <Actions
            actions={[
              before?.type === 'version' &&
                before.available && {
                  label: 'Restore the version before…',
                  look: 'text',
                  onClick: () => askToRestore(before),
                },
              !isNewest && { label: 'Restore this version…', look: 'text', onClick: () => askToRestore(version) },
            ]}
          />
        </div>
      )}
    </div>
  );
}
