import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/features/memory.ts';
import { type Category, type Confidence, categories, confidences, defaultConfidence } from '#shared/entries/entry.ts';
import { useContextStore } from '../../api/context-store.ts';
import type { Problem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { confidenceNames, sectionNames } from '../../wording/names.ts';
import styles from './add-dialog.module.css';
import { tryChange } from './changes.ts';
import { ImpactLine } from './impact-line.tsx';
import { type AddDraft, closeDialog, emptyDraft, focusAdded, useReview } from './review-store.ts';

const draft = (values: Partial<AddDraft>): void =>
  useReview.setState(({ addDraft }) => ({ addDraft: { ...addDraft, ...values } }));

function discard(): void {
  useReview.setState({ addDraft: emptyDraft });
  closeDialog();
}

/** Something the person wants their assistant to know. */
export function AddDialog({ workspace }: Readonly<{ workspace: string }>) {
  const form = useId();
  const first = useRef<HTMLTextAreaElement>(null);
  const { value, key } = useReview((state) => state.addDraft);
  const { operation, problem, save, forgetProblem } = useAdding();
  const at = problem === null ? null : placeOf(problem);
  return (
    <Dialog
      title="Add an entry"
      description="Your assistant reads it at its next start."
      onClose={closeDialog}
      initialFocus={first}
      actions={
        <>
          <Button onClick={discard}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} className="stack-4" onSubmit={(event) => void save(event)} noValidate>
        <Field label="What it should know" problem={at === 'value' ? problem?.message : null}>
          {(ids) => <ValueField {...ids} ref={first} value={value} onType={forgetProblem} />}
        </Field>
        <Field
          label="Key (optional)"
          hint="A short name, such as unit_preference. What is learned later under the same key replaces it."
          problem={at === 'key' ? problem?.message : null}
        >
          {(ids) => (
            <TextInput
              {...ids}
              mono
              dir="auto"
              value={key}
              onChange={(event) => {
                draft({ key: event.target.value });
                forgetProblem();
              }}
            />
          )}
        </Field>
        <SectionAndConfidence category={operation.category} sure={operation.confidence} />
        <ImpactLine workspace={workspace} operation={value.trim() === '' ? null : operation} />
        {at === 'form' && <FieldProblem>{problem?.message}</FieldProblem>}
      </form>
    </Dialog>
  );
}

/** What the draft would add, and adding it. */
function useAdding() {
  const { value, key, category, confidence } = useReview((state) => state.addDraft);
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useRef(false);
  const operation = {
    op: 'add',
    category,
    key: key.trim() || null,
    value: value.trim(),
    confidence: confidence ?? defaultConfidence[category],
  } as const satisfies Operation;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (saving.current) {
      return;
    }
    if (operation.value === '') {
      setProblem({
        code: 'value_invalid',
        message: 'Write what your assistant should know.',
        details: {},
        retry: false,
      });
      return;
    }
    const context = useContextStore.getState();
    saving.current = true;
    const outcome = await tryChange([operation], true);
    saving.current = false;
    if (outcome.kind === 'done') {
      discard();
      focusAdded(context.kind === 'ready' ? context.entries : [], operation.value);
    } else {
      setProblem(outcome.problem);
    }
  };
  return { operation, problem, save, forgetProblem: () => setProblem(null) };
}

/** Which field a problem is about; the whole form if none. */
function placeOf({ code }: Problem): 'key' | 'value' | 'form' {
  switch (code) {
    case 'key_invalid':
    case 'key_exists':
      return 'key';
    case 'value_invalid':
      return 'value';
    default:
      return 'form';
  }
}

type ValueFieldProps = ComponentProps<typeof TextArea> & Readonly<{ value: string; onType: () => void }>;

function ValueField({ value, onType, ...given }: ValueFieldProps) {
  return (
    <TextArea
      {...given}
      rows={2}
      dir="auto"
      value={value}
      onChange={(event) => {
        draft({ value: event.target.value });
        onType();
      }}
      onFocus={({ currentTarget }) => {
        // A draft goes on at its end.
        currentTarget.setSelectionRange(value.length, value.length);
      }}
      onKeyDown={(event) => {
        // As in place: Enter saves, with Shift it is a new line.
        if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }
      }}
    />
  );
}

function SectionAndConfidence({ category, sure }: Readonly<{ category: Category; sure: Confidence }>) {
  return (
    <div className={styles['pair']}>
      <Field label="Section">
        {(ids) => (
          <Select
            {...ids}
            value={category}
            options={categories.map((one) => ({ value: one, label: sectionNames[one] }))}
            onChange={(next) => draft({ category: next })}
          />
        )}
      </Field>
      <Field label="How sure">
        {(ids) => (
          <Select
            {...ids}
            value={sure}
            options={confidences.map((one) => ({ value: one, label: confidenceNames[one] }))}
            onChange={(next) => draft({ confidence: next })}
          />
        )}
      </Field>
    </div>
  );
}
