import { useState } from 'react';
import type { EntryView } from '#shared/contract/features/memory.ts';
import { type Category, categories } from '#shared/entries/entry.ts';
import { useAsked, useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { useCapabilities } from '../../api/context-store.ts';
import { SelectField, TextField, TextInput } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { countInWords, entriesInWords } from '../../wording/counts.ts';
import { cutToCharacters, entryName, sectionLabels } from '../../wording/names.ts';
import { type BulkEdit, nothingSaid, operationsFor } from './bulk-edits.ts';
import { changeFromDialog } from './change-from-dialog.ts';
import { headingsNow } from './own-headings.ts';
import { closeDialog } from './review-store.ts';
import styles from './several-dialog.module.css';

const asTheyAre = 'Leave as it is';
const maxNamed = 50;

/** Gives several entries another section or source, and each another key, as one step. */
export function SeveralDialog({ workspace, entries }: Readonly<{ workspace: string; entries: readonly EntryView[] }>) {
  const capabilities = useCapabilities();
  const [edit, setEdit] = useState<BulkEdit>(nothingSaid);
  const { busy, problem, attempt, forget } = useAttempt();
  const operations = operationsFor(entries, edit);
  const changed = new Set(operations.map((each) => (each.op === 'add' ? '' : each.entry.raw))).size;
  const preview = useAsked(operations.length === 0 ? null : JSON.stringify(operations), () =>
    call('context.preview', { workspace, operations }),
  );
  const say = (change: Partial<BulkEdit>): void => {
    setEdit({ ...edit, ...change });
    forget();
  };
  return (
    <FormDialog
      title={`Change ${entriesInWords(entries.length)}`}
      description="You can undo it in one step."
      holds
      onClose={closeDialog}
      submit={changed === 0 ? 'Change' : `Change ${entriesInWords(changed)}`}
      onSubmit={() => attempt(() => changeFromDialog(operations))}
      isReady={operations.length > 0}
      busy={busy}
      problem={problem ?? preview.problem}
    >
      {capabilities?.sections && (
        <SelectField
          label="Section"
          value={edit.category ?? ''}
          options={[
            { value: '' as Category | '', label: asTheyAre },
            ...categories.map((each) => ({ value: each, label: sectionLabels[each] })),
          ]}
          onChange={(category) => say({ category: category === '' ? null : category })}
        />
      )}
      {capabilities?.headings && headingsNow().length > 0 && (
        <SelectField
          label="Heading"
          value={edit.heading ?? ''}
          options={[
            { value: '', label: asTheyAre },
            ...headingsNow().map((heading) => ({ value: heading, label: cutToCharacters(heading, 60) })),
          ]}
          onChange={(heading) => say({ heading: heading === '' ? null : heading })}
        />
      )}
      {capabilities?.dates && (
        <TextField
          label="Source"
          hint="Where they were learned, as shown in the details of each."
          dir="auto"
          placeholder={asTheyAre}
          value={edit.source ?? ''}
          onType={(text) => say({ source: text === '' ? null : text })}
        />
      )}
      <fieldset className="stack-2">
        <legend className="label below-2">Keys</legend>
        {entries.slice(0, maxNamed).map((entry) => (
          <div key={entry.id} className={styles['named']}>
            <TextInput
              dir="auto"
              mono
              aria-label={`Key of “${entryName(entry)}”`}
              placeholder="No key"
              value={edit.keys.get(entry.id) ?? entry.key ?? ''}
              onChange={({ target: { value } }) => say({ keys: new Map([...edit.keys, [entry.id, value]]) })}
            />
            <span className="detail ellipsis" dir="auto">
              {cutToCharacters(entry.value, 80)}
            </span>
          </div>
        ))}
        {entries.length > maxNamed && (
          <p className="detail">{countInWords(entries.length - maxNamed)} more keep their keys.</p>
        )}
      </fieldset>
    </FormDialog>
  );
}
