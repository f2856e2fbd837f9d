import { type FormEvent, useId, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/model.ts';
import { type Category, type Confidence, categories, confidences, defaultConfidence } from '#shared/entries/entry.ts';
import type { Problem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { confidenceNames, sectionNames } from '../../wording/names.ts';
import styles from './add-dialog.module.css';
import { tryChange } from './changes.ts';
import { closeDialog } from './review-store.ts';
import { WhatIfLine } from './what-if-line.tsx';

/** Something the person wants their assistant to know. */
export function AddDialog({ workspace }: Readonly<{ workspace: string }>) {
  const form = useId();
  const first = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  const [key, setKey] = useState('');
  const [category, setCategory] = useState<Category>('preference');
  const [confidence, setConfidence] = useState<Confidence | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sure = confidence ?? defaultConfidence[category];
  const operation: Operation = { op: 'add', category, key: key.trim() || null, value: value.trim(), confidence: sure };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (value.trim() === '') {
      setProblem({
        code: 'value_invalid',
        message: 'Write what your assistant should know.',
        details: {},
        retry: false,
      });
      return;
    }
    const outcome = await tryChange([operation], true);
    if (outcome.kind === 'done') {
      closeDialog();
    } else {
      setProblem(outcome.problem);
    }
  };
  const at =
    problem === null
      ? 'none'
      : problem.code === 'key_invalid' || problem.code === 'key_exists'
        ? 'key'
        : problem.code === 'value_invalid'
          ? 'value'
          : 'form';
  return (
    <Dialog
      title="Add an entry"
      description="Your assistant reads it at its next start."
      onClose={closeDialog}
      initialFocus={first}
      actions={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} className={styles['form']} onSubmit={(event) => void save(event)} noValidate>
        <Field label="What it should know" problem={at === 'value' ? problem?.message : null}>
          {(ids) => (
            <TextArea
              {...ids}
              ref={first}
              rows={2}
              dir="auto"
              value={value}
              onChange={(event) => {
                setValue(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <Field
          label="Key (optional)"
          hint="A short name, such as unit_preference. What is learned later under the same key takes its place."
          problem={at === 'key' ? problem?.message : null}
        >
          {(ids) => (
            <TextInput
              {...ids}
              mono
              value={key}
              onChange={(event) => {
                setKey(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <div className={styles['pair']}>
          <Field label="Section">
            {(ids) => (
              <Select
                {...ids}
                value={category}
                options={categories.map((one) => ({ value: one, label: sectionNames[one] }))}
                onChange={setCategory}
              />
            )}
          </Field>
          <Field label="How sure">
            {(ids) => (
              <Select
                {...ids}
                value={sure}
                options={confidences.map((one) => ({ value: one, label: confidenceNames[one] }))}
                onChange={setConfidence}
              />
            )}
          </Field>
        </div>
        {value.trim() !== '' && <WhatIfLine workspace={workspace} operation={operation} />}
        {at === 'form' && <FieldProblem>{problem?.message}</FieldProblem>}
      </form>
    </Dialog>
  );
}
