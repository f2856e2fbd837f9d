import type { HistoryNote, HistoryVersion } from '#shared/contract/features/history.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import styles from '../../entries/details.module.css';
import { Fact, Inspector } from '../../entries/inspector.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { momentInWords } from '../../wording/dates.ts';
import { EntryChanges } from './entry-changes.tsx';
import { askToRestore, compare, focusHistoryCursor, useHistory } from './history-store.ts';
import { authorOf, countsOfVersion, fileOfVersion } from './history-words.ts';
import type { HistoryLines } from './use-history-lines.ts';

type HistoryInspectorProps = Readonly<{ workspace: Workspace; state: HistoryLines }>;

export function HistoryInspector({ workspace, state }: HistoryInspectorProps) {
  const cursor = useHistory((store) => store.cursor);
  const sheetOpen = useHistory((store) => store.sheetOpen);
  const line = state.kind === 'ready' ? state.lines.find(({ position }) => position === cursor) : undefined;
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
          <p className="quiet">
            Choose a version to see what changed in it. Bringing something back is one more step, which can be undone.
          </p>
        </div>
      ) : line.type === 'note' ? (
        <NoteDetails note={line} />
      ) : (
        <VersionDetails key={line.position} workspace={workspace} version={line} />
      )}
    </Inspector>
  );
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

function VersionDetails({ workspace, version }: Readonly<{ workspace: Workspace; version: HistoryVersion }>) {
  const comparing = useHistory((store) => store.comparing);
  const counts = countsOfVersion(version);
  const file = fileOfVersion(version);
  return (
    <article className={styles['details']} aria-label="Details" data-history-details>
      <h2 className={styles['value']} tabIndex={-1} data-details-heading>
        <VisibleText text={version.label} />
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
          <div className="wrap-close">
            {workspace.writable && (
              <Button look="primary" onClick={() => askToRestore(version)}>
                Restore this version…
              </Button>
            )}
            {comparing?.position !== version.position && (
              <Button onClick={() => compare(version)}>Compare texts</Button>
            )}
          </div>
          <EntryChanges workspace={workspace} version={version} />
        </>
      ) : (
        <p role="status">
          The text of this version is damaged or missing, so it can’t be shown or brought back. Other versions are not
          affected.
        </p>
      )}
    </article>
  );
}
