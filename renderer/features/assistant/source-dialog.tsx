import { useEffect, useState } from 'react';
import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { call } from '../../api/connection.ts';
import { type Problem, problemOf } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import styles from './assistant-page.module.css';
import { readToShow, type Structured, structureOf } from './structure.ts';
import { StructureTree } from './structure-tree.tsx';
import { asShown } from './text-lines.ts';

type Shown = { readonly text: string; readonly total: number; readonly structure: Structured };

/** What a file says: structured where it is TOML or JSON, as it stands otherwise. */
export function SourceDialog({
  workspace,
  file,
  onClose,
}: Readonly<{ workspace: string; file: MemoryFile; onClose: () => void }>) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { path, name } = file;
  useEffect(() => {
    let current = true;
    readToShow(name, (from) => call('sources.read', { workspace, path, from }))
      .then(async ({ text, total }) => {
        const structure = await structureOf(name, { text, total });
        if (current) {
          setShown({ text, total, structure });
        }
      })
      .catch((error: unknown) => current && setProblem(problemOf(error)));
    return () => {
      current = false;
    };
  }, [workspace, path, name]);
  return (
    <Dialog
      wide
      title={name}
      description={<code>{file.place}</code>}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
      {!shown && !problem && <Skeleton label="Reading the file" />}
      {shown?.structure.kind === 'broken' && <FieldProblem>{shown.structure.message}</FieldProblem>}
      {shown?.structure.kind === 'structured' ? (
        <StructureTree value={shown.structure.value} />
      ) : (
        shown && (
          <p className={styles['whole']} dir="auto">
            <VisibleText text={asShown(shown.text)} />
          </p>
        )
      )}
      {shown && shown.text.length < shown.total && (
        <p className={styles['about']}>
          These are the first {countInWords(shown.text.length)} of {countInWords(shown.total)} characters.
        </p>
      )}
    </Dialog>
  );
}
