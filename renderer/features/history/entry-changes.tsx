import { type ReactNode, useState } from 'react';
import type { HistoryChanges, HistoryEntry, HistoryVersion } from '#shared/contract/features/history.ts';
import type { EntryView } from '#shared/contract/features/memory.ts';
import type { Workspace } from '#shared/contract/features/workspaces.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call, problemOf } from '../../api/connection.ts';
import { useContextStore } from '../../api/context-store.ts';
import { DuplicateQuestion } from '../../entries/duplicate-question.tsx';
import { askToErase } from '../../jumps.ts';
import { tellDone } from '../../services/undo.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { archiveInWords, entryName } from '../../wording/names.ts';
import styles from './entry-changes.module.css';
import { Changed, Group, Value } from './entry-groups.tsx';

export function EntryChanges({ workspace, version }: Readonly<{ workspace: Workspace; version: HistoryVersion }>) {
  // The present state of the changed entries depends on the memory's revision.
  const revision = useContextStore((state) => (state.kind === 'ready' ? state.revision : 0));
  const { answer: changes, problem } = useAnswer(
    'history.changes',
    { workspace: workspace.id, position: version.position },
    revision,
  );
  const { restore, busy, problem: failure, question, dismiss } = useRestoreEntry(workspace.id, version.position);
  const context = useContextStore();
  if (changes === null) {
    return problem ? <FieldProblem>{problem.message}</FieldProblem> : <Skeleton label="Reading what changed" />;
  }
  const live = context.kind === 'ready' && version.kind === 'context' ? context.entries : [];
  const offer = (request: RestoreRequest, verb: string): ReactNode =>
    workspace.writable && (
      <Button
        look="text"
        disabled={busy}
        aria-label={`${verb}: ${entryName(request.entry)}`}
        onClick={() => void restore(request)}
      >
        {verb}
      </Button>
    );
  const { counts } = changes;
  const isFirst = version.before === null;
  return (
    <div className="stack-3">
      {failure && <FieldProblem>{failure.message}</FieldProblem>}
      <Remarks version={version} changes={changes} />
      <Group title="Removed" count={counts.removed} shown={changes.removed.length}>
        {changes.removed.map((entry) => (
          <Removed key={`${entry.raw} ${entry.ordinal}`} entry={entry} writable={workspace.writable}>
            {!hasLiveEntry(live, entry) && offer({ from: 'before', entry }, 'Restore')}
          </Removed>
        ))}
      </Group>
      <Group title="Changed" count={counts.changed} shown={changes.changed.length}>
        {changes.changed.map(({ before, after }) => (
          <Changed key={`${after.raw} ${after.ordinal}`} before={before} after={after}>
            {isLive(live, before) ? (
              <p className="detail">Already restored.</p>
            ) : (
              offer({ from: 'before', entry: before }, 'Restore')
            )}
          </Changed>
        ))}
      </Group>
      <Group title={isFirst ? 'Entries' : 'Added'} count={counts.added} shown={changes.added.length}>
        {changes.added.map((entry) => (
          <li key={`${entry.raw} ${entry.ordinal}`} className={styles['change']}>
            <Value entry={entry} />
            {version.kind === 'context' && !isLive(live, entry) && offer({ from: 'version', entry }, 'Restore')}
          </li>
        ))}
      </Group>
      {question && (
        <DuplicateQuestion
          message={question.message}
          onClose={dismiss}
          onChoose={(onDuplicate) => void restore(question.request, onDuplicate)}
        />
      )}
    </div>
  );
}

function Remarks({ version, changes }: Readonly<{ version: HistoryVersion; changes: HistoryChanges }>) {
  const { counts, comparedWith } = changes;
  return (
    <>
      {version.before !== null && comparedWith === null && version.kind !== 'settings' && (
        <p className="detail">No earlier version is kept, so all of it is listed as added.</p>
      )}
      {comparedWith !== null && comparedWith !== version.before && (
        <p className="detail">
          The version before this one can’t be read or was deleted, so it is compared with an earlier one.
        </p>
      )}
      {counts.added + counts.changed + counts.removed === 0 && (
        <p className="detail">
          {version.kind === 'settings'
            ? 'Settings hold no entries. Compare the texts to see what changed.'
            : 'No entry changed. Compare the texts to see what did.'}
        </p>
      )}
    </>
  );
}

type RemovedProps = Readonly<{ entry: HistoryChanges['removed'][number]; writable: boolean; children: ReactNode }>;

function Removed({ entry, writable, children }: RemovedProps) {
  return (
    <li className={styles['change']}>
      <Value entry={entry} isRemoved />
      {entry.standsIn !== null && <p className="detail">{presentLocation(entry.standsIn)}</p>}
      <div className="words">
        {children}
        {writable && (
          <Button
            look="text-danger"
            aria-label={`Erase everywhere: ${entryName(entry)}`}
            onClick={() => askToErase(entry.value)}
          >
            Erase everywhere…
          </Button>
        )}
      </div>
    </li>
  );
}

function presentLocation(file: string): string {
  return file === '' ? 'The memory has it again.' : `It is in the ${archiveInWords(file)}.`;
}

function isLive(live: readonly EntryView[], entry: HistoryEntry): boolean {
  return live.some(({ raw, category }) => raw === entry.raw && category === entry.category);
}

/** True if the memory has this text, whatever its bracket: then there is nothing to restore. */
function hasLiveEntry(live: readonly EntryView[], { category, key, value }: HistoryEntry): boolean {
  return live.some((entry) => entry.category === category && entry.key === key && entry.value === value);
}

type RestoreRequest = { readonly from: 'version' | 'before'; readonly entry: HistoryEntry };

/** Restores entries of a version, and asks if their key exists again with another text. */
function useRestoreEntry(workspace: string, position: number) {
  const { busy, problem, attempt } = useAttempt();
  const [question, setQuestion] = useState<{ readonly request: RestoreRequest; readonly message: string } | null>(null);

  async function restore(request: RestoreRequest, onDuplicate?: 'replace' | 'keep_both'): Promise<void> {
    const { category, key, raw, ordinal } = request.entry;
    const params = { workspace, position, from: request.from, entry: { category, key, raw, ordinal } };
    setQuestion(null);
    try {
      const result = await call('history.bringBack', onDuplicate ? { ...params, onDuplicate } : params);
      tellDone(workspace, result);
      if (result.change === null) {
        announce('It is there already.');
      }
      keepFocus();
    } catch (error) {
      const { code, message } = problemOf(error);
      if (code !== 'key_exists') {
        throw error;
      }
      setQuestion({ request, message });
    }
  }

  return {
    busy,
    problem,
    question,
    restore: (request: RestoreRequest, onDuplicate?: 'replace' | 'keep_both') =>
      attempt(() => restore(request, onDuplicate)),
    dismiss: () => setQuestion(null),
  };
}
