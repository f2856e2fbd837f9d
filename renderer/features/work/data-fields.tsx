import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Params } from '#shared/contract/contract.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClampedText } from '../../ui/clamped-text.tsx';
import { FieldProblem, TextArea } from '../../ui/field.tsx';
import { ValueText, VisibleText } from '../../ui/visible-text.tsx';
import { counted } from '../../wording/counts.ts';
import styles from './data-fields.module.css';
import { humanised } from './work-words.ts';

type Path = Params<'work.edit'>['fields'][number]['path'];
type Json = Params<'work.edit'>['fields'][number]['before'];

type DataFieldsProps = Readonly<{
  workspace: string;
  id: string;
  title: string;
  path: Path;
  value: Json | undefined;
  mayChange: boolean;
}>;

/** A part of what a workflow works with, name by name, to be corrected where it stands. */
export function DataFields({ title, value, ...where }: DataFieldsProps) {
  const isEmpty =
    value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? null : (
    <section aria-label={title} className="stack-2">
      <h2>{title}</h2>
      <Value name={title} value={value} {...where} />
    </section>
  );
}

type ValueProps = Readonly<{
  workspace: string;
  id: string;
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

function Scalar({ workspace, id, name, path, value, mayChange }: ValueProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const save = (): Promise<void> =>
    attempt(async () => {
      if (typed !== null) {
        const fields = [{ path, before: value, value: readAs(value, typed) }];
        tellDone(workspace, await call('work.edit', { workspace, id, fields }));
        setTyped(null);
      }
    });
  if (typed !== null) {
    return (
      <form
        className={styles['editing']}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
            } else if (event.key === 'Escape') {
              event.stopPropagation();
              setTyped(null);
            }
          }}
        />
        <div className="wrap-close">
          <Button type="submit" look="primary" disabled={busy}>
            Save
          </Button>
          <Button onClick={() => setTyped(null)}>Cancel</Button>
        </div>
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
      </form>
    );
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
        <IconButton name={`Correct ${name}`} onClick={() => setTyped(value === null ? '' : String(value))}>
          <Pencil aria-hidden />
        </IconButton>
      )}
    </span>
  );
}

const inWords = (value: Json): string => (value === true ? 'Yes' : value === false ? 'No' : String(value));

/** What was typed, of the kind that stood there: a number stays a number, yes and no stay so. */
function readAs(before: Json, typed: string): Json {
  const text = typed.trim();
  if (typeof before === 'number' && text !== '' && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if (typeof before === 'boolean' && /^(?:true|yes|false|no)$/i.test(text)) {
    return /^(?:true|yes)$/i.test(text);
  }
  return typed;
}
