import { useEffect, useRef, useState } from 'react';
import type { EntryView, Operation, WhatIf } from '#shared/contract/model.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords, entriesInWords, tokensInWords } from '../../wording/counts.ts';
import { archiveInWords } from '../../wording/names.ts';
import styles from './consequences-dialog.module.css';

type ConsequencesDialogProps = Readonly<{
  workspace: string;
  verb: 'Archive' | 'Delete';
  entries: readonly EntryView[];
  operations: readonly Operation[];
  onClose: () => void;
  /** Answers with what went wrong, or null. */
  onConfirm: () => Promise<Problem | null>;
}>;

const mostListed = 500;

/** Says exactly what archiving or deleting several entries would do, before it is done. */
export function ConsequencesDialog({
  workspace,
  verb,
  entries,
  operations,
  onClose,
  onConfirm,
}: ConsequencesDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const preview = usePreview(workspace, operations);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      title={`${verb} ${entriesInWords(entries.length)}?`}
      onClose={onClose}
      initialFocus={confirm}
      description={
        verb === 'Archive'
          ? 'They leave what your assistant reads. You can browse and restore them in the archive.'
          : 'They leave your assistant’s memory, and do not go to the archive. You can undo this.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={confirm}
            look={verb === 'Delete' ? 'danger' : 'primary'}
            disabled={busy}
            onClick={() => {
              setBusy(true);
              void onConfirm()
                .then(setProblem)
                .finally(() => setBusy(false));
            }}
          >
            {verb} {entriesInWords(entries.length)}
          </Button>
        </>
      }
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      <Consequences preview={preview} verb={verb} count={entries.length} />
      <ul className={styles['list']} aria-label="Entries">
        {entries.slice(0, mostListed).map((entry) => (
          <li key={entry.id} dir="auto">
            <VisibleText text={entry.value} />
          </li>
        ))}
        {entries.length > mostListed && <li>and {countInWords(entries.length - mostListed)} more</li>}
      </ul>
    </Dialog>
  );
}

type Preview =
  | { readonly kind: 'asking' }
  | { readonly kind: 'known'; readonly whatIf: WhatIf }
  | { readonly kind: 'failed'; readonly problem: Problem };

function usePreview(workspace: string, operations: readonly Operation[]): Preview {
  const [preview, setPreview] = useState<Preview>({ kind: 'asking' });
  const asked = useRef(operations);
  useEffect(() => {
    let current = true;
    call('context.preview', { workspace, operations: [...asked.current] })
      .then((whatIf) => current && setPreview({ kind: 'known', whatIf }))
      .catch((error: unknown) => current && setPreview({ kind: 'failed', problem: problemOf(error) }));
    return () => {
      current = false;
    };
  }, [workspace]);
  return preview;
}

type ConsequencesProps = Readonly<{ preview: Preview; verb: 'Archive' | 'Delete'; count: number }>;

function Consequences({ preview, verb, count }: ConsequencesProps) {
  if (preview.kind === 'failed') {
    return <FieldProblem>{preview.problem.message}</FieldProblem>;
  }
  if (preview.kind === 'asking') {
    return <p className={styles['sum']}>Working out what changes…</p>;
  }
  const { tokensBefore, tokensAfter, limit, alsoIn } = preview.whatIf;
  const freed = tokensBefore - tokensAfter;
  const archives = [...new Set(alsoIn.map(({ archive }) => archiveInWords(archive)))];
  return (
    <p className={styles['sum']} role="status">
      {entriesInWords(count)} {verb === 'Archive' ? 'archived' : 'deleted'}, {tokensInWords(freed)} freed,{' '}
      {countInWords(tokensAfter)} of {countInWords(limit)} after.
      {archives.length > 0 && ` Also in the ${archives.slice(0, 3).join(', the ')}; there it stays.`}
    </p>
  );
}
