import type { MemoryFile } from '#shared/contract/features/assistant.ts';
import { wholeText } from '#shared/contract/reading/texts.ts';
import { isNestedWithin, jsonNesting, maxNesting } from '#shared/text/nesting.ts';
import { useAsked } from '../../api/answers.ts';
import { call, loadPart } from '../../api/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldProblem } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useValueTree } from '../../ui/value-tree/use-value-tree.ts';
import { ValueTree } from '../../ui/value-tree/value-tree.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { countInWords } from '../../wording/counts.ts';
import { lineAsShown } from './text-lines.ts';

type SourceDialogProps = Readonly<{ workspace: string; file: MemoryFile; onClose: () => void }>;

export function SourceDialog({ workspace, file, onClose }: SourceDialogProps) {
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

type StructuredText =
  | { readonly kind: 'structured'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'text' };

/** Most characters of a file shown by its structure; a longer one would only hold up the page. */
export const maxStructured = 4_000_000;

type Piece = { readonly text: string; readonly total: number };

/** Reads a file to show: all of it, up to a limit, if its structure is to be shown, else the first piece. */
export async function readToShow(name: string, read: (from: number) => Promise<Piece>): Promise<Piece> {
  const first = await read(0);
  const isPart = readerOf(name) === null || first.total > maxStructured;
  return isPart ? first : { ...first, text: await wholeText(first, async (from) => (await read(from)).text) };
}

/** Structure of a file, if its name says that it has one. */
export async function structureOf(name: string, { text, total }: Piece): Promise<StructuredText> {
  const read = readerOf(name);
  if (read === null) {
    return { kind: 'text' };
  }
  if (text.length < total) {
    return {
      kind: 'broken',
      message: `${name} is too long to be shown by its structure. Your assistant reads all of it.`,
    };
  }
  try {
    // The TOML parser limits the depth itself.
    const isDeep = endingOf(name) === 'json' && jsonNesting(text) > maxNesting;
    const value = isDeep ? null : await read(text);
    if (isDeep || !isNestedWithin(value, maxNesting)) {
      const message = `${name} is nested too deeply to be shown by its structure. Your assistant reads it as it is.`;
      return { kind: 'broken', message };
    }
    return { kind: 'structured', value };
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];
    return { kind: 'broken', message: `${name} is not well formed: ${why}. Your assistant reads it as it is.` };
  }
}

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

function readerOf(name: string): ((text: string) => unknown) | null {
  switch (endingOf(name)) {
    case 'json':
      return (text) => JSON.parse(text.replace(/^\uFEFF/, ''), asWritten);
    case 'toml':
      return async (text) =>
        (await loadPart(() => import('smol-toml'))).parse(text.replace(/^\uFEFF/, ''), tomlOptions);
    default:
      return null;
  }
}

const tomlOptions = { integersAsBigInt: 'asNeeded', maxDepth: maxNesting } as const;

/** A number as written, if the browser reports it: one that is too long for a number would become another. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value;
}
