import { type FormEvent, useEffect, useRef, useState } from 'react';
import styles from '../../../entries/details.module.css';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isComposing } from '../../../ui/composing.ts';
import { FieldProblem, TextInput } from '../../../ui/field.tsx';
import { VisibleText } from '../../../ui/visible-text.tsx';

type EditableDetailProps = Readonly<{
  name: string;
  value: string;
  /** Text when it isn't being edited; the value if left out. */
  shown?: string;
  /** Text for an empty value. */
  none: string;
  mono?: boolean;
  writable: boolean;
  /** Answers with what is wrong, or null once it is saved. */
  onSave: (value: string) => Promise<string | null>;
}>;

export function EditableDetail({ name, value, shown, none, mono, writable, onSave }: EditableDetailProps) {
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
  const stop = (): void => {
    setDraft(null);
    setProblem(null);
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (draft === null || draft === value) {
      stop();
      return;
    }
    const wrong = await onSave(draft);
    setProblem(wrong);
    if (wrong === null) {
      setDraft(null);
    }
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {draft === null ? (
          <span className={styles['editable']}>
            <span className={classNames(value === '' ? 'quiet' : mono && styles['mono'])} dir="auto">
              {value === '' ? none : <VisibleText text={shown ?? value} />}
            </span>
            {writable && (
              <Button look="link" aria-label={`Edit ${name.toLowerCase()}`} onClick={() => setDraft(value)}>
                Edit
              </Button>
            )}
          </span>
        ) : (
          <form className="stack-2" onSubmit={(event) => void save(event)} noValidate>
            <TextInput
              ref={field}
              mono={mono ?? false}
              dir="auto"
              aria-label={name}
              aria-invalid={problem !== null}
              value={draft}
              onChange={(event) => {
                setDraft(event.target.value);
                setProblem(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && !isComposing(event)) {
                  event.preventDefault();
                  event.stopPropagation();
                  stop();
                }
              }}
            />
            {problem !== null && <FieldProblem>{problem}</FieldProblem>}
            <span className="wrap-close">
              <Button look="primary" type="submit">
                Save
              </Button>
              <Button onClick={stop}>Cancel</Button>
            </span>
          </form>
        )}
      </dd>
    </div>
  );
}
