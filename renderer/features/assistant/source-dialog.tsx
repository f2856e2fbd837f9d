import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { counted, countInWords } from '../../wording/counts.ts';
import styles from './assistant-page.module.css';
import { readToShow, structureOf } from './structure.ts';
import { asShown } from './text-lines.ts';

/** What a file says: structured where it is TOML or JSON, as it stands otherwise. */
export function SourceDialog({
  workspace,
  file,
  onClose,
}: Readonly<{ workspace: string; file: MemoryFile; onClose: () => void }>) {
  const { path, name } = file;
  const { answer: shown, problem } = useAsked(JSON.stringify([workspace, path, name]), async () => {
    const piece = await readToShow(name, (from) => call('sources.read', { workspace, path, from }));
    return { ...piece, structure: await structureOf(name, piece) };
  });
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

const maxItems = 200;

/** A value with what is in it, each part by its name. */
function StructureTree({ value }: Readonly<{ value: unknown }>) {
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return (
      <span className="as-written">
        <VisibleText text={value instanceof Date ? value.toISOString() : String(value)} />
      </span>
    );
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return <span className={styles['about']}>{Array.isArray(value) ? 'An empty list' : 'Nothing'}</span>;
  }
  return (
    <dl className={styles['tree']}>
      {entries.slice(0, maxItems).map(([name, part]) => (
        <div key={name}>
          <dt>
            <VisibleText text={Array.isArray(value) ? `${Number(name) + 1}` : name} />
          </dt>
          <dd>
            <StructureTree value={part} />
          </dd>
        </div>
      ))}
      {entries.length > maxItems && (
        <div>
          <dt>…</dt>
          <dd className={styles['about']}>and {counted(entries.length - maxItems, 'more', 'more')}</dd>
        </div>
      )}
    </dl>
  );
}
