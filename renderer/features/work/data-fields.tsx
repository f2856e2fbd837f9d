import { Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import { dataFieldNames, type FieldKind, fieldKind, fieldProblem } from '#shared/formats/workflow/data-fields.ts';
import { dataParts } from '#shared/formats/workflow/data-schemas.ts';
import { refuseRounded } from '#shared/formats/workflow/json-numbers.ts';
import { saysTheSame } from '#shared/text/same-value.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { isComposing } from '../../ui/composing.ts';
import { FieldProblem, Select, TextArea, TextInput } from '../../ui/field.tsx';
import type { TreePath, TreeRow } from '../../ui/value-tree/tree-rows.ts';
import { useValueTree } from '../../ui/value-tree/use-value-tree.ts';
import { ValueTree } from '../../ui/value-tree/value-tree.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { humanised } from '../../wording/workflows.ts';
import styles from './data-fields.module.css';
import { fieldPlace } from './field-differences.ts';
import { isJsonRecord } from './timeline.ts';
import { WorkSection } from './work-reader.tsx';
import { useWork } from './work-store.ts';

type Path = Params<'work.edit'>['fields'][number]['path'];
type Json = Params<'work.edit'>['fields'][number]['before'];

type DataFieldsProps = Readonly<{
  workspace: string;
  id: string;
  /** Type of the workflow, which names fields and says what belongs in them; null if unknown. */
  type: string | null;
  title: string;
  path: Path;
  value: Json | undefined;
  mayChange: boolean;
}>;

/** Part of a workflow's data, name by name, editable in place; includes fields that its type names but nobody filled in. */
export function DataFields({ title, value, ...where }: DataFieldsProps) {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? null : (
    <WorkSection title={title}>
      <FieldTree title={title} value={value} {...where} />
    </WorkSection>
  );
}

/** Adds the fields its type has, in the order of the type; null for missing ones. */
function withNamed(value: Json, { type, path }: Pick<DataFieldsProps, 'type' | 'path'>): Json {
  const part = partAt(path);
  if (!isJsonRecord(value) || type === null || part?.rest.length !== 0) {
    return value;
  }
  const named = dataFieldNames(type, part.name).flatMap((name) => {
    const isField = value[name] !== undefined || fieldKind(type, part.name, [name]).kind !== 'other';
    return isField ? [[name, value[name] ?? null] as const] : [];
  });
  return { ...Object.fromEntries(named), ...value };
}

/** Splits a path into the part of the data and the place within it. */
function partAt([first, second, ...rest]: Path) {
  const name = first === 'data' ? dataParts.find((each) => each === second) : undefined;
  return name === undefined ? null : { name, rest };
}

type FieldTreeProps = Omit<DataFieldsProps, 'value'> & Readonly<{ value: Json }>;

/** Most rows shown of one list or object; the text view has the rest. */
const maxShown = 100;

function FieldTree(props: FieldTreeProps) {
  const { title, value, type, path, mayChange } = props;
  const shown = useMemo(() => withNamed(value, { type, path }), [value, type, path]);
  const tree = useValueTree(shown, { levels: 4, hidesWhole: true, most: maxShown });
  const [edited, setEdited] = useState<string | null>(null);
  const sought = useWork(({ reading }) => reading?.at ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where one arrives.
  useEffect(() => {
    const row = soughtRow(tree.rows, path, sought);
    if (row) {
      tree.goTo(row);
    }
  }, [sought]);
  const fieldOf = (row: TreeRow): Field => ({
    name: fieldPlace(row.path) || title,
    path: [...path, ...row.path],
    value: valueAt(shown, row.path),
  });
  const isOpenToChange = (row: TreeRow): boolean => {
    const { value: now, path: at } = fieldOf(row);
    return mayChange && row.type !== 'more' && (isPlain(now) || isTexts(now, kindOf(type, at)));
  };
  return (
    <ValueTree
      label={title}
      tree={tree}
      nameInWords={humanised}
      onEnter={(row) => isOpenToChange(row) && setEdited(row.key)}
      draw={(row) => {
        const field = fieldOf(row);
        return edited === row.key ? (
          <FieldEditor
            {...props}
            {...field}
            onDone={() => {
              setEdited(null);
              requestAnimationFrame(tree.focus);
            }}
          />
        ) : (
          <FieldValue row={row} field={field} onEdit={isOpenToChange(row) ? () => setEdited(row.key) : null} />
        );
      }}
    />
  );
}

/** Row of the target, or of the folded value around it. */
function soughtRow(rows: readonly TreeRow[], path: Path, sought: TreePath | null): TreeRow | undefined {
  const isHere = sought !== null && path.length > 0 && path.every((name, index) => sought[index] === name);
  const inside = isHere ? sought.slice(path.length) : [];
  return rows.findLast((row) => row.path.length <= inside.length && row.path.every((name, at) => inside[at] === name));
}

type Field = { readonly name: string; readonly path: Path; readonly value: Json };

type FieldValueProps = Readonly<{ row: TreeRow; field: Field; onEdit: (() => void) | null }>;

function FieldValue({ row, field: { name, value }, onEdit }: FieldValueProps) {
  const { type, isOpen } = row;
  return (
    <span className={styles['read']}>
      <span className="as-written" dir="auto">
        {value === null && type !== 'more' ? (
          'Unknown'
        ) : !isPlain(value) ? (
          isOpen === true ? null : (
            row.value
          )
        ) : type === 'more' ? (
          `${row.value}, in the JSON`
        ) : (
          <ClampedText lines={6}>
            <ValueText value={inWords(value)} />
          </ClampedText>
        )}
      </span>
      {onEdit && (
        <IconButton name={`Correct ${name}`} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/** True if it is a list of texts, or may become one. */
const isTexts = (value: Json, field: FieldKind): boolean =>
  Array.isArray(value) &&
  value.every((item) => typeof item === 'string') &&
  (value.length > 0 || field.kind === 'texts');

function valueAt(value: Json, path: TreePath): Json {
  let at: Json | undefined = value;
  for (const name of path) {
    at = (at as Readonly<Record<string | number, Json>> | null | undefined)?.[name];
  }
  return at ?? null;
}

function kindOf(type: string | null, path: Path): FieldKind {
  const part = partAt(path);
  return type === null || part === null ? { kind: 'other' } : fieldKind(type, part.name, part.rest);
}

type FieldEditorProps = FieldTreeProps & Field & Readonly<{ onDone: () => void }>;

function FieldEditor({ workspace, id, type, name, path, value, onDone }: FieldEditorProps) {
  const field = kindOf(type, path);
  const [was, setWas] = useState(value);
  const isList = Array.isArray(was) || (was === null && field.kind === 'texts');
  const [typed, setTyped] = useState(was === null ? '' : Array.isArray(was) ? was.join('\n') : String(was));
  const { busy, problem, attempt } = useAttempt();
  const part = partAt(path);
  const next = isList ? linesOf(was, typed) : readAs(field, was, typed);
  const odd = type === null || part === null || typed === '' ? null : fieldProblem(type, part.name, part.rest, next);
  const save = (): Promise<void> =>
    attempt(async () => {
      if (typeof next === 'number') {
        refuseRounded(typed.trim());
      }
      tellDone(
        workspace,
        await call('work.edit', { workspace, id, fields: [{ path, before: was, value: next }], action }),
      );
      onDone();
    });
  const action = `Corrected “${fieldPlace(path.slice(1))}”`;
  const choices = choicesOf(field, typed);
  return (
    <form
      className="stack-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isComposing(event)) {
          event.stopPropagation();
          onDone();
        }
      }}
    >
      {choices ? (
        <Select aria-label={name} autoFocus value={typed} options={choices} onChange={setTyped} />
      ) : field.kind === 'day' || field.kind === 'number' ? (
        <TextInput
          aria-label={name}
          autoFocus
          type={field.kind === 'day' && (typed === '' || /^\d{4}-\d\d-\d\d$/.test(typed)) ? 'date' : 'text'}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <TextArea
          aria-label={name}
          dir="auto"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) {
              return;
            }
            if (event.key === 'Enter' && !event.shiftKey && (!isList || event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void save();
            }
          }}
        />
      )}
      {isList && <p className="detail">One in each line.</p>}
      {!saysTheSame(was, value) && (
        <p className="detail" role="status">
          It was changed meanwhile: now it says “
          <VisibleText text={Array.isArray(value) ? value.map(String).join(', ') : inWords(value ?? '')} />
          ”.{' '}
          {path.some((step) => typeof step === 'number') ? (
            'That may be another item. Copy what you typed, cancel, and correct it there.'
          ) : (
            <Button look="link" onClick={() => setWas(value)}>
              Save mine over it all the same
            </Button>
          )}
        </p>
      )}
      {odd !== null && (
        <p className="detail" role="status">
          <VisibleText text={odd} /> You can save it anyway.
        </p>
      )}
      <div className="wrap-close">
        <Button type="submit" look="primary" disabled={busy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      {problem && <FieldProblem>{problem.message}</FieldProblem>}
    </form>
  );
}

/** Choices of a field, with the present value; null if anything may be typed. */
function choicesOf(field: FieldKind, typed: string) {
  const choices =
    field.kind === 'choice'
      ? field.choices.map((choice) => ({ value: choice, label: humanised(choice) }))
      : field.kind === 'yes-no'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : null;
  return choices === null || choices.some(({ value }) => value === typed)
    ? choices
    : [{ value: typed, label: typed === '' ? 'Unknown' : typed }, ...choices];
}

const inWords = (value: Json): string => (value === true ? 'Yes' : value === false ? 'No' : String(value));

function linesOf(before: Json, typed: string): Json {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 && before === null ? null : lines;
}

/** Typed text as a value of the kind the field has or had: a number stays a number, yes and no stay so. */
function readAs(field: FieldKind, before: Json, typed: string): Json {
  const text = typed.trim();
  if (text === '' && before === null) {
    return null;
  }
  if ((field.kind === 'number' || typeof before === 'number') && text !== '' && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if ((field.kind === 'yes-no' || typeof before === 'boolean') && /^(?:true|yes|false|no)$/i.test(text)) {
    return /^(?:true|yes)$/i.test(text);
  }
  return typed;
}
