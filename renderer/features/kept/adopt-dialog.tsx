import { useId, useRef, useState } from 'react';
import type { StorageView } from '#shared/contract/features/storages.ts';
import { useAttempt } from '../../api/answers.ts';
import { call } from '../../api/connection.ts';
import { tellDone } from '../../services/undo.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldProblem, Select, TextInput } from '../../ui/field.tsx';
import { guessWhose, type Whose } from './guess-whose.ts';
import { storagesIn, useKeptList } from './kept-list.ts';
import { markKeptSeen } from './kept-store.ts';

const forms: readonly { readonly value: Whose['of']; readonly label: string }[] = [
  { value: 'user', label: 'A user' },
  { value: 'chat', label: 'A chat' },
  { value: 'nobody', label: 'No one in particular' },
];

type AdoptDialogProps = Readonly<{ workspace: string; storage: StorageView; onClose: () => void }>;

/** Asks which agent keeps a storage that none tracks, and for whom. */
export function AdoptDialog({ workspace, storage, onClose }: AdoptDialogProps) {
  const { file } = storage;
  const [whose, setWhose] = useState<Whose>(() =>
    guessWhose(
      storage,
      storagesIn(useKeptList.getState().list).flatMap(({ trackedBy }) => trackedBy.map((by) => by.agent)),
    ),
  );
  const { busy, problem, attempt } = useAttempt();
  const agent = useRef<HTMLInputElement>(null);
  const form = useId();
  const isComplete = whose.agent.trim() !== '' && (whose.of === 'nobody' || whose.name.trim() !== '');
  const adopt = async (): Promise<void> => {
    const whom = whose.of === 'nobody' ? {} : { [whose.of]: whose.name.trim() };
    tellDone(workspace, await call('storages.adopt', { workspace, file, agent: whose.agent.trim(), ...whom }));
    await markKeptSeen(workspace, [file]);
    onClose();
  };
  return (
    <Dialog
      title="Whose is it?"
      description="The agent that keeps it finds it by its name, which says whose it is. Nothing in it is changed, and you can undo this."
      onClose={onClose}
      initialFocus={agent}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={busy || !isComplete}>
            Track it
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="stack-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) {
            void attempt(adopt);
          }
        }}
      >
        <p className="code">{`${file}.json`}</p>
        <Field label="Kept by the agent">
          {(ids) => (
            <TextInput
              {...ids}
              ref={agent}
              value={whose.agent}
              maxLength={1000}
              onChange={(event) => setWhose({ ...whose, agent: event.target.value })}
            />
          )}
        </Field>
        <Field label="For">
          {(ids) => <Select {...ids} value={whose.of} options={forms} onChange={(of) => setWhose({ ...whose, of })} />}
        </Field>
        {whose.of !== 'nobody' && (
          <Field label={whose.of === 'user' ? 'Name of the user' : 'Name of the chat'}>
            {(ids) => (
              <TextInput
                {...ids}
                value={whose.name}
                maxLength={1000}
                onChange={(event) => setWhose({ ...whose, name: event.target.value })}
              />
            )}
          </Field>
        )}
        {problem && <FieldProblem>{problem.message}</FieldProblem>}
      </form>
    </Dialog>
  );
}
