import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { isComposing } from './composing.ts';
import styles from './details.module.css';
import { Disclosure } from './disclosure.tsx';
import { FieldProblem, TextInput } from './field.tsx';
import { VisibleText } from './visible-text.tsx';

/** A fact in the details, left out if it has neither a value nor words for none. */
export type FactRecord = Readonly<{
  label: string;
  /** Text shows its hidden characters. */
  value?: ReactNode;
  aside?: string | false | null;
  none?: string | undefined;
  mono?: boolean;
  /** Tells facts with the same label apart; typing ends when it changes. */
  id?: string;
  edit?: FactEdit | false;
  actions?: ReactNode;
}>;

type FactEdit = Readonly<{
  value: string;
  /** Answers with what is wrong, or null once it is saved. */
  save: (value: string) => Promise<string | null>;
}>;

type FactRecords = readonly (FactRecord | false | null | undefined)[];

export function FactList({ facts }: Readonly<{ facts: FactRecords }>) {
  return (
    <dl className={styles['facts']}>
      {facts.map((fact) => fact && <Fact key={`${fact.label} ${fact.id ?? ''}`} {...fact} />)}
    </dl>
  );
}

const isNothing = (value: ReactNode): boolean => value == null || value === false;

function Fact(fact: FactRecord) {
  const { label, value, none, mono, edit, actions } = fact;
  if (isNothing(value) && none === undefined) {
    return null;
  }
  return (
    <div className="named">
      <dt>{label}</dt>
      {edit ? (
        <EditableValue {...fact} edit={edit} />
      ) : actions === undefined ? (
        <dd className={classNames(mono && 'mono')}>
          <FactValue {...fact} />
        </dd>
      ) : (
        <ValueAndActions {...fact} />
      )}
    </div>
  );
}

function FactValue({ value, aside, none }: FactRecord) {
  return (
    <>
      {isNothing(value) ? <span className="quiet">{none}</span> : plainOrText(value)}
      {aside && (
        <span className="quiet">
          {' · '}
          <VisibleText text={aside} />
        </span>
      )}
    </>
  );
}

const plainOrText = (value: ReactNode): ReactNode => (typeof value === 'string' ? <VisibleText text={value} /> : value);

function ValueAndActions({ mono, actions, ...fact }: FactRecord) {
  return (
    <dd>
      <span className={styles['editable']}>
        <span className={classNames(mono && 'mono')} dir="auto">
          <FactValue {...fact} />
        </span>
        {actions}
      </span>
    </dd>
  );
}

function EditableValue({ edit: { value, save }, ...fact }: FactRecord & Readonly<{ edit: FactEdit }>) {
  const { label, mono = false } = fact;
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const editing = draft !== null;
  useEffect(() => {
    if (editing) {
      field.current?.select();
      field.current?.focus();
    }
  }, [editing]);
  const type = (text: string | null): void => {
    setDraft(text);
    setProblem(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = draft === null || draft === value ? null : await save(draft);
    setProblem(wrong);
    if (wrong === null) {
      setDraft(null);
    }
  };
  if (draft === null) {
    const button = (
      <Button look="link" aria-label={`Edit ${label.toLowerCase()}`} onClick={() => setDraft(value)}>
        Edit
      </Button>
    );
    return <ValueAndActions {...fact} actions={button} />;
  }
  return (
    <dd>
      <form className="stack-2" onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          ref={field}
          mono={mono}
          dir="auto"
          aria-label={label}
          aria-invalid={problem !== null}
          value={draft}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isComposing(event)) {
              event.preventDefault();
              event.stopPropagation();
              type(null);
            }
          }}
        />
        {problem !== null && <FieldProblem>{problem}</FieldProblem>}
        <span className="wrap-close">
          <Button look="primary" type="submit">
            Save
          </Button>
          <Button onClick={() => type(null)}>Cancel</Button>
        </span>
      </form>
    </dd>
  );
}

type ActionRecord = Readonly<Omit<ComponentProps<typeof Button>, 'children'> & { label: string }>;
export type ActionRecords = readonly (ActionRecord | false | null | undefined)[];

/** Buttons, those that don't apply left out. */
export function Actions({ actions }: Readonly<{ actions: ActionRecords }>) {
  return actions.map(
    (action) =>
      action && (
        <Button key={action.label} {...action}>
          {action.label}
        </Button>
      ),
  );
}

type DetailsProps = Readonly<{
  /** The heading; null if the content has its own. */
  title: string | null;
  facts?: FactRecords;
  children?: ReactNode;
}>;

/** Details of one item: its heading takes the focus of whoever asks for the details. */
export function Details({ title, facts, children, ...attributes }: DetailsProps) {
  return (
    <article {...attributes} className={styles['details']} aria-label="Details">
      {title !== null && (
        <VisibleText as="h2" className={styles['value']} dir="auto" tabIndex={-1} data-details-heading text={title} />
      )}
      {facts && <FactList facts={facts} />}
      {children}
    </article>
  );
}

type InTheFileProps = Readonly<{ facts?: FactRecords; children?: ReactNode }>;

export function InTheFile({ facts, children }: InTheFileProps) {
  return (
    <Disclosure className={styles['raw']} summary="In the file">
      {facts && <FactList facts={facts} />}
      {children}
    </Disclosure>
  );
}

export function RawText({ text }: Readonly<{ text: string }>) {
  return <VisibleText as="pre" dir="auto" text={text} />;
}

type RelatedItem = Readonly<{ id: string; name: string; about: string; onOpen: () => void }>;

/** Related items, each of which can be opened. Nothing if there are none. */
export function RelatedItems({ title, items }: Readonly<{ title: string; items: readonly RelatedItem[] }>) {
  return items.length === 0 ? null : (
    <section aria-label={title} className="stack-1">
      <h3 className="title">{title}</h3>
      <ul className="ruled">
        {items.map(({ id, name, about, onOpen }) => (
          <li key={id}>
            <Button look="link" onClick={onOpen}>
              <VisibleText text={name} />
            </Button>
            <p className="detail">{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
