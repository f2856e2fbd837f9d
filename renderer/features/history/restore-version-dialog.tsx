import { useEffect, useRef } from 'react';
import type { Result } from '#shared/contract/contract.ts';
import type { HistoryVersion } from '#shared/contract/features/history.ts';
import { useAnswer, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { say } from '../../services/notices.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import { momentInWords } from '../../wording/dates.ts';
import { closeHistoryDialog, focusHistoryCursor } from './history-store.ts';
import { fileOfVersion } from './history-words.ts';

type Preview = Result<'history.previewRestore'>;

/** Says what restoring a whole version would do, and does it. */
export function RestoreVersionDialog({ workspace, version }: Readonly<{ workspace: string; version: HistoryVersion }>) {
  const { busy, problem: failure, attempt } = useAttempt();
  const { position } = version;
  const { answer: preview, problem } = useAnswer('history.previewRestore', { workspace, position });
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // What it does has been said: Enter is all it takes now.
    if (preview && !preview.same && document.activeElement?.matches('[role="dialog"]')) {
      primary.current?.focus();
    }
  }, [preview]);
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
  const what = { context: 'memory', settings: 'settings', archive: fileOfVersion(version), other: version.file }[
    version.kind
  ];
  return (
    <Dialog
      title="Restore this version"
      description={`The ${what} will read as on ${momentInWords(version.at)}. ${
        version.kind === 'settings'
          ? 'The current settings stay in the history.'
          : 'This is one more step: it can be undone.'
      }`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            ref={primary}
            look="primary"
            disabled={preview === null || preview.same || busy}
            onClick={() => void attempt(restore)}
          >
            Restore
          </Button>
        </>
      }
    >
      {(failure ?? problem) && <FieldProblem>{(failure ?? problem)?.message}</FieldProblem>}
      {preview === null && problem === null && <Skeleton label="Working out what would change" />}
      {preview && <p role="status">{consequencesOf(preview)}</p>}
    </Dialog>
  );
}

function consequencesOf({ counts, same, tokens }: Preview): string {
  if (same) {
    return 'It reads like that already, so there is nothing to restore.';
  }
  if (counts === null) {
    return 'Your settings change at once.';
  }
  const { added, changed, removed } = counts;
  const sentences = [
    added > 0 && `${counted(added, 'entry comes', 'entries come')} back.`,
    changed > 0 && `${counted(changed, 'entry reads', 'entries read')} as then.`,
    removed > 0 && `${counted(removed, 'entry added since is removed', 'entries added since are removed')}.`,
    added + changed + removed === 0 && 'No entry changes, only the text around them.',
    tokens &&
      `${countInWords(tokens.after)} of ${countInWords(tokens.limit)} tokens after, ${countInWords(tokens.before)} now.`,
    tokens && tokens.after > tokens.limit && 'That is over the limit.',
  ];
  return sentences.filter(Boolean).join(' ');
}
