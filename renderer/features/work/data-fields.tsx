import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import {
  dataParts,
  type FieldKind,
  fieldKind,
  fieldNames,
  fieldProblem,
} from '#shared/formats/workflow/data-fields.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { FieldProblem, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import { humanised } from '../../wording/workflows.ts';
import styles from './data-fields.module.css';
import { isObject } from './timeline.ts';

type Path = Params<'work.edit'>['fields'][number]['path'];
type Json = Params<'work.edit'>['fields'][number]['before'];

type DataFieldsProps = Readonly<{
  workspace: string;
  id: string;
  /** What type of workflow it is, which names fields and says what belongs in them; null where nobody says. */
  type: string | null;
  title: string;
  path: Path;
  value: Json | undefined;
  mayChange: boolean;
}>;

/** A part of what a workflow works with, name by name, to be corrected where it stands; also what its type names and nobody gave. */
export function DataFields({ title, value, ...where }: DataFieldsProps) {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? null : (
    <section aria-label={title} className="stack-2">
      <h2>{title}</h2>
      <Value name={title} value={withNamed(value, where)} {...where} />
    </section>
  );
}

/** A part with the fields that its type has, in the order of the type, null for what is not there. */
function withNamed(value: Json, { type, path }: Pick<DataFieldsProps, 'type' | 'path'>): Json {
  const part = partAt(path);
  if (!isObject(value) || type === null || part?.rest.length !== 0) {
    return value;
  }
  const given = fieldNames(type, part.name).flatMap((name) => {
    const isField = value[name] !== undefined || fieldKind(type, part.name, [name]).kind !== 'other';
    return isField ? [[name, value[name] ?? null] as const] : [];
  });
  return { ...Object.fromEntries(given), ...value };
}

/** Which part of the data a path leads into, and where in it. */
function partAt([first, second, ...rest]: Path) {
  const name = first === 'data' ? dataParts.find((each) => each === second) : undefined;
  return name === undefined ? null : { name, rest };
}

type ValueProps = Readonly<{
  workspace: string;
  id: string;
  type: string | null;
  name: string;
  path: Path;
  value: Json;
  mayChange: boolean;
}>;

/** More of one list or object is left to the text. */
const maxShown = 100;

function Value(props: ValueProps) {
  const { value, path, name } = props;
  if (typeof value !== 'object' || value === null) {
    return <Scalar {...props} value={value} />;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) {
    return <span className="detail">{Array.isArray(value) ? 'An empty list' : 'Nothing'}</span>;
  }
  return (
    <dl className={styles['fields']} aria-label={name}>
      {entries.slice(0, maxShown).map(([key, part]) => {
        const label = Array.isArray(value) ? `${Number(key) + 1}` : humanised(key);
        const at = Array.isArray(value) ? Number(key) : key;
        return (
          <div key={key} className={styles['field']}>
            <dt>
              <VisibleText text={label} />
            </dt>
            <dd>
              <Value
                {...props}
                name={Array.isArray(value) ? `${name} ${label}` : label}
                path={[...path, at]}
                value={part}
              />
            </dd>
          </div>
        );
      })}
      {entries.length > maxShown && (
        <div className={styles['field']}>
          <dt>…</dt>
          <dd className="detail">and {counted(entries.length - maxShown, 'more', 'more')}, in the JSON</dd>
        </div>
      )}
    </dl>
  );
}

function Scalar(props: ValueProps) {
  const { type, name, path, value, mayChange } = props;
  const [isEdited, setEdited] = useState(false);
  const part = partAt(path);
  const field: FieldKind = type === null || part === null ? { kind: 'other' } : fieldKind(type, part.name, part.rest);
  if (isEdited) {
    return <Edited {...props} field={field} onDone={() => setEdited(false)} />;
  }
  return (
    <span className={styles['scalar']}>
      <span className="as-written" dir="auto">
        {value === null ? (
          <span className="detail">Not known</span>
        ) : (
          <ClampedText lines={6}>
            <ValueText value={inWords(value)} />
          </ClampedText>
        )}
      </span>
      {mayChange && (
        <IconButton name={`Correct ${name}`} onClick={() => setEdited(true)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

type EditedProps = ValueProps & Readonly<{ field: FieldKind; onDone: () => void }>;

function Edited({ workspace, id, type, name, path, value, field, onDone }: EditedProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const { busy, problem, attempt } = useAttempt();
  const part = partAt(path);
  const next = readAs(field, value, typed);
  const odd = type === null || part === null || typed === '' ? null : fieldProblem(type, part.name, part.rest, next);
  const save = (): Promise<void> =>
    attempt(async () => {
      tellDone(workspace, await call('work.edit', { workspace, id, fields: [{ path, before: value, value: next }] }));
      onDone();
    });
  const choices = choicesOf(field, typed);
  return (
    <form
      className={styles['editing']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
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
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              void save();
            }
          }}
        />
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

/** What there is to choose from, with what stands there; null where anything may be typed. */
function choicesOf(field: FieldKind, typed: string) {
  const known =
    field.kind === 'choice'
      ? field.choices.map((choice) => ({ value: choice, label: humanised(choice) }))
      : field.kind === 'yes-no'
        ? [
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]
        : null;
  return known === null || known.some(({ value }) => value === typed)
    ? known
    : [{ value: typed, label: typed === '' ? 'Not known' : typed }, ...known];
}

const inWords = (value: Json): string => (value === true ? 'Yes' : value === false ? 'No' : String(value));

/** What was typed, of the kind that belongs there or that stood there: a number stays a number, yes and no stay so. */
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
