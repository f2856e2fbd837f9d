import { type ComponentProps, useRef, useState } from 'react';
import type { Operation } from '#shared/contract/changes.ts';
import { ContextureError } from '#shared/contract/errors.ts';
import { type Category, type Confidence, categories, confidences, defaultConfidence } from '#shared/entries/entry.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call, type Problem } from '../../api/connection.ts';
import { entryNow, readyContext, useCapabilities, useMeasure } from '../../api/context-store.ts';
import { AdditionEffect } from '../../entries/addition-effect.tsx';
import { useRoom } from '../../entries/measure/use-room.ts';
import { askToBringIn } from '../../jumps.ts';
import { Button } from '../../ui/button.tsx';
import { isComposing } from '../../ui/composing.ts';
import { Field, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { confidenceNames, sectionLabels } from '../../wording/names.ts';
import styles from './add-dialog.module.css';
import { makeChange } from './changes.ts';
import { headingsNow } from './own-headings.ts';
import { type AddDraft, closeDialog, emptyDraft, focusAdded, useReview } from './review-store.ts';

const draft = (values: Partial<AddDraft>): void =>
  useReview.setState(({ addDraft }) => ({ addDraft: { ...addDraft, ...values } }));

function discard(): void {
  useReview.setState({ addDraft: emptyDraft });
  closeDialog();
}

export function AddDialog({ workspace }: Readonly<{ workspace: string }>) {
  const first = useRef<HTMLTextAreaElement>(null);
  const { value, key } = useReview((state) => state.addDraft);
  const { operation, sure, busy, problem, save, forget, hasAdded } = useAdding();
  const capabilities = useCapabilities();
  const at = problem === null ? null : placeOf(problem);
  return (
    <FormDialog
      title="Add an entry"
      description="Your assistant will see this the next time it starts."
      onClose={closeDialog}
      initialFocus={first}
      // The entry that was added has the focus then.
      givesFocusBack={() => !hasAdded.current}
      aside={
        <Button
          look="link"
          className="apart"
          onClick={() => {
            closeDialog();
            askToBringIn();
          }}
        >
          Import a list…
        </Button>
      }
      submit="Add"
      onSubmit={save}
      onCancel={discard}
      busy={busy}
      problem={at === 'form' ? problem : null}
    >
      <Field label="What it should know" problem={at === 'value' ? problem?.message : null}>
        {(ids) => <ValueField {...ids} ref={first} value={value} onType={forget} />}
      </Field>
      <TextField
        label="Name (optional)"
        hint="For example “Units”. What your assistant learns later under this name updates this entry."
        problem={at === 'key' ? problem?.message : null}
        dir="auto"
        value={key}
        onType={(text) => {
          draft({ key: text });
          forget();
        }}
      />
      {operation.category !== null && <SectionAndConfidence category={operation.category} sure={sure} />}
      {capabilities?.headings && <HeadingField section={operation.section} />}
      <ImpactLine workspace={workspace} operation={value.trim() === '' ? null : operation} />
    </FormDialog>
  );
}

function useAdding() {
  const { value, key, category, heading, confidence } = useReview((state) => state.addDraft);
  const capabilities = useCapabilities();
  const { attempt, ...state } = useAttempt();
  const hasAdded = useRef(false);
  const sure = confidence ?? defaultConfidence[category];
  const section = (heading ?? headingHere()).trim();
  const position =
    capabilities?.sections === false
      ? { category: null, ...(capabilities.headings && section !== '' ? { section } : {}) }
      : { category, confidence: sure };
  const operation: Extract<Operation, { op: 'add' }> = {
    op: 'add',
    key: key.trim() || null,
    value: value.trim(),
    ...position,
  };
  const save = (): Promise<void> =>
    attempt(async () => {
      if (operation.value === '') {
        throw new ContextureError('value_invalid', 'Write what your assistant should know.');
      }
      const before = readyContext()?.entries ?? [];
      await makeChange([operation], true);
      hasAdded.current = true;
      discard();
      focusAdded(before, operation.value);
    });
  return { ...state, operation, sure, hasAdded, save };
}

/** The heading of the entry one is at, or the last: lists grow at their end. */
function headingHere(): string {
  const { cursor } = useReview.getState();
  return (cursor !== null && entryNow(cursor)?.section) || (headingsNow().at(-1) ?? '');
}

function placeOf({ code }: Problem): 'key' | 'value' | 'form' {
  if (code === 'key_invalid' || code === 'key_exists') {
    return 'key';
  }
  return code === 'value_invalid' ? 'value' : 'form';
}

type ValueFieldProps = ComponentProps<typeof TextArea> & Readonly<{ value: string; onType: () => void }>;

function ValueField({ value, onType, ...props }: ValueFieldProps) {
  return (
    <TextArea
      {...props}
      className={styles['value']}
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
        // Enter saves and Shift Enter breaks the line, as when editing in place.
        if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }
      }}
    />
  );
}

function SectionAndConfidence({ category, sure }: Readonly<{ category: Category; sure: Confidence }>) {
  return (
    <div className="columns">
      <SelectField
        label="Section"
        value={category}
        options={categories.map((one) => ({ value: one, label: sectionLabels[one] }))}
        onChange={(next) => draft({ category: next })}
      />
      <SelectField
        label="How sure"
        value={sure}
        options={confidences.map((one) => ({ value: one, label: confidenceNames[one] }))}
        onChange={(next) => draft({ confidence: next })}
      />
    </div>
  );
}

const newHeading = '\u0000';

/** The heading to stand under: one there is, or a new one. */
function HeadingField({ section }: Readonly<{ section: string | undefined }>) {
  const headings = headingsNow();
  const [isNew, setIsNew] = useState(headings.length === 0 || (section !== undefined && !headings.includes(section)));
  const written = section ?? '';
  return (
    <div className="columns">
      {headings.length > 0 && (
        <SelectField
          label="Heading"
          value={isNew ? newHeading : written}
          options={[
            ...headings.map((one) => ({ value: one, label: one })),
            { value: newHeading, label: 'A new heading' },
          ]}
          onChange={(next) => {
            setIsNew(next === newHeading);
            draft({ heading: next === newHeading ? '' : next });
          }}
        />
      )}
      {isNew && (
        <TextField
          label={headings.length > 0 ? 'New heading' : 'Heading (optional)'}
          dir="auto"
          value={written}
          onType={(text) => draft({ heading: text })}
        />
      )}
    </div>
  );
}

function ImpactLine({ workspace, operation }: Readonly<{ workspace: string; operation: Operation | null }>) {
  const { name } = useMeasure();
  const { answer, problem } = useAsked(
    operation && JSON.stringify([workspace, operation]),
    () => call('context.preview', { workspace, operations: operation ? [operation] : [] }),
    120,
  );
  const room = useRoom();
  const now = readyContext()?.summary.tokens.total;
  if (operation === null && now !== undefined) {
    return (
      <p className="count" role="status">
        The memory has {room.inFull(now)}.
      </p>
    );
  }
  // Ignored: what can't be previewed can't be saved, and saving says why.
  return <AdditionEffect impact={problem || operation === null ? null : answer} measure={name} />;
}
