import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { useAsked } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useValueTree } from '../../ui/value-tree/use-value-tree.ts';
import { ValueTree } from '../../ui/value-tree/value-tree.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { readToShow, structureOf } from './structure.ts';
import { lineAsShown } from './text-lines.ts';

/** Content of a file: by its structure if it is TOML or JSON, else as text. */
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
        <Structure name={name} value={shown.structure.value} />
      ) : (
        shown && <VisibleText as="p" className="as-written code-text" dir="auto" text={lineAsShown(shown.text)} />
      )}
      {shown && shown.text.length < shown.total && (
        <p className="count pretty breaks">
          These are the first {countInWords(shown.text.length)} of {countInWords(shown.total)} characters.
        </p>
      )}
    </Dialog>
  );
}

/** More of one list or object are left to the file. */
const maxShown = 200;

function Structure({ name, value }: Readonly<{ name: string; value: unknown }>) {
  return <ValueTree label={name} tree={useValueTree(value, { levels: 3, hidesWhole: true, most: maxShown })} />;
}
